// A recorded search as JSON: docs/trees.md explains every field. What is empty is left out.

export interface TreeNode {
  id: number;
  kind: "max" | "min" | "leaf";
  player: 0 | 1;
  why: string;
  move?: string;
  name?: string;
  position?: string;
  board?: string;
  visit?: number;
  text?: string; // the value with its bound
  best?: number;
  chosen?: boolean;
  same?: string;
  known?: number;
  folded?: number;
  moves?: string[];
  cut_text?: string;
  children?: number[];
}

export interface Step {
  do: "enter" | "leaf" | "known" | "hear" | "cut" | "done";
  node: number;
  line: number;
  alpha?: string; // left out: open
  beta?: string;
  value?: string;
  best?: number;
  text: string;
}

export interface Recorded {
  game: string;
  position: string;
  players: [string, string];
  algorithm: string;
  title: string;
  heading: string;
  summary: string;
  about: string;
  rule: string;
  figure: "searched" | "leaves" | "unsearched";
  mover_view: boolean;
  visited: number;
  code: string[];
  nodes: TreeNode[];
  steps: Step[];
}

/** A picture of a board: its width, its height, and what is inside the <svg>. */
export type Picture = [number, number, string];

export interface Recordings {
  trees: Recorded[];
  pictures?: Record<string, Picture>;
  style?: string; // of the boards in the dark
}

export const alphaOf = (step: Step): string => step.alpha ?? "-∞";
export const betaOf = (step: Step): string => step.beta ?? "+∞";
export const byHand = (tree: Recorded): boolean => tree.game === "tree";
export const hasWindows = (tree: Recorded): boolean => tree.algorithm.split("+")[0] !== "minimax";

const parents = new WeakMap<Recorded, Int32Array>();

/** The parent of each node; -1 above the root. */
export function parentsOf(tree: Recorded): Int32Array {
  let found = parents.get(tree);
  if (!found) {
    found = new Int32Array(tree.nodes.length).fill(-1);
    for (const node of tree.nodes) for (const child of node.children ?? []) found[child] = node.id;
    parents.set(tree, found);
  }
  return found;
}

/** The moves from the root. */
export function pathOf(tree: Recorded, id: number): string[] {
  const way: string[] = [];
  for (let at = id; at > 0; at = parentsOf(tree)[at]!) way.unshift(tree.nodes[at]!.move ?? "");
  return way;
}

export function roleOf(tree: Recorded, node: TreeNode): string {
  const role = node.player === 0 ? "MAX" : "MIN";
  const name = tree.players[node.player];
  return name === role ? role : `${name} (${role})`;
}

/** A node in a few words, without anything that the search finds out about it. */
export function called(tree: Recorded, id: number): string {
  const node = tree.nodes[id]!;
  const what = node.kind === "leaf" ? "leaf" : `${roleOf(tree, node)} to move`;
  const words = [pathOf(tree, id).join(" ") || "root", node.moves ? `${node.moves.length} moves` : what];
  if (node.name) words.unshift(node.name);
  return words.join(", ");
}
