// Where a search is after so many steps: which nodes it has seen, and what it knows of them.
import { alphaOf, betaOf, hasWindows, type Recorded } from "./data";

export const UNSEEN = 0;
export const OPEN = 1;
export const DONE = 2;
export const PRUNED = 3;

export class Walk {
  readonly status: Uint8Array;
  readonly value: string[];
  readonly best: Int32Array; // the child that a node prefers so far
  visited = 0;
  at = -1; // the step taken last

  constructor(readonly tree: Recorded) {
    this.status = new Uint8Array(tree.nodes.length);
    this.value = new Array<string>(tree.nodes.length).fill("");
    this.best = new Int32Array(tree.nodes.length).fill(-1);
    if (!tree.steps.length) this.allAtOnce();
  }

  get last(): number {
    return this.tree.steps.length - 1;
  }

  get over(): boolean {
    return this.at === this.last;
  }

  /** Forwards step by step; backwards from the beginning again, which is as quick as a thought. */
  goTo(step: number): void {
    const wanted = Math.max(0, Math.min(step, this.last));
    if (!this.tree.steps.length) return;
    if (wanted < this.at) {
      this.status.fill(UNSEEN);
      this.value.fill("");
      this.best.fill(-1);
      this.visited = 0;
      this.at = -1;
    }
    while (this.at < wanted) this.take(++this.at);
  }

  private take(number: number): void {
    const { do: what, node, value, best } = this.tree.steps[number]!;
    if (best !== undefined) this.best[node] = best;
    switch (what) {
      case "enter":
        this.visited += 1;
        this.status[node] = OPEN;
        break;
      case "hear":
        this.value[node] = value ?? "";
        break;
      case "cut":
        for (const child of this.tree.nodes[node]!.children!) {
          if (this.tree.nodes[child]!.why === "pruned") this.prune(child);
        }
        break;
      default:
        if (what !== "done") this.visited += 1 + (this.tree.nodes[node]!.folded ?? 0);
        this.status[node] = DONE;
        this.value[node] = value ?? "";
    }
  }

  private prune(top: number): void {
    const waiting = [top];
    while (waiting.length) {
      const node = this.tree.nodes[waiting.pop()!]!;
      this.status[node.id] = PRUNED;
      this.value[node.id] = node.text ?? "";
      waiting.push(...(node.children ?? []));
    }
  }

  /** A figure without a search: everything is there from the start. */
  private allAtOnce(): void {
    this.status.fill(DONE);
    this.tree.nodes.forEach((node, id) => {
      this.value[id] = node.text ?? "";
    });
  }
}

/** The window that each node was entered with, as text. */
export function windowsOf(tree: Recorded): Map<number, [string, string]> {
  const found = new Map<number, [string, string]>();
  if (!hasWindows(tree)) return found;
  for (const step of tree.steps) {
    if (step.do === "cut" || step.do === "hear" || step.do === "done" || found.has(step.node)) continue;
    if (tree.nodes[step.node]!.kind !== "leaf") found.set(step.node, [alphaOf(step), betaOf(step)]);
  }
  return found;
}
