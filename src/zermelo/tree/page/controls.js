// The bar below the trees: one set of controls for all of them, by mouse and by keyboard.

const viewers = [...document.querySelectorAll(".panel")].map(
  (panel, i) => new Viewer(panel, JSON.parse(document.getElementById(`data-${i}`).textContent)));
const byId = id => document.getElementById(id);
const slider = byId("step"), playing = byId("play"), speed = byId("speed"), help = byId("help");
const last = Math.max(...viewers.map(viewer => viewer.last));
let step = last, timer = null;

function goTo(wanted) {
  step = Math.min(Math.max(wanted, 0), last);
  for (const viewer of viewers) viewer.goTo(step === last ? viewer.last : step);
  slider.value = step;
  slider.setAttribute("aria-valuetext", `step ${step + 1} of ${last + 1}`);
  byId("count").textContent = `${step + 1} / ${last + 1}`;
  history.replaceState(null, "", step === last ? "#" : `#step=${step + 1}`);
  if (step === last) pause();
}

function forward() { goTo(step === last ? 0 : step + 1); }
function back() { pause(); goTo(step - 1); }

function play() {
  if (step === last) goTo(0);
  playing.setAttribute("aria-pressed", "true");
  playing.querySelector("use").setAttribute("href", "#icon-pause");
  const tick = () => {
    forward();
    if (step < last) timer = setTimeout(tick, 1000 / Number(speed.value));
  };
  timer = setTimeout(tick, 1000 / Number(speed.value));
}

function pause() {
  clearTimeout(timer);
  timer = null;
  playing.setAttribute("aria-pressed", "false");
  playing.querySelector("use").setAttribute("href", "#icon-play");
}

function toggleTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

const all = action => viewers.forEach(action);
// Where the keyboard is: in one of the trees, or else the first.
const here = () => viewers.find(viewer => viewer.panel.contains(document.activeElement)) ?? viewers[0];

const actions = {
  first: () => { pause(); goTo(0); },
  back,
  play: () => (timer === null ? play() : pause()),
  forward: () => { pause(); forward(); },
  last: () => { pause(); goTo(last); },
  "zoom-in": () => all(viewer => viewer.zoom(1.25)),
  "zoom-out": () => all(viewer => viewer.zoom(0.8)),
  fit: () => all(viewer => viewer.fit()),
  unfold: () => all(viewer => viewer.unfoldAll()),
  theme: toggleTheme,
  help: () => help.showModal(),
};

for (const [name, action] of Object.entries(actions)) {
  document.querySelector(`[data-action="${name}"]`).addEventListener("click", action);
}
slider.max = last;
slider.addEventListener("input", () => { pause(); goTo(Number(slider.value)); });

const keys = {
  ArrowRight: actions.forward, ArrowLeft: actions.back, Home: actions.first, End: actions.last,
  " ": actions.play, "+": actions["zoom-in"], "=": actions["zoom-in"], "-": actions["zoom-out"],
  0: actions.fit, u: actions.unfold, t: actions.theme, "?": actions.help,
  ArrowUp: () => here().wander("up"), ArrowDown: () => here().wander("down"),
  "<": () => here().wander("left"), ">": () => here().wander("right"),
  Enter: () => here().toggle(here().selected),
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const action = keys[event.key];
  const focused = event.target.tagName;
  if (!action || focused === "SELECT") return;
  if (focused === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
  event.preventDefault();
  action();
});

addEventListener("resize", () => { all(viewer => viewer.begin()); goTo(step); });
const wanted = /^#step=(\d+)$/.exec(location.hash);
goTo(wanted ? Number(wanted[1]) - 1 : last);
