// One tree on the page: which branches are folded, where it is looked at from, and how far the
// search has come. Nodes are drawn when they are first shown; a step touches only what it changes.
import { bandsOf } from "./bands";
import { Crowd, type Placed } from "./crowd";
import { alphaOf, betaOf, byHand, parentsOf, type Recorded, type Recordings } from "./data";
import { type Drawn, drawn, dress } from "./dress";
import { Eye } from "./eye";
import { Folding } from "./folding";
import { Places, round } from "./places";
import { type Sheet, sheetFor } from "./sheet";
import { UNSEEN, type Walk } from "./walk";

export class TreeElement extends HTMLElement {
  masked = -1; // a node whose value is asked for
  selected = 0;
  private walk!: Walk;
  private tree!: Recorded;
  private folding!: Folding;
  private places: Places | undefined;
  private shown: number[] = [];
  private drawn = new Map<number, Drawn>();
  private levelNames: SVGElement[] = [];
  private gutter = 0;
  private eye!: Eye;
  private sheet!: Sheet;
  private now = -1;
  private redraw = false;
  private crowd: Crowd | undefined;
  private pointed = -1; // the node that was clicked last
  private watcher: ResizeObserver | undefined;

  connectedCallback(): void {
    this.watcher = new ResizeObserver(() => {
      this.eye?.resized();
      if (this.places) this.begin();
    });
    this.watcher.observe(this);
  }

  disconnectedCallback(): void {
    this.watcher?.disconnect();
  }

  /** Take on a recorded search. */
  show(walk: Walk, pictures: Recordings["pictures"]): void {
    if (this.walk === walk) return;
    const { tree } = walk;
    this.walk = walk;
    this.tree = tree;
    this.places = new Places(tree, pictures);
    this.drawn.clear();
    delete this.dataset["heads"];
    this.selected = 0;
    this.now = -1;
    this.prepare();
    this.folding = new Folding(tree);
    this.arrange();
    this.eye.begin(this.extent(), this.places.x(0));
  }

  /** Draw what the walk has come to, and keep it in sight. */
  follow(): void {
    this.render();
    const at = this.tree.steps[this.walk.at];
    if (at && !this.walk.over) this.lookAt(this.folding.visible(at.node));
  }

  private prepare(): void {
    this.sheet = sheetFor(`${this.tree.heading}, ${this.tree.position}`);
    const { svg, view } = this.sheet;
    this.replaceChildren(svg);
    this.crowd = undefined;
    this.eye = new Eye(svg, view, () => {
      this.cull();
      for (const name of this.levelNames) name.setAttribute("x", String(this.eye.left(this.gutter)));
    });
    svg.addEventListener("click", (event) => {
      if (this.eye.moved) return;
      const element = (event.target as Element).closest<SVGGElement>(".zt-node");
      if (element) this.pointAt(Number(element.dataset["node"]));
    });
  }

  // --- folding ---

  private below = (id: number): number[] => this.folding.below(id);

  toggle(id: number): void {
    if (this.folding.toggle(id, this.shown.length)) this.arrange(id);
  }

  unfoldAll(): void {
    this.folding.unfold(this.shown.length);
    this.arrange(0);
  }

  // --- places ---

  /** Put everything in its place; the node `kept` stays where it was on the screen. */
  private arrange(kept = 0): void {
    const places = this.places!;
    const before = this.drawn.size ? { x: places.x(kept), y: places.y(kept) } : null;
    this.shown = [0];
    for (const id of this.shown) this.shown.push(...this.below(id)); // grows while it is read
    this.dataset["shown"] = String(this.shown.length);
    places.arrange(this.shown, this.below);
    this.bands();
    this.place();
    if (before) this.eye.shift(before.x - places.x(kept), before.y - places.y(kept));
    this.redraw = true;
    this.render();
  }

  private extent(): { width: number; height: number; gutter: number } {
    const { width, height } = this.places!.layout;
    return { width, height, gutter: this.gutter };
  }

  private bands(): void {
    const { depth, layout, bottoms } = this.places!;
    const found = bandsOf(this.tree, this.shown, depth, layout, bottoms);
    this.levelNames = found.names;
    this.gutter = found.gutter;
    this.sheet.layers.bands.replaceChildren(...found.bands);
    this.sheet.layers.names.replaceChildren(...found.names);
  }

  private drawnOf(id: number): Drawn {
    let found = this.drawn.get(id);
    if (!found) {
      const places = this.places!;
      const level = places.depth[id]!;
      found = drawn(this.tree, id, places.shapeOf(id), places.heads[level]!, level + 1);
      if (id === this.selected) found.item.setAttribute("tabindex", "0");
      this.drawn.set(id, found);
    }
    return found;
  }

