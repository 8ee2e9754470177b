// The first hint: how it stands, and how many moves keep that; in the words of play/advice.py.
import type { RankedMove, Value } from "./types";
import { rank } from "./values";

function standing(value: Value): string {
  switch (value.kind) {
    case "win":
      return "You can win from here.";
    case "loss":
      return "You are lost if the other side plays well: make it hard.";
    case "draw":
      return "With best play it is a draw.";
    default: {
      if (Math.abs(value.score) < 0.005) return "It looks even.";
      const sign = { exact: "", lower: "≥ ", upper: "≤ " }[value.bound] + (value.score > 0 ? "+" : "");
      return `It looks ${value.score > 0 ? "better" : "worse"} for you (${sign}${value.score.toFixed(2)}).`;
    }
  }
}

/** `moves` are all legal ones, the best first. */
export function firstHint(moves: RankedMove[]): string {
  if (moves.length === 1) return "There is only one legal move.";
  const best = moves.filter((move) => rank(move.value) === rank(moves[0]!.value)).length;
  const many =
    best === moves.length
      ? `All ${best} moves are as good as each other.`
      : best === 1
        ? `One of your ${moves.length} moves is the best.`
        : `${best} of your ${moves.length} moves are equally good.`;
  return `${standing(moves[0]!.value)} ${many}`;
}
