// What an arena says of itself, live or in a report: figures, games in a line each, whole games.
import { answered, Refused } from "./api";
import type { BoardData, Piece, Scene, SceneMove, Value } from "./types";

export interface Standing {
  name: string;
  rating: number;
  error: number | null; // half of the 95 % interval; null where games repeat
  games: number;
  points: number;
  wins: number;
  draws: number;
  losses: number;
  failures: number;
  seconds_a_move: number | null;
}

export interface Meeting {
  one: string;
  other: string;
  games: number;
  points: number;
  pairs: number[]; // from both lost to both won
  elo: number | null;
  error: number | null;
  los: number | null;
}

export interface Sprt {
  llr: number;
  lower: number;
  upper: number;
  verdict: "H0" | "H1" | "continue";
  h0: number;
  h1: number;
  pairs: number;
}

export interface Figures {
  about: { game: string; seed: string; openings: string; clock: string; adjudication: string };
  texts: Record<string, string>; // who those are that were given a name
  players: Standing[]; // the best first
  meetings: Meeting[];
  games: number;
  distinct: number;
  draw_rate: number | null;
  advantage: number | null;
  advantage_error: number | null;
  plies: number | null;
  endings: Record<string, number>;
  warnings: string[];
  sprt: Sprt | null;
  walk: [number, number][] | null; // pairs, ratio
  history: { games: number[]; ratings: Record<string, (number | null)[]> } | null;
  deciding: { pair: number; start: string | null; moves: string[]; score: number; games: number }[];
  wanted: number | null;
  ended: number | null; // when the last game did, in seconds
  pace: number | null; // games a minute
  order: string[]; // players by their numbers in the rows
}

/** Number, first and second player, opening, first player's score, plies, how it ended. */
export type Row = [number, number, number, number, number, number, string];

export interface PackedPosition {
  board: number; // of the pool
  pieces: Piece[];
  words: string[];
  last: SceneMove | null;
}

export interface PackedGame {
  number: number;
  first: string;
  second: string;
  pair: number;
  sides: [string, string];
  colours: [string, string];
  scale: number;
  start: string | null;
  opening: number;
  moves: string[];
  movers: number[];
  seconds: (number | null)[];
  values: (Value | null)[]; // in the first player's view
  score: number;
  how: string;
  reason: string;
  positions: PackedPosition[];
}

export interface ArenaGame extends PackedGame {
  pool: BoardData[];
}

export interface ArenaSource {
  live: boolean;
  /** Call back with the figures and all rows, now and whenever there are more. */
  watch(heard: (figures: Figures, rows: Row[], now: number | null) => void, failed: (why: string) => void): () => void;
  game(number: number): Promise<ArenaGame>;
}

const PAUSE = 1000; // ms between questions

/** An arena that the server watches. */
export const served: ArenaSource = {
  live: true,
  watch(heard, failed) {
    const rows: Row[] = [];
    let last = 0;
    let over = false;
    let timer = 0;
    const ask = async (): Promise<void> => {
      if (document.hidden && last) {
        timer = window.setTimeout(ask, PAUSE); // nobody looks
        return;
      }
      try {
        const found = await answered<Figures & { rows: Row[]; last: number; now: number }>(
          fetch(`/api/arena?after=${last}`),
        );
        if (over) return;
        rows.push(...found.rows);
        last = found.last;
        heard(found, rows, found.now);
      } catch (error) {
        if (!over) failed(error instanceof Error ? error.message : String(error));
      }
      if (!over) timer = window.setTimeout(ask, PAUSE);
    };
    void ask();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  },
  async game(number) {
    const found = await answered<{ game: PackedGame; boards: BoardData[] }>(fetch(`/api/arena/game?number=${number}`));
    return { ...found.game, pool: found.boards };
  },
};

export interface Report extends Figures {
  rows: Row[];
  boards: BoardData[];
  views: Record<string, PackedGame>;
}

/** An arena that is all in the page. */
export function reported(report: Report): ArenaSource {
  return {
    live: false,
    watch(heard) {
      heard(report, report.rows, null);
      return () => undefined;
    },
    async game(number) {
      const found = report.views[String(number)];
      if (!found) throw new Refused(`Game ${number} is not in this page.`);
      return { ...found, pool: report.boards };
    },
  };
}

/** A position as the page draws it. */
export function sceneOf(game: ArenaGame, ply: number): Scene {
  const { board, pieces, words, last } = game.positions[ply]!;
  return {
    version: 1,
    board: game.pool[board]!,
    pieces,
    words,
    moves: [],
    last,
    players: game.sides,
    colours: game.colours,
  };
}

export function result(score: number): string {
  return score === 1 ? "1–0" : score === 0 ? "0–1" : "½–½";
}

export function signed(figure: number, digits = 0): string {
  const text = Math.abs(figure).toFixed(digits);
  return (Number(text) === 0 ? "±" : figure < 0 ? "−" : "+") + text;
}

export function points(figure: number): string {
  const whole = Math.floor(figure);
  return figure === whole ? String(whole) : whole ? `${whole}½` : "½";
}
