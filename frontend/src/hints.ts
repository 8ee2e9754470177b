// Three hints, each of which tells more: how it stands, where to look, the move; in the words of
// play/hints.py. `moves` are all legal ones, the best first.
import type { RankedMove, Value } from "./types";
import { rank } from "./values";

export const STAGES = 3;
const ONLY = "There is only one legal move.";
const SUGGESTED = 3; // moves to look among, the best one included
const SHOWN = 6; // plies that are expected after the move
const BOUNDS = { exact: "", lower: " or better", upper: " or worse" };

/** How it stands, and how many moves keep it so. */
export function firstHint(moves: RankedMove[]): string {
  if (moves.length === 1) return ONLY;
  const best = moves.filter((move) => rank(move.value) === rank(moves[0]!.value)).length;
  const many =
    best === moves.length
      ? `All ${best} moves are as good as each other.`
      : best === 1
        ? `One of your ${moves.length} moves is the best.`
        : `${best} of your ${moves.length} moves are equally good.`;
  return `${standing(moves[0]!.value)} ${many}`;
}

/** Where to look; `legal` as the rules list them. `start` is what the best move is pointed at first, if with
 * more than that. */
export function secondHint(moves: RankedMove[], legal: string[], start: string): string {
  if (moves.length === 1) return ONLY;
  const [best, worst] = [moves[0]!, moves.at(-1)!];
  if (rank(best.value) === rank(worst.value)) return "Any move will do.";
  if (start) return `Begin with ${start}.`;
  if (legal.length <= SUGGESTED) return `Anything but ${worst.move}.`;
  const at = legal.indexOf(best.move) - (legal.length % SUGGESTED);
  const first = Math.min(Math.max(0, at), legal.length - SUGGESTED);
  const some = legal.slice(first, first + SUGGESTED - 1);
  return `Look among ${some.join(", ")} and ${legal[first + SUGGESTED - 1]}.`;
}

/** The move, what it is worth, and what is expected to follow. */
export function thirdHint(value: Value, [move, ...then]: string[]): string {
  const said = `Play ${move}: ${worth(value)}.`;
  if (!then.length) return said;
  return `${said} Expected then: ${then.slice(0, SHOWN).join(" ")}${then.length > SHOWN ? " …" : ""}.`;
}

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
      const sign = { exact: "", lower: "≥ ", upper: "≤ " }[value.bound];
      return `It looks ${value.score > 0 ? "better" : "worse"} for you (${sign}${signed(value.score)}).`;
    }
  }
}

function worth(value: Value): string {
  const by = Math.abs(value.score) > 1 ? ` by ${Math.abs(value.score)}` : "";
  const far = value.distance === null ? "" : ` in ${value.distance}`;
  const told = {
    win: `it wins${by}${far}`,
    loss: `it loses${by}${far}`,
    draw: "it draws",
    estimate: `it looks like ${signed(value.score)}`,
  }[value.kind];
  return told + BOUNDS[value.bound];
}

function signed(score: number): string {
  return (score >= 0 ? "+" : "") + score.toFixed(2);
}
