// One tree on the page: where it is looked at from, which branches are folded, and how far the
// search has come.

const SVG = "http://www.w3.org/2000/svg";
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Viewer {
  constructor(panel, data) {
    this.panel = panel;
    this.data = data;
    this.svg = panel.querySelector("svg.tree");
    this.view = this.svg.querySelector(".view");
    this.nodes = data.nodes.map(node => this.svg.querySelector(`.zt-node[data-node="${node.id}"]`));
    this.edges = [...this.svg.querySelectorAll(".zt-edge[data-to]")];
    this.ticks = [...this.svg.querySelectorAll(".zt-tick[data-to]")];
    this.values = this.nodes.map(element => element.querySelector(".zt-value"));
    this.shapes = this.nodes.map(element => element.querySelector(".zt-value").parentElement);
    this.told = this.nodes.map(element => element.getAttribute("aria-label"));  // at the end
    this.levels = [...this.svg.querySelectorAll(".zt-level")];
    this.view.append(...this.levels);  // on top, as they stay in sight
    this.callout = this.svg.querySelector(".callout");
    this.folded = new Set();
    this.step = this.last;
    this.selected = 0;
    this.xs = data.nodes.map(node => node.x);
    this.nodes.forEach((element, id) => this.prepare(element, id));
    this.listenForPointer();
    this.begin();
    this.render();
  }

  get last() { return this.data.steps.length - 1; }

  // --- where it is looked at from ---

  fit() {
    const box = this.svg.getBoundingClientRect();
    const { width, height, gutter } = this.data;
    const scale = Math.min(box.width / (width + gutter + 40), box.height / (height + 40), 1.6);
    const x = (box.width - (width + gutter) * scale) / 2 + gutter * scale;
    const y = Math.max((box.height - height * scale) / 2, 16 * scale);
    this.look(x, y, scale);
  }

  // At first: all of it, or the top of a tree that would be too small to read.
  begin() {
    this.fit();
    if (this.at.scale > 0.4) return;
    const box = this.svg.getBoundingClientRect(), scale = 0.75;
    this.look(box.width / 2 - this.xs[0] * scale, 24, scale);
  }

  look(x, y, scale) {
    this.at = { x, y, scale };
    this.view.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    const left = Math.max(-this.data.gutter, (10 - x) / scale);  // names of levels stay in sight
    for (const name of this.levels) name.setAttribute("x", left);
  }

  zoom(factor, clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(Math.max(this.at.scale * factor, 0.05), 8);
    const by = scale / this.at.scale;
    this.look(px - (px - this.at.x) * by, py - (py - this.at.y) * by, scale);
  }

  pan(dx, dy) { this.look(this.at.x + dx, this.at.y + dy, this.at.scale); }

  // Bring a node into sight, and move nothing if it is.
  follow(id) {
    const box = this.svg.getBoundingClientRect();
    const node = this.data.nodes[id];
    const x = this.at.x + this.xs[id] * this.at.scale;
    const y = this.at.y + (node.y + node.height / 2) * this.at.scale;
    const half = node.width / 2 * this.at.scale + 20, callout = 130;
    const high = Math.min(node.height / 2 * this.at.scale + 20, box.height / 2);
    const dx = x < half ? half - x : Math.min(box.width - half - callout - x, 0);
    const dy = y < high ? high - y : Math.min(box.height - high - y, 0);
    if (dx || dy) this.pan(dx, dy);
  }

  listenForPointer() {
    const fingers = new Map();
    let moved = false;
    this.svg.addEventListener("pointerdown", event => {
      fingers.set(event.pointerId, event);
      moved = false;
    });
    this.svg.addEventListener("pointermove", event => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (!moved && Math.hypot(dx, dy) < 4) return;
      if (!moved) this.svg.setPointerCapture(event.pointerId);
      moved = true;
      if (fingers.size === 2) {
        const other = [...fingers.values()].find(f => f.pointerId !== event.pointerId);
        const far = f => Math.hypot(f.clientX - other.clientX, f.clientY - other.clientY);
        this.zoom(far(event) / Math.max(far(before), 1), other.clientX, other.clientY);
      } else {
        this.pan(dx, dy);
      }
      fingers.set(event.pointerId, event);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, event => fingers.delete(event.pointerId));
    }
    this.svg.addEventListener("click", event => {
      if (moved) return;
      const element = event.target.closest(".zt-node");
      if (element) {
        this.select(Number(element.dataset.node));
        this.toggle(this.selected);
      }
    });
    this.svg.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
    }, { passive: false });
  }

  // --- folding ---

  prepare(element, id) {
    const node = this.data.nodes[id];
    element.setAttribute("tabindex", id === 0 ? "0" : "-1");
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", node.level);
    const ring = document.createElementNS(SVG, "rect");
    ring.setAttribute("class", "zt-ring");
    for (const [name, value] of Object.entries({
      x: -node.width / 2 - 3, y: node.top - 3, width: node.width + 6,
      height: node.height - node.top + 6, rx: 9 })) ring.setAttribute(name, value);
    element.append(ring);
    if (!node.children.length) return;
    element.setAttribute("aria-expanded", "true");
    const more = document.createElementNS(SVG, "text");
    more.setAttribute("class", "zt-more zt-hidden");
    more.setAttribute("y", node.height + 15);
    element.append(more);
  }

  toggle(id) {
    if (!this.data.nodes[id].children.length) return;
    if (!this.folded.delete(id)) this.folded.add(id);
    const isFolded = this.folded.has(id);
    this.nodes[id].setAttribute("aria-expanded", String(!isFolded));
    const more = this.nodes[id].querySelector(".zt-more");
    more.textContent = `⊕ ${this.countBelow(id)}`;
    more.classList.toggle("zt-hidden", !isFolded);
    this.arrange(id);
  }

  unfoldAll() {
    for (const id of [...this.folded]) this.toggle(id);
  }

  countBelow(id) {
    return this.data.nodes[id].children.reduce((sum, child) => sum + 1 + this.countBelow(child), 0);
  }

  // Move everything to its new place; the node `kept` stays where it was on the screen.
  arrange(kept) {
    const { xs, shown } = layOut(this.data.nodes, this.folded, this.data.gap);
    const before = this.xs, shift = before[kept] - xs[kept];
    const after = xs.map((x, id) => (shown.has(id) ? x + shift : before[id]));
    this.nodes.forEach((element, id) => element.classList.toggle("zt-hidden", !shown.has(id)));
    for (const edge of [...this.edges, ...this.ticks]) {
      edge.classList.toggle("zt-hidden", !shown.has(Number(edge.dataset.to)));
    }
    cancelAnimationFrame(this.moving);
    if (calm() || document.hidden) return this.place(after);
    const start = performance.now();
    const frame = time => {
      const part = Math.min((time - start) / 220, 1), eased = part * (2 - part);
      this.place(after.map((x, id) => before[id] + (x - before[id]) * eased));
      if (part < 1) this.moving = requestAnimationFrame(frame);
    };
    this.moving = requestAnimationFrame(frame);
  }

  place(xs) {
    this.xs = xs;
    const { nodes } = this.data;
    this.nodes.forEach((element, id) =>
      element.setAttribute("transform", `translate(${xs[id]} ${nodes[id].y})`));
    for (const edge of this.edges) {
      const from = nodes[edge.dataset.from], to = nodes[edge.dataset.to];
      const end = to.y + to.top, turn = this.bends(from, to) ? to.y : end;
      edge.setAttribute("d", `M${xs[from.id]} ${from.y + from.height}V${from.bottom}` +
        `L${xs[to.id]} ${turn}` + (turn < end ? `V${end}` : ""));
    }
    for (const tick of this.ticks) {
      const to = nodes[tick.dataset.to], from = nodes[to.parent];
      const y = this.bends(from, to) ? to.y : to.y + to.top;
      const dx = xs[to.id] - xs[from.id], dy = y - from.bottom;
      tick.setAttribute("transform", `translate(${(xs[to.id] + xs[from.id]) / 2} ` +
        `${(y + from.bottom) / 2}) rotate(${Math.atan2(dy, dx) * 180 / Math.PI})`);
    }
    this.moveCallout();
  }

  // As in svg.py: whether a sibling with higher captions is in the straight way.
  bends(from, to) {
    const low = Math.min(this.xs[from.id], this.xs[to.id]);
    const high = Math.max(this.xs[from.id], this.xs[to.id]);
    return from.children.map(id => this.data.nodes[id]).some(other => other !== to &&
      other.top < to.top - 1 && low - other.width / 2 < this.xs[other.id] &&
      this.xs[other.id] < high + other.width / 2);
  }

  select(id) {
    this.nodes[this.selected].setAttribute("tabindex", "-1");
    this.selected = id;
    this.nodes[id].setAttribute("tabindex", "0");
    this.nodes[id].focus({ preventScroll: true });
    this.follow(id);
  }

  // Up to the parent, down to the first child, or along the level.
  wander(direction) {
    const { nodes } = this.data, node = nodes[this.selected];
    const siblings = node.parent === null ? [node.id] : nodes[node.parent].children;
    const at = siblings.indexOf(node.id);
    const to = { up: node.parent, down: this.folded.has(node.id) ? null : node.children[0],
                 left: siblings[at - 1], right: siblings[at + 1] }[direction];
    if (to !== null && to !== undefined) this.select(to);
  }

  // --- the search, step by step ---

  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.render();
    if (this.step < this.last) this.follow(this.visible(this.data.steps[this.step].node));
  }

  // The node itself, or the folded one that hides it.
  visible(id) {
    let found = id;
    for (let up = this.data.nodes[id].parent; up !== null; up = this.data.nodes[up].parent) {
      if (this.folded.has(up)) found = up;
    }
    return found;
  }

  render() {
    const { nodes, steps } = this.data, over = this.step === this.last;
    const status = new Map(), value = new Map(), best = new Map();
    for (const { node, best: child, changes } of steps.slice(0, this.step + 1)) {
      for (const [id, now, text] of changes) {
        status.set(id, now);
        value.set(id, text);
      }
      if (child !== null) best.set(node, child);
    }
    const now = steps[this.step];
    this.svg.classList.toggle("is-walking", !over);
    this.nodes.forEach((element, id) => {
      const state = status.get(id);
      element.classList.toggle("is-unseen", state === undefined);
      element.classList.toggle("is-absent", state === undefined && nodes[id].stub);
      this.shapes[id].classList.toggle("zt-pruned", state === "pruned");
      element.classList.toggle("is-open", state === "open");
      element.classList.toggle("is-pruned", state === "pruned");
      element.classList.toggle("is-now", !over && this.visible(now.node) === id);
      this.values[id].textContent = value.get(id) ?? "";
      this.name(element, over ? this.told[id] : this.soFar(id, state, value.get(id)));
    });
    for (const edge of this.edges) {
      const { from, to } = edge.dataset, child = nodes[to], state = status.get(child.id);
      const isBest = best.get(Number(from)) === child.id;
      edge.classList.toggle("is-unseen", state === undefined);
      edge.classList.toggle("is-absent", state === undefined && child.stub);
      edge.classList.toggle("zt-pruned", state === "pruned");
      edge.classList.toggle("zt-chosen", over && child.chosen);
      edge.classList.toggle("zt-best", isBest && !(over && child.chosen));
    }
    for (const tick of this.ticks) {
      tick.classList.toggle("is-unseen", status.get(Number(tick.dataset.to)) === undefined);
    }
    this.tell(now);
  }

  // A node for screen readers and pointers, without what the search is yet to find.
  soFar(id, state, value) {
    const says = { undefined: "not looked at yet", pruned: "pruned", done: `value ${value}`,
                   open: value ? `being searched, ${value} so far` : "being searched" }[state];
    return `${this.data.nodes[id].called}, ${says}`;
  }

  name(element, text) {
    if (element.getAttribute("aria-label") === text) return;
    element.setAttribute("aria-label", text);
    element.querySelector("title").textContent = text;
  }

  tell(now) {
    const say = (name, text) => { this.panel.querySelector(name).textContent = text; };
    say(".now .text", now.text);
    say(".now .alpha", now.alpha);
    say(".now .beta", now.beta);
    say(".now .value", now.value || "–");
    this.callout.classList.toggle("zt-hidden", this.step === this.last || !this.data.windows);
    this.callout.querySelector("text").textContent = `α ${now.alpha}   β ${now.beta}`;
    this.callout.querySelector("rect").setAttribute(
      "width", this.callout.querySelector("text").textContent.length * 8 + 14);
    this.moveCallout();
  }

  moveCallout() {
    const id = this.visible(this.data.steps[this.step].node), node = this.data.nodes[id];
    this.callout.setAttribute("transform",
      `translate(${this.xs[id] + node.width / 2 + 8} ${node.y + node.top})`);
  }
}
