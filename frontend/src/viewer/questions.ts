// Questions about a search: what is this node worth, and does the search look on?
import { alphaOf, betaOf, called, hasWindows, type Recorded } from "./data";

export interface Question {
  at: number; // the step after which it is asked
  kind: "value" | "cut";
  node: number;
  answer: string;
  choices: string[];
  hint: string;
  solution: string;
}

export const LOOKS = "it looks on";
export const CUTS = "it cuts";

/** A value in the other player's view: ≥ -4 for ≤ 4. */
export function turned(text: string): string {
  const [, sign, number] = /^(?:([≥≤]) )?(.*)$/.exec(text)!;
  const other = number === "0" ? "0" : number!.startsWith("-") ? number!.slice(1) : `-${number}`;
  return sign ? `${sign === "≥" ? "≤" : "≥"} ${other}` : other;
}

/** The questions of a recorded search, in its order. */
export function questionsOf(tree: Recorded): Question[] {
  const found: Question[] = [];
  const worth = new Map<number, string>(); // of nodes that are done
  const heard = new Map<number, string[]>();
  const { steps, nodes } = tree;
  let below = -1; // the node that was done last
  steps.forEach((step, i) => {
    const node = nodes[step.node]!;
    if (step.do === "leaf" || step.do === "known" || step.do === "done") {
      worth.set(step.node, step.value!);
      below = step.node;
      return;
    }
    if (step.do !== "hear") return;
    const turns = tree.mover_view && nodes[below]!.player !== node.player;
    const comes = turns ? turned(worth.get(below)!) : worth.get(below)!;
    const values = [...(heard.get(step.node) ?? []), comes];
    heard.set(step.node, values);
    const next = steps[i + 1]!;
    if (
      hasWindows(tree) &&
      values.length < node.children!.length &&
      step.alpha !== undefined &&
      step.beta !== undefined
    ) {
      const cut = next.do === "cut";
      found.push({
        at: i,
        kind: "cut",
        node: step.node,
        answer: cut ? CUTS : LOOKS,
        choices: [LOOKS, CUTS],
        hint: `Here α is ${alphaOf(step)} and β is ${betaOf(step)}. Is there anything left between them?`,
        solution: cut
          ? next.text
          : `Values between ${alphaOf(step)} and ${betaOf(step)} would still matter, so the search looks on.`,
      });
    }
    if (next.do === "done" && new Set(values).size > 1 && values.includes(next.value!)) {
      const word = node.kind === "max" || tree.mover_view ? "largest" : "smallest";
      const list = values.join(", ");
      found.push({
        at: i - 1,
        kind: "value",
        node: step.node,
        answer: next.value!,
        choices: [...new Set(values)],
        hint: `${tree.players[node.player]} takes the ${word} of ${list}.`,
        solution:
          `The ${word} of ${list} is ${next.value}: ` +
          (/^[≥≤]/.test(next.value!)
            ? `more is not known of ${called(tree, step.node)}, and need not be.`
            : "that is what it is worth."),
      });
    }
  });
  return found.sort((a, b) => a.at - b.at);
}
