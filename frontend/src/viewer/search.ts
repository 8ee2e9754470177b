// A recorded search, or several, walked through step by step: the page's lab and tree.html alike.
// Program and window stand beside each tree; one bar moves them all.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { PageElement, palette } from "../element";
import { alphaOf, betaOf, byHand, hasWindows, type Recorded, type Recordings, type Step } from "./data";
import "./quiz";
import { savings } from "./savings";
import type { TreeElement } from "./tree";
import "./tree";
import { Walk } from "./walk";
import { windowLine } from "./window-line";

const SPEEDS = [0.5, 1, 2, 5, 20];

@customElement("z-search")
export class Search extends PageElement {
  @property({ attribute: false }) recorded: Recordings | null = null;
  @property({ type: Boolean }) alone = false; // the page is this and nothing else
  @state() private shown: string[] = [];
  @state() private step = 0;
  @state() private playing = false;
  @state() private speed = 1;
  @state() private quiz = false;
  @state() private masked = -1;
  private timer = 0;
  private challenge = "";
  private dressed = false;
  private walks = new WeakMap<Recorded, Walk>();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.key);
    window.addEventListener("hashchange", this.link);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("hashchange", this.link);
    this.pause();
  }

  private get trees(): Recorded[] {
    return this.recorded?.trees.filter((tree) => this.shown.includes(tree.algorithm)) ?? [];
  }

  private get last(): number {
    return Math.max(0, ...this.trees.map((tree) => tree.steps.length - 1));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("recorded") || !this.recorded) return;
    this.pause();
    this.masked = -1;
    if (this.recorded.style && !this.dressed) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(this.recorded.style);
      document.adoptedStyleSheets.push(sheet);
      this.dressed = true;
    }
    const again = changed.get("recorded") !== null && changed.get("recorded") !== undefined;
    if (again) this.remember(0);
    this.link();
  }

  /** Where the link leads: #step=12&show=alphabeta,minimax */
  private link = (): void => {
    const wishes = new URLSearchParams(location.hash.slice(1));
    const names = this.recorded?.trees.map((tree) => tree.algorithm) ?? [];
    const asked = (wishes.get("show") ?? "").split(",").filter((name) => names.includes(name));
    const usual = this.alone || names.length < 3 ? names : [names.find((name) => name !== "minimax") ?? names[0]!];
    if (!this.shown.some((name) => names.includes(name)) || asked.length) this.shown = asked.length ? asked : usual;
    this.challenge = (wishes.get("score") ?? "").replace("of", " of ");
    if (this.challenge) this.quiz = true;
    const step = Number(wishes.get("step"));
    this.step = this.clamped(step ? step - 1 : this.alone && !this.quiz ? this.last : 0);
  };

  private fragment(step: number): string {
    const usual = this.alone ? this.recorded!.trees.map((tree) => tree.algorithm).join() : "alphabeta";
    const parts = [
      step === (this.alone ? this.last : 0) ? "" : `step=${step + 1}`,
      this.shown.join() === usual ? "" : `show=${this.shown.join()}`,
    ].filter(Boolean);
    return parts.length ? `#${parts.join("&")}` : "";
  }

  private remember(step = this.step): void {
    if (location.protocol === "about:") return; // in a notebook's frame there is no address
    history.replaceState(history.state, "", location.pathname + location.search + this.fragment(step));
  }

  private clamped(step: number): number {
    return Math.max(0, Math.min(this.last, step));
  }

  private goTo(step: number): void {
    this.step = this.clamped(step);
    this.masked = -1;
    if (!this.playing || this.step === this.last) this.remember();
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private play(): void {
    if (this.step >= this.last) this.goTo(0);
    this.playing = true;
    const tick = (): void => {
      this.goTo(this.step + 1);
      if (this.step >= this.last) this.pause();
      else this.timer = window.setTimeout(tick, 1000 / this.speed);
    };
    this.timer = window.setTimeout(tick, 1000 / this.speed);
  }

  private toggle(name: string): void {
    const on = this.shown.includes(name);
    if (on && this.shown.length === 1) return;
    const names = this.recorded!.trees.map((tree) => tree.algorithm);
    this.shown = names.filter((n) => (n === name ? !on : this.shown.includes(n)));
    this.step = this.clamped(this.step);
    this.remember();
  }

  private ask(on: boolean): void {
    this.quiz = on;
    this.pause();
    this.masked = -1;
    if (on) {
      this.shown = this.shown.slice(0, 1);
      this.step = 0;
    }
  }

  // --- the trees themselves ---

  private get elements(): TreeElement[] {
    return [...this.querySelectorAll<TreeElement>("z-tree")];
  }

  protected override updated(): void {
    this.elements.forEach((element, i) => {
      element.show(this.walkOf(this.trees[i]!), this.recorded!.pictures);
      element.masked = this.masked;
      element.follow();
    });
  }

  /** A search as far as it has come: all are at the same step, and at their ends together. */
  private walkOf(tree: Recorded): Walk {
    const walk = this.walks.get(tree) ?? new Walk(tree);
    this.walks.set(tree, walk);
    walk.goTo(this.step >= this.last ? walk.last : this.step);
    return walk;
  }

  private get focused(): TreeElement | undefined {
    return this.elements.find((element) => element.contains(document.activeElement)) ?? this.elements[0];
  }

  private key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || this.querySelector("dialog")?.open) return;
    if (target.closest("select, textarea, input:not([type=range])")) return;
    if (target.closest("button, summary, a") && (event.key === " " || event.key === "Enter")) return;
    const inTree = this.alone || Boolean(target.closest("z-tree"));
    const steps: Record<string, () => void> = {
      ArrowRight: () => {
        this.pause();
        this.goTo(this.alone && this.step === this.last ? 0 : this.step + 1);
      },
      ArrowLeft: () => {
        this.pause();
        this.goTo(this.step - 1);
      },
      Home: () => {
        this.pause();
        this.goTo(0);
      },
      End: () => {
        this.pause();
        this.goTo(this.last);
      },
      " ": () => (this.playing ? this.pause() : this.play()),
    };
    const about: Record<string, () => void> = {
      "+": () => this.zoom(1.25),
      "=": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      0: () => this.elements.forEach((element) => element.fit()),
      u: () => this.elements.forEach((element) => element.unfoldAll()),
      ArrowUp: () => this.focused?.wander("up"),
      ArrowDown: () => this.focused?.wander("down"),
      "<": () => this.focused?.wander("left"),
      ">": () => this.focused?.wander("right"),
      Enter: () => this.focused?.toggle(this.focused.selected),
      t: () => this.alone && this.redress(),
      "?": () => this.querySelector("dialog")?.showModal(),
    };
    const action = (this.quiz ? undefined : steps[event.key]) ?? (inTree ? about[event.key] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  };

  private zoom(factor: number): void {
    this.elements.forEach((element) => element.zoom(factor));
  }

  private redress(): void {
    const { dataset } = document.documentElement;
    const dark = dataset["theme"] ? dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset["theme"] = dark ? "light" : "dark";
  }

  // --- what stands around ---

  override render(): TemplateResult | typeof nothing {
    if (!this.recorded) return nothing;
    const { trees } = this;
    const several = this.recorded.trees.length > 1;
    const searched = trees.some((tree) => tree.steps.length > 0);
    return html`<div class="search ${this.alone ? "alone" : ""}" data-palette=${palette(trees[0]?.players)}>
      <div class="panels" data-count=${trees.length}>${repeat(
        trees,
        (tree) => tree.algorithm,
        (tree) => this.panel(tree),
      )}</div>
      ${searched && !this.quiz ? this.bar() : nothing}
      <div class="extras">
        ${
          several
            ? html`<section class="card" aria-label="The same tree, ${this.recorded.trees.length} ways">
          ${savings(this.recorded.trees, this.shown, (name) => this.toggle(name), this.quiz)}</section>`
            : nothing
        }
        ${
          searched
            ? html`<section class="card quiz" aria-label="Quiz">
          <label class="switch"><input type="checkbox" .checked=${this.quiz}
            @change=${(e: Event) => this.ask((e.target as HTMLInputElement).checked)}><span>Quiz: ask me before the search does it</span></label>
          ${
            this.quiz
              ? html`<z-quiz .tree=${trees[0]!} challenge=${this.challenge}
            @ask=${(e: CustomEvent<{ at: number; masked: number }>) => {
              this.step = e.detail.at;
              this.masked = e.detail.masked;
            }}></z-quiz>`
              : nothing
          }
        </section>`
            : nothing
        }
      </div>
      ${this.help(trees[0]!)}
    </div>`;
  }

  private panel(tree: Recorded): TemplateResult {
    const walk = this.walkOf(tree);
    const step = tree.steps[walk.at];
    const head = this.alone ? tree.heading : tree.title;
    const visited = step ? `${walk.visited.toLocaleString("en")} node${walk.visited === 1 ? "" : "s"} looked at` : "";
    const notes = [step ? tree.about : tree.summary, tree.rule].filter(Boolean);
    return html`<section class="panel" aria-label=${head} data-algorithm=${tree.algorithm}>
      <header>${this.alone ? html`<h1>${head}</h1>` : html`<h2>${head}</h2>`}<span class="soft" data-visited=${tree.algorithm}>${visited}</span>
        ${walk.over && step && !this.quiz ? html`<span class="soft summary">${tree.summary}</span>` : nothing}</header>
      <div class="tree-stage"><z-tree></z-tree>
        ${step ? html`${this.told(tree, step)}${this.beside(walk, step)}` : nothing}</div>
      ${notes.map((note) => html`<p class="note soft">${note}</p>`)}
    </section>`;
  }

  private beside(walk: Walk, step: Step): TemplateResult {
    const { tree } = walk;
    const view = tree.mover_view ? "the player to move" : tree.players[0];
    return html`<div class="beside">
      <ol class="code" aria-label="The program">${tree.code.map(
        (line, number) => html`<li
        class=${number === step.line ? "lit" : ""} aria-current=${number === step.line ? "step" : nothing}><code>${line}</code></li>`,
      )}</ol>
      ${
        hasWindows(tree)
          ? html`<figure class="window-figure">${windowLine(walk)}
        <figcaption class="soft">what can still matter, in the view of ${view}</figcaption></figure>`
          : nothing
      }</div>`;
  }

  private told(tree: Recorded, step: Step): TemplateResult {
    const windows = hasWindows(tree);
    return html`<div class="now"><p class="text" aria-live="polite">${this.quiz ? "" : step.text}</p><dl>
      <div ?hidden=${!windows}><dt>α</dt><dd class="alpha">${alphaOf(step)}</dd></div>
      <div ?hidden=${!windows}><dt>β</dt><dd class="beta">${betaOf(step)}</dd></div>
      <div><dt>value</dt><dd class="value">${this.masked === step.node ? "?" : step.value || "–"}</dd></div></dl></div>`;
  }

  private bar(): TemplateResult {
    const { step, last } = this;
    const button = (name: string, sign: string, title: string, action: () => void, off = false): TemplateResult =>
      html`<button aria-label=${name} title=${title} ?disabled=${off} @click=${() => {
        this.pause();
        action();
      }}>${sign}</button>`;
    return html`<div class="steps-bar" role="toolbar" aria-label="Walk through the search">
      ${button("To the first step", "|◀", "First step (Home)", () => this.goTo(0))}
      ${button("One step back", "◀", "Back (←)", () => this.goTo(step - 1), !step)}
      <button class="primary" id="play" aria-pressed=${this.playing ? "true" : "false"} title="Play and pause (space)"
        @click=${() => (this.playing ? this.pause() : this.play())}>${this.playing ? "Pause" : "Play"}</button>
      ${button("One step forward", "▶", "Forward (→)", () => this.goTo(step + 1), step >= last)}
      ${button("To the last step", "▶|", "Last step (End)", () => this.goTo(last))}
      <input type="range" min="0" max=${last} .value=${String(step)} aria-label="Step of the search"
        aria-valuetext="step ${step + 1} of ${last + 1}"
        @input=${(e: Event) => {
          this.pause();
          this.goTo(Number((e.target as HTMLInputElement).value));
        }}>
      <output id="count">${step + 1} / ${last + 1}</output>
      <select aria-label="Speed" @change=${(e: Event) => {
        this.speed = Number((e.target as HTMLSelectElement).value);
      }}>
        ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${speed === 0.5 ? "½" : speed} ×</option>`)}</select>
      <button class="seldom" aria-label="Zoom out" title="Zoom out (−)" @click=${() => this.zoom(0.8)}>−</button>
      <button class="seldom" aria-label="Zoom in" title="Zoom in (+)" @click=${() => this.zoom(1.25)}>+</button>
      <button aria-label="Fit to the window" title="Fit (0)" @click=${() => this.elements.forEach((element) => element.fit())}>Fit</button>
      <button class="seldom" aria-label="Unfold all branches" title="Unfold (u)" @click=${() => this.elements.forEach((element) => element.unfoldAll())}>Unfold</button>
      ${this.alone ? html`<button aria-label="Light or dark" title="Light or dark (t)" @click=${() => this.redress()}>◐</button>` : nothing}
      <button aria-label="Help" title="Keys and signs (?)" @click=${() => this.querySelector("dialog")!.showModal()}>?</button>
    </div>`;
  }

  private help(tree: Recorded): TemplateResult {
    const [first, second] = tree.players;
    const keys: [string, string][] = [
      ["→ ←", "one step forward, back"],
      ["space", "play, pause"],
      ["Home End", "the first step, the whole tree"],
      ["+ − 0", "zoom in, out, fit; drag to move, wheel to zoom"],
      ["↑ ↓ < >", "walk about the nodes"],
      ["Enter u", "fold a branch, or click its node twice; unfold all"],
    ];
    const signs: [string, string][] = [
      ["△ ▽ ▢", `${first} to move (MAX), ${second} to move (MIN), a leaf`],
      ["≥ ≤", "at least, at most: what is known so far, or all that was needed"],
      ["3 … +∞", "the window on entry, α … β: only values between them can matter"],
      ["dashed", "pruned, never looked at, with the window that cut it"],
      ...(byHand(tree) ? [] : [["Ⓐ", "the same letter, the same position"] as [string, string]]),
    ];
    return html`<dialog aria-label="Keys and signs"><h2>Keys</h2><dl>${keys.map(([key, what]) => html`<dt>${key}</dt><dd>${what}</dd>`)}</dl>
      <h2>Signs</h2><dl>${signs.map(([sign, what]) => html`<dt>${sign}</dt><dd>${what}</dd>`)}</dl>
      <form method="dialog"><button>Close</button></form></dialog>`;
  }
}
