// Values as the search writes them: `search/codes.py` explains the numbers.
import type { Value } from "../types";
import type { Common } from "./published";

/** One ply further from the end: a win is worth one less, a loss one more. */
export function further(c: Common, code: number, step: number): number {
  return code >= c.proven ? code - step : code <= -c.proven ? code + step : code;
}

export function nearer(c: Common, code: number, step: number): number {
  return further(c, code, -step);
}

/** A finished game in the view of `mover`. */
export function finished(c: Common, payoff: number, mover: number): number {
  const code = payoff === 0 ? 0 : Math.sign(payoff) * c.proven + payoff * c.perPayoff;
  return mover === 0 ? code : -code;
}

/** No value of that payoff, or of a lower one, is above this. */
export function highest(c: Common, payoff: number): number {
  if (payoff > 0) return c.proven + payoff * c.perPayoff;
  return payoff === 0 ? 0 : payoff * c.perPayoff - c.proven + c.perPayoff - 1;
}

export function lowest(c: Common, payoff: number): number {
  return -highest(c, -payoff);
}

/** The plies to the end of a proven win or loss. */
export function distanceOf(c: Common, code: number): number {
  const above = Math.abs(code) - c.proven;
  return (c.perPayoff - (above % c.perPayoff)) % c.perPayoff;
}

/** The value behind a number, in the same view; below `proven` it is a draw if all was seen. */
export function decoded(c: Common, code: number, view: number, complete = true, distances = true): Value {
  const size = Math.abs(code);
  if (size < c.proven) {
    if (complete && code === 0) return { kind: "draw", distance: null, score: 0, proven: true, bound: "exact", view };
    return estimate(code / c.perUnit, view);
  }
  const distance = distanceOf(c, code);
  const payoff = Math.floor((size - c.proven + c.perPayoff - 1) / c.perPayoff);
  return {
    kind: code > 0 ? "win" : "loss",
    distance: distances ? distance : null,
    score: code > 0 ? payoff : -payoff,
    proven: true,
    bound: "exact",
    view,
  };
}

export function estimate(score: number, view: number): Value {
  return { kind: "estimate", distance: null, score, proven: false, bound: "exact", view };
}

export function isKnown(value: Value): boolean {
  return value.proven && value.bound === "exact";
}
