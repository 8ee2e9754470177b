// What the server says, as docs/web.md describes it.

export interface Value {
  kind: "win" | "loss" | "draw" | "estimate";
  distance: number | null;
  score: number;
  proven: boolean; // by the rules, and nobody's opinion
  bound: "exact" | "lower" | "upper"; // the value itself, or at least or at most that
  view: number; // whose view: 0 or 1
}

export interface RankedMove {
  move: string;
  value: Value;
}

export interface Analysis {
  game: string;
  position: string;
  to_move: number;
  move: string | null;
  value: Value;
  depth: number | null;
  nodes: number;
  seconds: number;
  nps: number;
  native: boolean;
  pv: string[];
  moves: RankedMove[];
  done?: boolean;
}

export interface Shape {
  s: "rect" | "disc" | "line" | "poly" | "text" | "path";
  c: string;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  r?: number;
  t?: string;
  z?: number;
  p?: number[] | number[][];
}

export interface Spot {
  name: string;
  label: string;
  shape: Shape;
}

export interface SceneMove {
  move: string;
  path: string[];
  at: [number, number];
  ghost: Shape[];
}

export interface Scene {
  size: [number, number];
  turn: "round" | "mirror" | "none";
  shapes: Shape[];
  spots: Spot[];
  moves: SceneMove[];
}

export interface Shown {
  game: string;
  position: string;
  board: string;
  history: string[];
  to_move: number | null;
  player: string | null;
  moves: string[];
  result: { payoff: number; winner: number | null; reason: string; text: string } | null;
  players: [string, string];
  start: string;
  dealt: boolean; // whether such a game begins with a random deal
  movers: number[]; // who was to move at the start and after each move
  plies: string[]; // the positions from the start to here
  scene: Scene | null;
  last: SceneMove | null; // the move that led here
  scale: number; // of the evaluator: how much is a clear advantage
}

export interface GameInfo {
  name: string;
  title: string;
  description: string;
  about: string;
  parameters: Record<string, string | number | boolean>;
  aliases: Record<string, string>;
  own: boolean;
}
