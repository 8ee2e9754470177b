// What a search knows after so many steps, and the same in words.
import type { Recording, Run, Step } from "./types";

export interface NodeState {
  seen: boolean; // the search has been here
  open: boolean; // … and is still below
  value: string | null; // as far as it is known: 4, ≥ 4, ≤ 4
  done: boolean;
  alpha: string | null;
  beta: string | null;
  fallen: boolean; // pruned
  cut: boolean; // its window closed
}

export interface Moment {
  nodes: NodeState[];
  step: Step | null;
  visited: number;
}

const fresh = (): NodeState => ({
  seen: false, open: false, value: null, done: false, alpha: null, beta: null, fallen: false, cut: false,
});

/** Everything after the first `count` steps. */
export function momentOf(recording: Recording, run: Run, count: number): Moment {
  const nodes = recording.nodes.map(fresh);
  let visited = 0;
  const fell = (id: number): void => {
    nodes[id]!.fallen = true;
    recording.nodes[id]!.children.forEach(fell);
  };
  for (const step of run.steps.slice(0, count)) {
    const node = nodes[step.node]!;
    switch (step.do) {
      case "enter":
        visited += 1;
        Object.assign(node, { seen: true, open: true, alpha: step.alpha, beta: step.beta });
        break;
      case "leaf":
      case "known":
      case "done":
        Object.assign(node, { value: step.value, done: true, open: false });
        break;
      case "back":
        Object.assign(node, { value: step.best, alpha: step.alpha, beta: step.beta });
        break;
      case "cut":
        Object.assign(node, { cut: true, alpha: step.alpha, beta: step.beta });
        step.pruned!.forEach(fell);
    }
  }
  return { nodes, step: count ? run.steps[count - 1]! : null, visited };
}

export function nameOf(recording: Recording, id: number): string {
  const node = recording.nodes[id]!;
  if (node.parent === null) return "the root";
  const way: string[] = [];
  for (let at: number | null = id; at !== null; at = recording.nodes[at]!.parent) {
    if (recording.nodes[at]!.move !== null) way.unshift(recording.nodes[at]!.move!);
  }
  const player = recording.players[node.player];
  return node.leaf ? `leaf ${way.join(".")}` : `${player} node ${way.join(".")}`;
}

/** A value with its bound in words: at most 4 for ≤ 4. */
export const inWords = (value: string): string => value.replace(/^≥ /, "at least ").replace(/^≤ /, "at most ");

/** A value short enough to stand in a node: W3 for win in 3, +6 for +6.00. */
export function brief(value: string): string {
  if (/^[≥≤] /.test(value)) return value[0]! + brief(value.slice(2));
  const proven = /^(win|loss)(?: by (\d+))?(?: in (\d+))?$/.exec(value);
  if (proven) return (proven[1] === "win" ? "W" : "L") + (proven[2] ?? proven[3] ?? "");
  if (value === "draw") return "=";
  if (/^[+−]?\d+\.\d+$/.test(value)) {
    const short = value.replace(/\.?0+$/, "");
    return short === "+0" || short === "−0" ? "0" : short;
  }
  return value;
}

export const alpha = (end: string | null | undefined): string => (end == null ? "−∞" : brief(end));
export const beta = (end: string | null | undefined): string => (end == null ? "+∞" : brief(end));

export function told(recording: Recording, step: Step | null, windows: boolean): string {
  if (!step) return "Nothing has been looked at yet. Take a step.";
  const node = recording.nodes[step.node]!;
  const name = nameOf(recording, step.node);
  const mover = recording.players[node.player];
  const window = windows ? ` The window is α = ${alpha(step.alpha)}, β = ${beta(step.beta)}.` : "";
  switch (step.do) {
    case "enter":
      return node.leaf
        ? `The search comes to ${name}.`
        : `The search comes to ${name}: ${mover} to move.${window}`;
    case "leaf":
      return `${capital(name)} is worth ${step.value}.`;
    case "known":
      return `This position was searched before: ${inWords(step.value!)} is remembered.`;
    case "back": {
      const comes = `${capital(inWords(step.value!))} comes up to ${name}.`;
      if (step.takes) {
        return `${comes} ${mover} takes the ${node.player === 0 ? "largest" : "smallest"} so far: it has ${inWords(step.best!)}.${window}`;
      }
      return step.elsewhere != null
        ? `${comes} That is no better for ${mover} than ${step.elsewhere}, which it has elsewhere.${window}`
        : `${comes} ${mover} keeps ${inWords(step.best!)}.${window}`;
    }
    case "cut":
      return `Cut at ${name}. ${step.why}`;
    default:
      return `${capital(name)} is worth ${inWords(step.value!)}.`;
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
