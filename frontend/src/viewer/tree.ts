// One tree on the page: which branches are folded, where it is looked at from, and how far the
// search has come. Nodes are drawn when they are first shown; a step touches only what it changes.

import { bandsOf } from "./bands";
import { Crowd, type Placed } from "./crowd";
import { alphaOf, betaOf, byHand, called, parentsOf, type Recorded, type Recordings } from "./data";
import { Eye } from "./eye";
import { Folding } from "./folding";
import { draw, make, measure, type Shape } from "./glyphs";
import { type Layout, layOut } from "./layout";
import { DONE, OPEN, PRUNED, UNSEEN, type Walk, windowsOf } from "./walk";

const GAP = 18;
const ROOMY = 60; // nodes with larger boards

interface Drawn {
  element: SVGGElement;
  item: SVGElement; // what is read out, and has the focus
  value: SVGElement;
  shape: SVGElement; // the group that shape and value are in
  more?: SVGElement;
  edge?: SVGElement;
  tick?: SVGElement;
  look: string; // what was drawn last
}

export class TreeElement extends HTMLElement {
  masked = -1; // a node whose value is asked for
  selected = 0;
  private walk!: Walk;
  private tree!: Recorded;
  private pictures: Recordings["pictures"];
  private depth!: Int32Array;
  private folding!: Folding;
  private shown: number[] = [];
  private shapes = new Map<number, Shape>();
  private drawn = new Map<number, Drawn>();
  private windows!: Map<number, [string, string]>;
  private texts!: Map<number, string[]>;
  private cuts!: Map<number, string>;
  private heads: number[] = [];
  private layout!: Layout;
  private bottoms: number[] = [];
  private levelNames: SVGElement[] = [];
  private gutter = 0;
  private eye!: Eye;
  private layers!: Record<"bands" | "edges" | "nodes" | "names", SVGElement>;
  private callout!: SVGElement;
  private now = -1;
  private redraw = false;
  private crowd: Crowd | undefined;
  private pointed = -1; // the node that was clicked last
  private watcher: ResizeObserver | undefined;