  private place(): void {
    const places = this.places!;
    const heads = places.heads.join();
    if (this.dataset["heads"] !== heads) this.drawn.clear(); // shapes begin elsewhere now
    this.dataset["heads"] = heads;
    const nodes: Placed[] = [];
    const edges: Placed[] = [];
    for (const id of [...this.shown].sort((a, b) => a - b)) {
      // in the order that is read out
      const it = this.drawnOf(id);
      const [x, y] = [places.x(id), places.y(id)];
      const bottom = places.bottomOf(id);
      it.element.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
      const half = places.shapeOf(id).width / 2 + 6;
      nodes.push({ element: it.element, left: x - half, right: x + half, top: y - 6, bottom: y + bottom + 20 });
      if (it.more) {
        const folded = this.folding.has(id);
        it.item.setAttribute("aria-expanded", String(!folded));
        it.more.textContent = folded ? `⊕ ${this.folding.countBelow(id).toLocaleString("en")}` : "";
        it.more.setAttribute("y", String(bottom + 15));
      }
    }
    for (const id of this.shown) this.edges(id, edges);
    this.crowd = new Crowd(this.sheet.layers.nodes, this.sheet.layers.edges, nodes, edges);
    this.cull();
  }

  private edges(parent: number, into: Placed[]): void {
    const children = this.below(parent);
    const lines = this.places!.edges(parent, children);
    children.forEach((id, i) => {
      const { edge, tick } = this.drawn.get(id)!;
      const line = lines[i]!;
      edge!.setAttribute("d", line.d);
      into.push({ element: edge!, ...line.box });
      if (tick) {
        tick.setAttribute("transform", line.tick);
        into.push({ element: tick, ...line.box });
      }
    });
  }

  /** Only what is in sight is on the page, where there is much. */
  private cull(): void {
    const focused = this.sheet.layers.nodes.contains(document.activeElement);
    if (this.crowd?.seen(this.eye.window())) {
      if (focused) this.drawn.get(this.selected)?.item.focus({ preventScroll: true });
    }
  }

  // --- looking and pointing ---

  fit(): void {
    this.eye.fit(this.extent());
  }

  private begin(): void {
    this.eye.begin(this.extent(), this.places!.x(0));
    if (this.now >= 0) this.lookAt(this.now);
  }

  zoom(factor: number): void {
    this.eye.zoom(factor);
  }

  private lookAt(id: number): void {
    const places = this.places!;
    const high = places.bottomOf(id);
    this.eye.follow(places.x(id), places.y(id) + high / 2, places.shapeOf(id).width, high);
  }

  private pointAt(id: number): void {
    const again = this.pointed === id;
    this.pointed = id;
    const folded = this.folding.has(id);
    this.select(id);
    if (folded || again) this.toggle(id);
    this.dispatchEvent(new CustomEvent("select", { detail: this.tree.nodes[id], bubbles: true }));
  }

  select(id: number): void {
    this.drawn.get(this.selected)?.item.setAttribute("tabindex", "-1");
    this.selected = id;
    const { item } = this.drawn.get(id)!;
    item.setAttribute("tabindex", "0");
    item.focus({ preventScroll: true });
    this.lookAt(id);
  }

  /** Up to the parent, down to the first child, or along the level. */
  wander(direction: "up" | "down" | "left" | "right"): void {
    const parent = parentsOf(this.tree)[this.selected]!;
    const siblings = parent < 0 ? [this.selected] : this.below(parent);
    const at = siblings.indexOf(this.selected);
    const to = {
      up: parent < 0 ? undefined : parent,
      down: this.below(this.selected)[0],
      left: siblings[at - 1],
      right: siblings[at + 1],
    }[direction];
    if (to !== undefined) this.select(to);
  }

  // --- the search, step by step ---

  render(): void {
    const { walk, tree } = this;
    const step = tree.steps[walk.at];
    const { over } = walk;
    const now = step && !over ? this.folding.visible(step.node) : -1;
    this.sheet.svg.classList.toggle("is-walking", !over);
    const parents = parentsOf(tree);
    for (const id of this.shown) {
      const node = tree.nodes[id]!;
      const status = walk.status[id]!;
      const given = status === UNSEEN && node.kind === "leaf" && byHand(tree);
      const asked = id === this.masked;
      const value = asked ? "?" : given ? (node.text ?? "") : walk.value[id]!;
      const parent = parents[id]!;
      const best = parent >= 0 && walk.best[parent] === id;
      const chosen = over && Boolean(node.chosen);
      const look = { status, value, given, now: now === id, best, chosen, asked };
      dress(tree, id, this.drawn.get(id)!, look, this.redraw);
    }
    this.redraw = false;
    this.now = now;
    this.tell();
  }

  /** The window, beside the node that is being searched. */
  private tell(): void {
    const step = this.tree.steps[this.walk.at];
    const { callout } = this.sheet;
    const places = this.places!;
    callout.classList.toggle("zt-hidden", this.now < 0 || !places.windows.size);
    if (this.now < 0 || !step) return;
    const text = `α ${alphaOf(step)}   β ${betaOf(step)}`;
    const [box, words] = callout.children;
    words!.textContent = text;
    box!.setAttribute("width", String(text.length * 8 + 14));
    const x = places.x(this.now) + places.shapeOf(this.now).width / 2 + 8;
    callout.setAttribute("transform", `translate(${round(x)} ${round(places.y(this.now) + places.topOf(this.now))})`);
  }
}

customElements.define("z-tree", TreeElement);
