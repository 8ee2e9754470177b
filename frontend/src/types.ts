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
  threads?: number;
  pv: string[];
  moves: RankedMove[];
  done?: boolean;
}

// What an evaluator says of a position at a glance, in the first player's view.

export interface Feature {
  name: string;
  group: string;
  value: number;
  weight: number;
  score: number;
  first: string[] | null; // the squares that are counted; null if it counts none
  second: string[] | null;
}

export interface Explanation {
  position: string;
  words: string;
  total: number | null;
  prospects?: number; // what the weights were multiplied with
  features: Feature[];
}

// A scene, as docs/scenes.md describes it.

export interface Place {
  name?: string;
  shape:
    | "cell"
    | "hexagon"
    | "point"
    | "hole"
    | "column"
    | "edge"
    | "box"
    | "dot"
    | "heap"
    | "hand"
    | "counter"
    | "goal";
  x: number; // of its middle; a square is 1 wide
  y: number;
  wide: number;
  high: number;
  look?: "light" | "dark";
  owner: number;
  label?: string;
}

export interface Part {
  kind: "polygon" | "disc" | "line" | "text" | "path";
  numbers: number[];
  look: "body" | "ink" | "tell" | "stroke" | "card" | "icon" | "shut";
  only?: number;
  text?: string;
  turns?: boolean;
}

export interface Kind {
  name: string;
  letters: string;
  parts: Part[];
}

export type Piece = [place: number, owner: number, kind: number, count: number]; // owner -1: nobody

export interface BoardData {
  places: Place[];
  kinds: Kind[];
  lines: number[][]; // x, y, x, y, owner
  labels: [number, number, string][];
  bounds: [number, number, number, number];
  turn: "round" | "mirror" | "none";
  numbered: boolean;
}

export interface SceneMove {
  move: string;
  places: number[]; // to point at, in order
  adds: Piece[]; // where nothing was
}

export interface Scene {
  version: number;
  board: BoardData;
  pieces: Piece[];
  words: string[];
  moves: SceneMove[];
  last: SceneMove | null; // the move that led here
  players: [string, string];
  colours: [string, string];
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
  scene: Scene | null; // none where there is nothing but text
  scale: number; // of the evaluator: how much is a clear advantage
}

export interface GameInfo {
  name: string;
  title: string;
  description: string;
  about: string;
  sample: string; // moves to a telling position
  study: string; // a position whose whole tree can be looked at, if the game names one
  dealt: boolean; // whether it begins with a random deal
  parameters: Record<string, string | number | boolean>;
  aliases: Record<string, string>;
  own: boolean;
}