  connectedCallback(): void {
    this.watcher = new ResizeObserver(() => {
      this.eye?.resized();
      if (this.layout) this.begin();
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
    this.pictures = pictures;
    this.windows = windowsOf(tree);
    this.index();
    this.drawn.clear();
    this.shapes.clear();
    delete this.dataset["heads"];
    this.selected = 0;
    this.now = -1;
    this.prepare();
    this.folding = new Folding(tree);
    this.arrange();
    this.eye.begin(this.extent(), this.layout.x.get(0)!);
  }

  /** Draw what the walk has come to, and keep it in sight. */
  follow(): void {
    this.render();
    const at = this.tree.steps[this.walk.at];
    if (at && !this.walk.over) this.lookAt(this.folding.visible(at.node));
  }

  // --- what is known from the start ---

  private index(): void {
    const { nodes, steps } = this.tree;
    this.depth = new Int32Array(nodes.length);
    const parents = parentsOf(this.tree);
    nodes.forEach((_, id) => {
      if (id) this.depth[id] = this.depth[parents[id]!]! + 1;
    });
    this.texts = new Map();
    for (const { node, value } of steps) {
      if (!value) continue;
      const texts = this.texts.get(node);
      if (texts) texts.push(value);
      else this.texts.set(node, [value]);
    }
    this.cuts = new Map();
    for (const node of nodes) {
      const first = node.cut_text && node.children?.find((child) => nodes[child]!.why === "pruned");
      if (first) this.cuts.set(first, node.cut_text!);
    }
  }

  private prepare(): void {
    const svg = make("svg", {
      class: "tree zermelo-tree",
      role: "tree",
      "aria-label": `${this.tree.heading}, ${this.tree.position}`,
    }) as SVGSVGElement;
    const marker = make("marker", {
      id: "zt-head",
      viewBox: "-10 -6 11 12",
      markerWidth: 13,
      markerHeight: 12,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    });
    marker.append(make("path", { class: "zt-head", d: "M-10 -5.5L1 0L-10 5.5Z" }));
    const defs = make("defs", {});
    defs.append(marker);
    const view = make("g", { class: "view" }) as SVGGElement;
    this.layers = {
      bands: make("g", { "aria-hidden": "true" }),
      edges: make("g", { class: "zt-edges", "aria-hidden": "true" }),
      nodes: make("g", { class: "zt-nodes", role: "presentation" }),
      names: make("g", { "aria-hidden": "true" }),
    };
    this.callout = make("g", { class: "callout zt-hidden", "aria-hidden": "true" });
    this.callout.append(
      make("rect", { height: 22, width: 90, rx: 6 }),
      make("text", { x: 7, y: 16, "xml:space": "preserve" }),
    );
    view.append(...Object.values(this.layers), this.callout);
    svg.append(defs, view);
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

  private shapeOf(id: number): Shape {
    let found = this.shapes.get(id);
    if (!found) {
      const node = this.tree.nodes[id]!;
      const small = this.tree.nodes.length <= ROOMY;
      found = measure(
        this.tree,
        node,
        this.windows.get(id),
        [node.text ?? "", ...(this.texts.get(id) ?? [])],
        this.cuts.get(id) ?? "",
        node.board ? this.pictures?.[node.board] : undefined,
        small ? 1.3 : 1,
      );
      this.shapes.set(id, found);
    }
    return found;
  }

  /** Put everything in its place; the node `kept` stays where it was on the screen. */
  private arrange(kept = 0): void {
    const before = this.layout && { x: this.layout.x.get(kept) ?? 0, y: this.layout.levels[this.depth[kept]!] ?? 0 };
    this.shown = [0];
    for (const id of this.shown) this.shown.push(...this.below(id)); // grows while it is read
    this.dataset["shown"] = String(this.shown.length);
    this.heads = [];
    for (const id of this.shown) {
      const level = this.depth[id]!;
      this.heads[level] = Math.max(this.heads[level] ?? 0, this.shapeOf(id).captionsHigh);
    }
    const size = (id: number) => {
      const shape = this.shapeOf(id);
      return { width: shape.width, height: this.heads[this.depth[id]!]! + shape.high + shape.below };
    };
    const depth = (id: number): number => this.depth[id]!;
    const flat = layOut(this.shown, this.below, depth, size, GAP, 0);
    let spread = 0;
    for (const id of this.shown) {
      const children = this.below(id);
      if (children.length)
        spread = Math.max(spread, flat.x.get(children[children.length - 1]!)! - flat.x.get(children[0]!)!);
    }
    const gap = Math.min(Math.max(44, spread * 0.07), 110);
    const heights = [...flat.levels.slice(1), flat.height].map((end, i) => end - flat.levels[i]!);
    this.layout = {
      ...flat,
      levels: flat.levels.map((y, i) => y + i * gap),
      height: flat.height + (flat.levels.length - 1) * gap,
    };
    this.bottoms = this.layout.levels.map((y, i) => y + heights[i]!);
    this.bands();
    this.place();
    if (before && this.drawn.size) {
      const { x, levels } = this.layout;
      this.eye.shift(before.x - x.get(kept)!, before.y - levels[depth(kept)]!);
    }
    this.redraw = true;
    this.render();
  }

  private extent(): { width: number; height: number; gutter: number } {
    return { width: this.layout.width, height: this.layout.height, gutter: this.gutter };
  }

  private bands(): void {
    const found = bandsOf(this.tree, this.shown, this.depth, this.layout, this.bottoms);
    this.levelNames = found.names;
    this.gutter = found.gutter;
    this.layers.bands.replaceChildren(...found.bands);
    this.layers.names.replaceChildren(...found.names);
  }

  private drawnOf(id: number): Drawn {
    let found = this.drawn.get(id);
    if (found) return found;
    const node = this.tree.nodes[id]!;
    const element = draw(node, this.shapeOf(id), this.heads[this.depth[id]!]!);
    const item = element.querySelector<SVGElement>(".zt-item")!;
    item.setAttribute("tabindex", id === this.selected ? "0" : "-1");
    item.setAttribute("aria-level", String(this.depth[id]! + 1));
    const value = element.querySelector<SVGElement>(".zt-value")!;
    found = { element, item, value, shape: value.parentElement as unknown as SVGElement, look: "" };
    if (node.children) {
      found.more = make("text", { class: "zt-more", "aria-hidden": "true" });
      element.append(found.more);
    }
    const parent = parentsOf(this.tree)[id]!;
    if (parent >= 0) {
      found.edge = make("path", { class: "zt-edge", "data-from": parent, "data-to": id });
      if (node.why === "pruned" && this.tree.nodes[parent]!.why !== "pruned") {
        found.tick = make("path", { class: "zt-tick", "data-to": id, d: "M-3 -6L-1 6M2 -6L4 6" });
      }
    }
    this.drawn.set(id, found);
    return found;
  }

  private place(): void {
    const heads = this.heads.join();
    if (this.dataset["heads"] !== heads) this.drawn.clear(); // shapes begin elsewhere now
    this.dataset["heads"] = heads;
    const nodes: Placed[] = [];
    const edges: Placed[] = [];
    for (const id of [...this.shown].sort((a, b) => a - b)) {
      // in the order that is read out
      const drawn = this.drawnOf(id);
      const level = this.depth[id]!;
      const y = this.layout.levels[level]!;
      drawn.element.setAttribute("transform", `translate(${round(this.layout.x.get(id)!)} ${round(y)})`);
      const half = this.shapeOf(id).width / 2 + 6;
      const x = this.layout.x.get(id)!;
      nodes.push({
        element: drawn.element,
        left: x - half,
        right: x + half,
        top: y - 6,
        bottom: y + this.shapeBottom(id) + 20,
      });
      if (drawn.more) {
        const folded = this.folding.has(id);
        drawn.item.setAttribute("aria-expanded", String(!folded));
        drawn.more.textContent = folded ? `⊕ ${this.folding.countBelow(id).toLocaleString("en")}` : "";
        drawn.more.setAttribute("y", String(this.shapeBottom(id) + 15));
      }
    }
    for (const id of this.shown) this.edges(id, edges);
    this.crowd = new Crowd(this.layers.nodes, this.layers.edges, nodes, edges);
    this.cull();
  }

  /** Only what is in sight is on the page, where there is much. */
  private cull(): void {
    const focused = this.layers.nodes.contains(document.activeElement);
    if (this.crowd?.seen(this.eye.window())) {
      if (focused) this.drawn.get(this.selected)?.item.focus({ preventScroll: true });
    }
  }

  private shapeBottom(id: number): number {
    const shape = this.shapeOf(id);
    return this.heads[this.depth[id]!]! + shape.high + shape.below;
  }

  private topOf(id: number): number {
    return this.heads[this.depth[id]!]! - this.shapeOf(id).captionsHigh;
  }

  /** Down to the end of the level, and straight to the child; or, if a sibling with higher captions
   * is in the way, to where its level begins, and then down. */
  private edges(parent: number, into: Placed[]): void {
    const children = this.below(parent);
    const level = this.depth[parent]!;
    const { x, levels } = this.layout;
    const from = x.get(parent)!;
    const start = levels[level]! + this.shapeBottom(parent);
    const turn = this.bottoms[level]!;
    const lowest = Math.max(...children.map((id) => this.topOf(id)));
    const high = children.filter((id) => this.topOf(id) < lowest - 1);
    for (const id of children) {
      const drawn = this.drawn.get(id)!;
      const to = x.get(id)!;
      const end = levels[level + 1]! + this.topOf(id);
      const bends = high.some(
        (other) =>
          other !== id &&
          this.topOf(other) < this.topOf(id) - 1 &&
          Math.min(from, to) - this.shapeOf(other).width / 2 < x.get(other)! &&
          x.get(other)! < Math.max(from, to) + this.shapeOf(other).width / 2,
      );
      const down = bends ? levels[level + 1]! : end;
      drawn.edge!.setAttribute(
        "d",
        `M${round(from)} ${round(start)}V${round(turn)}L${round(to)} ${round(down)}` +
          (down < end ? `V${round(end)}` : ""),
      );
      const box = { left: Math.min(from, to), right: Math.max(from, to), top: start, bottom: end };
      into.push({ element: drawn.edge!, ...box });
      if (drawn.tick) {
        drawn.tick.setAttribute(
          "transform",
          `translate(${round((from + to) / 2)} ${round((turn + down) / 2)}) ` +
            `rotate(${round((Math.atan2(down - turn, to - from) * 180) / Math.PI)})`,
        );
        into.push({ element: drawn.tick, ...box });
      }
    }
  }

  // --- looking and pointing ---

  fit(): void {
    this.eye.fit(this.extent());
  }

  private begin(): void {
    this.eye.begin(this.extent(), this.layout.x.get(0)!);
    if (this.now >= 0) this.lookAt(this.now);
  }

  zoom(factor: number): void {
    this.eye.zoom(factor);
  }

  private lookAt(id: number): void {
    const shape = this.shapeOf(id);
    const high = this.shapeBottom(id);
    this.eye.follow(this.layout.x.get(id)!, this.layout.levels[this.depth[id]!]! + high / 2, shape.width, high);
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
    const over = walk.over;
    const now = step && !over ? this.folding.visible(step.node) : -1;
    this.firstElementChild!.classList.toggle("is-walking", !over);
    for (const id of this.shown) {
      const status = walk.status[id]!;
      const node = tree.nodes[id]!;
      const given = status === UNSEEN && node.kind === "leaf" && byHand(tree);
      const value = id === this.masked ? "?" : given ? (node.text ?? "") : walk.value[id]!;
      const parent = parentsOf(tree)[id]!;
      const best = parent >= 0 && walk.best[parent] === id;
      const chosen = over && Boolean(node.chosen);
      const look = `${status}${now === id ? "n" : ""}${best ? "b" : ""}${chosen ? "c" : ""}${value}`;
      const drawn = this.drawn.get(id)!;
      if (drawn.look !== look || this.redraw) {
        drawn.look = look;
        this.dress(id, drawn, status, value, given, now === id, best, chosen);
      }
    }
    this.redraw = false;
    this.now = now;
    this.tell();
  }

  private dress(
    id: number,
    drawn: Drawn,
    status: number,
    value: string,
    given: boolean,
    now: boolean,
    best: boolean,
    chosen: boolean,
  ): void {
    const node = this.tree.nodes[id]!;
    const stub = status === UNSEEN && node.why === "pruned" && !byHand(this.tree);
    const states = [
      "zt-node",
      status === UNSEEN ? "is-unseen" : "",
      stub ? "is-absent" : "",
      status === OPEN ? "is-open" : "",
      status === PRUNED ? "is-pruned" : "",
      status === DONE ? "is-done" : "",
      now ? "is-now" : "",
      chosen ? "is-chosen" : "",
      given ? "is-given" : "",
    ];
    drawn.element.setAttribute("class", states.filter(Boolean).join(" "));
    drawn.element.dataset["value"] = value;
    drawn.shape.classList.toggle("zt-pruned", status === PRUNED);
    drawn.value.textContent = value;
    const says = [
      `not looked at yet${given ? `, given as ${value}` : ""}`,
      value ? `being searched, ${value} so far` : "being searched",
      value ? `value ${value}` : "",
      "pruned",
    ][status]!;
    const label = [
      called(this.tree, id),
      id === this.masked ? "its value is asked for" : says,
      chosen ? "on the chosen line" : "",
    ]
      .filter(Boolean)
      .join(", ");
    drawn.item.setAttribute("aria-label", label);
    drawn.element.firstElementChild!.textContent = label;
    drawn.edge?.setAttribute(
      "class",
      [
        "zt-edge",
        status === UNSEEN ? "is-unseen" : "",
        stub ? "is-absent" : "",
        status === PRUNED ? "zt-pruned" : "",
        chosen ? "zt-chosen" : best ? "zt-best" : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
    drawn.tick?.setAttribute("class", status === UNSEEN ? "zt-tick is-unseen" : "zt-tick");
  }

  /** The window, beside the node that is being searched. */
  private tell(): void {
    const step = this.tree.steps[this.walk.at];
    this.callout.classList.toggle("zt-hidden", this.now < 0 || !this.windows.size);
    if (this.now < 0 || !step) return;
    const text = `α ${alphaOf(step)}   β ${betaOf(step)}`;
    const [box, words] = this.callout.children;
    words!.textContent = text;
    box!.setAttribute("width", String(text.length * 8 + 14));
    const shape = this.shapeOf(this.now);
    this.callout.setAttribute(
      "transform",
      `translate(${round(this.layout.x.get(this.now)! + shape.width / 2 + 8)} ` +
        `${round(this.layout.levels[this.depth[this.now]!]! + this.topOf(this.now))})`,
    );
  }
}

const round = (number: number): number => Math.round(number * 100) / 100;

customElements.define("z-tree", TreeElement);
