// What Python says: tests/web/page_truth.py writes it.
import type { RankedMove, Value } from "../src/types";
import type { Recordings } from "../src/viewer/data";
import written from "./truth.json";

type Written = [kind: Value["kind"], score: number, distance: number | null, bound: Value["bound"]];

interface Hints {
  legal: string[];
  start: string;
  line: string[];
  told: [string, string, string];
}

interface Truth {
  gaps: [number, number];
  layouts: { sizes: [number, number][]; below: number[][]; x: number[]; y: number[]; width: number; height: number }[];
  grades: { moves: Written[]; played: Written; scale: number; chance: number; word: string; hints: Hints }[];
  recorded: Recordings[];
  record: { text: string; game: string; start: string; moves: string[]; players: [string, string] };
}

const value = ([kind, score, distance, bound]: Written): Value => ({
  ...{ kind, score, distance, bound },
  ...{ proven: kind !== "estimate", view: 0 },
});

export const truth = written as unknown as Truth;
export const grades = truth.grades.map((it) => ({ ...it, moves: it.moves.map(value), played: value(it.played) }));
export const trees = truth.recorded.flatMap(({ trees }) => trees);
export const ranked = (values: Value[]): RankedMove[] => values.map((value, i) => ({ move: String(i), value }));
