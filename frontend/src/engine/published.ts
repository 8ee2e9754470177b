// A game as `zermelo publish` writes it down, and what holds for all of them.
import type { BoardData, GameInfo } from "../types";

export interface Code {
  code: string; // WebAssembly, in base64
  faults: string[]; // what may go wrong, by number
}

export type Shape = 0 | Shape[]; // a number, or a tuple

export interface GameData extends GameInfo {
  players: [string, string];
  colours: [string, string];
  shape: Shape;
  start: string[]; // words
  deals: string[][];
  board: BoardData;
  names: { joints: [string, string]; key: ("move" | "mover" | "noisy")[]; table: Record<string, string> };
  samples: [words: string[], move: string | null, text: string][]; // texts that a script must give
  reasons: string[]; // why games are over; an empty one stays untold
  repetition: number;
  scale: number;
  hurries: boolean; // proofs count distances
  symmetric: boolean;
  few: boolean; // proofs look at candidates only
  chosen: number; // techniques for searches of many nodes
  beyond: number; // techniques of values besides the exact ones: noise is played out at the horizon
  useful: number; // those that this game has anything for
  weights: number[];
  margins: number[]; // near the horizon, for each depth: how far behind, how far ahead
  skipping: number; // how much too good a skipped turn must be
  decline: number; // how fast the chance falls that a late move is the best
  sight: Code;
  search: Code;
  prove: Code | null; // by proof numbers, where positions repeat
}

export type Places = Record<string, [place: number, words: number]>;

export interface Level {
  slips: number;
  lots: boolean;
  depth: number | null;
  nodes: number | null;
  time: number | null;
}

export interface Common {
  version: number;
  tableBuckets: number;
  fewBuckets: number;
  opinions: number; // buckets behind the table's, for what the evaluator said
  memory: Places;
  memoryWords: number;
  tableWords: number;
  sight: Places;
  sightWords: number;
  techniques: [place: number, bit: number][];
  switches: Record<
    | "always"
    | "exact"
    | "values"
    | "selective"
    | "measured"
    | "followUps"
    | "symmetry"
    | "aspiration"
    | "pruning"
    | "candidates"
    | "quiescence",
    number
  >;
  forPoints: string;
  many: number;
  firstTurn: number;
  narrow: number;
  worthTelling: number;
  share: number;
  maxPly: number;
  pathPlaces: number;
  fullDepth: number;
  proven: number;
  perPayoff: number;
  infinity: number;
  perUnit: number;
  shortFirst: number[];
  firstOpinion: number; // seconds
  firstShare: number;
  levels: Level[];
  proof: number;
}

export interface Published {
  title: string;
  common: Common;
  games: GameData[];
}
