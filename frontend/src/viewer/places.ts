// Where the nodes of a tree are, and how edges run between them: levels far enough apart that edges are not flat, and
// every shape as large as the largest of its values over time.
import { parentsOf, type Recorded, type Recordings } from "./data";
import { measure, type Shape } from "./glyphs";
import { type Layout, layOut } from "./layout";
import { windowsOf } from "./walk";

const GAP = 18;
const ROOMY = 60; // nodes with larger boards

export interface EdgeLine {
  d: string;
  tick: string; // where the mark of a pruned branch is, as a transform
  box: { left: number; right: number; top: number; bottom: number };
}

export class Places {
  readonly depth: Int32Array;
  readonly windows: Map<number, [string, string]>;
  layout!: Layout;
  bottoms: number[] = []; // where each level ends
  heads: number[] = []; // the room for captions at each level
  private readonly shapes = new Map<number, Shape>();
  private readonly texts = new Map<number, string[]>();
  private readonly cuts = new Map<number, string>();

  constructor(
    private readonly tree: Recorded,
    private readonly pictures: Recordings["pictures"],
  ) {
    const { nodes, steps } = tree;
    this.windows = windowsOf(tree);
    this.depth = new Int32Array(nodes.length);
    const parents = parentsOf(tree);
    nodes.forEach((_, id) => {
      if (id) this.depth[id] = this.depth[parents[id]!]! + 1;
    });
    for (const { node, value } of steps) {
      if (!value) continue;
      const texts = this.texts.get(node);
      if (texts) texts.push(value);
      else this.texts.set(node, [value]);
    }
    for (const node of nodes) {
      const first = node.cut_text && node.children?.find((child) => nodes[child]!.why === "pruned");
      if (first) this.cuts.set(first, node.cut_text!);
    }
  }

  shapeOf(id: number): Shape {
    let found = this.shapes.get(id);
    if (!found) {
      const node = this.tree.nodes[id]!;
      found = measure(
        this.tree,
        node,
        this.windows.get(id),
        [node.text ?? "", ...(this.texts.get(id) ?? [])],
        this.cuts.get(id) ?? "",
        node.board ? this.pictures?.[node.board] : undefined,
        this.tree.nodes.length <= ROOMY ? 1.3 : 1,
      );
      this.shapes.set(id, found);
    }
    return found;
  }

  /** Find a place for every node that is shown; `below` are its children that are. */
  arrange(shown: number[], below: (id: number) => number[]): void {
    this.heads = [];
    for (const id of shown) {
      const level = this.depth[id]!;
      this.heads[level] = Math.max(this.heads[level] ?? 0, this.shapeOf(id).captionsHigh);
    }
    const size = (id: number) => ({ width: this.shapeOf(id).width, height: this.bottomOf(id) });
    const flat = layOut(shown, below, (id) => this.depth[id]!, size, GAP, 0);
    let spread = 0;
    for (const id of shown) {
      const children = below(id);
      if (children.length) spread = Math.max(spread, flat.x.get(children.at(-1)!)! - flat.x.get(children[0]!)!);
    }
    const gap = Math.min(Math.max(44, spread * 0.07), 110);
    const heights = [...flat.levels.slice(1), flat.height].map((end, i) => end - flat.levels[i]!);
    this.layout = {
      ...flat,
      levels: flat.levels.map((y, i) => y + i * gap),
      height: flat.height + (flat.levels.length - 1) * gap,
    };
    this.bottoms = this.layout.levels.map((y, i) => y + heights[i]!);
  }

  x(id: number): number {
    return this.layout.x.get(id)!;
  }

  /** Where its level begins. */
  y(id: number): number {
    return this.layout.levels[this.depth[id]!]!;
  }

  /** Where its shape begins, from there. */
  topOf(id: number): number {
    return this.heads[this.depth[id]!]! - this.shapeOf(id).captionsHigh;
  }

  /** … and where it ends. */
  bottomOf(id: number): number {
    const shape = this.shapeOf(id);
    return this.heads[this.depth[id]!]! + shape.high + shape.below;
  }

  /** The edges to some children: down to the end of the level, and straight to the child; or, if a sibling with
   * higher captions is in the way, to where its level begins, and then down. */
  edges(parent: number, children: number[]): EdgeLine[] {
    const from = this.x(parent);
    const start = this.y(parent) + this.bottomOf(parent);
    const turn = this.bottoms[this.depth[parent]!]!;
    const lowest = Math.max(...children.map((id) => this.topOf(id)));
    const high = children.filter((id) => this.topOf(id) < lowest - 1);
    return children.map((id) => {
      const to = this.x(id);
      const end = this.y(id) + this.topOf(id);
      const bends = high.some(
        (other) =>
          other !== id &&
          this.topOf(other) < this.topOf(id) - 1 &&
          Math.min(from, to) - this.shapeOf(other).width / 2 < this.x(other) &&
          this.x(other) < Math.max(from, to) + this.shapeOf(other).width / 2,
      );
      const down = bends ? this.y(id) : end;
      return {
        d:
          `M${round(from)} ${round(start)}V${round(turn)}L${round(to)} ${round(down)}` +
          (down < end ? `V${round(end)}` : ""),
        tick:
          `translate(${round((from + to) / 2)} ${round((turn + down) / 2)}) ` +
          `rotate(${round((Math.atan2(down - turn, to - from) * 180) / Math.PI)})`,
        box: { left: Math.min(from, to), right: Math.max(from, to), top: start, bottom: end },
      };
    });
  }
}

export const round = (number: number): number => Math.round(number * 100) / 100;
