// Values for people: signs, words, chances, judgements.
import type { Value } from "./types";

export function inView(value: Value, player: number): Value {
  if (value.view === player) return value;
  const kind = value.kind === "win" ? "loss" : value.kind === "loss" ? "win" : value.kind;
  const bound = value.bound === "lower" ? "upper" : value.bound === "upper" ? "lower" : "exact";
  return { ...value, kind, bound, score: -value.score, view: player };
}

const SIGNS = { exact: "", lower: "≥", upper: "≤" };
const WORDS = { exact: "", lower: " or better", upper: " or worse" };

function signed(score: number, digits = Math.abs(score) >= 10 ? 1 : 2): string {
  const text = Math.abs(score).toFixed(digits);
  return (Number(text) === 0 ? "±" : score < 0 ? "−" : "+") + text;
}

/** For a badge: W7, L8, =, W+8, ≥W+2, +0.4. Letters mean proven, a bare sign an opinion. */
export function short(value: Value): string {
  return SIGNS[value.bound] + letters(value);
}

/** The same where there is room for all digits: +0.38. */
export function precise(value: Value): string {
  return value.kind === "estimate" ? SIGNS[value.bound] + signed(value.score) : short(value);
}

/** The words that go with it. */
export function besides(value: Value): string {
  return value.kind === "estimate" ? `estimated${WORDS[value.bound]}` : long(value);
}

function letters(value: Value): string {
  const points = Math.abs(value.score) > 1 ? Math.abs(value.score) : 0;
  switch (value.kind) {
    case "win":
      return points ? `W+${points}` : `W${value.distance ?? ""}`;
    case "loss":
      return points ? `L−${points}` : `L${value.distance ?? ""}`;
    case "draw":
      return "=";
    default:
      return signed(value.score, Math.abs(value.score) >= 9.95 ? 0 : 1);
  }
}

export function long(value: Value): string {
  return words(value) + WORDS[value.bound];
}

function words(value: Value): string {
  const by = Math.abs(value.score) > 1 ? ` by ${Math.abs(value.score)}` : "";
  const far = value.distance === null ? "" : ` in ${value.distance}`;
  switch (value.kind) {
    case "win":
      return `wins${by}${far}`;
    case "loss":
      return `loses${by}${far}`;
    case "draw":
      return "draw";
    default:
      return `${signed(value.score)} estimated`;
  }
}

/** good, bad or even, and whether it is proven: the classes that colour it. */
export function tone(value: Value): string {
  const side =
    value.kind === "draw" || (value.kind === "estimate" && Math.abs(value.score) < 0.05)
      ? "even"
      : value.score > 0
        ? "good"
        : "bad";
  return `${side} ${value.proven ? "proven" : "guess"}`;
}

/** A winning chance from 0 to 1 for the player whose view it is; draws count half. */
export function chance(value: Value, scale: number): number {
  switch (value.kind) {
    case "win":
      return 1;
    case "loss":
      return 0;
    case "draw":
      return 0.5;
    default:
      return 0.02 + 0.96 / (1 + Math.exp(-value.score / scale));
  }
}

/** Where a value lies among others: larger is better for the player whose view it is. */
export function rank(value: Value): number {
  const distance = value.distance ?? 5000;
  if (value.kind === "win") return 1e9 + value.score * 1e4 - distance;
  if (value.kind === "loss") return -1e9 + value.score * 1e4 + distance;
  return Math.max(-1e8, Math.min(1e8, value.score));
}

export interface Judgement {
  mark: string;
  word: string;
}

const MARKS = { best: "✓", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
const SLIGHT = 0.06; // chances lost
const SERIOUS = 0.15;

/** What a move did, compared with the best and the worst one: zermelo/grading.py defines the words. */
export function judge(best: Value, worst: Value, played: Value, scale: number): Judgement {
  const word = wordFor(best, worst, played, scale);
  return { word, mark: MARKS[word] };
}

const isKnown = (value: Value): boolean => value.proven && value.bound === "exact";
const blundered = (lost: number, stake: number): boolean => 2 * lost > stake;

function wordFor(best: Value, worst: Value, played: Value, scale: number): keyof typeof MARKS {
  if (isKnown(best) && isKnown(worst) && isKnown(played)) {
    const lost = best.score - played.score;
    if (lost > 0 && blundered(lost, best.score - worst.score)) return "blunder";
    if (played.kind !== best.kind) return "mistake";
    if (lost > 0) return "inaccuracy";
  } else {
    const lost = chance(best, scale) - chance(played, scale);
    if (lost >= SERIOUS) {
      return blundered(lost, chance(best, scale) - chance(worst, scale)) ? "blunder" : "mistake";
    }
    if (lost >= SLIGHT) return "inaccuracy";
  }
  return rank(played) >= rank(best) ? "best" : "good";
}

export function count(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}
