// Questions with one answer. Behind this door is a server, or a worker of the page's own.
import type { Analysis, Explanation, GameInfo, Shown } from "./types";
import type { Recordings } from "./viewer/data";

export class Refused extends Error {}

export async function answered<T>(asking: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await asking;
  } catch {
    throw new Refused("The server does not answer.");
  }
  const body = await response.json().catch(() => ({ error: `the server said ${response.status}` }));
  if (!response.ok) throw new Refused(body.error ?? `the server said ${response.status}`);
  return body as T;
}

function post<T>(path: string, wish: object): Promise<T> {
  return answered<T>(
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    }),
  );
}

export interface Place {
  game: string;
  position?: string | null;
  moves?: string[];
}

/** Everything that can be dealt, with how many of each kind the players then hold. */
export interface Deals {
  players: [string, string];
  kinds: string[];
  deals: { position: string; hands: [number[], number[]] }[];
}

export interface Door {
  games(): Promise<{ games: GameInfo[]; arena: string | null }>;
  position(place: Place): Promise<Shown>;
  analyze(place: Place & { time?: number; exact?: boolean }): Promise<Analysis>;
  explain(place: Place): Promise<Explanation>;
  tree(wish: { tree?: string; depth?: number; algorithms?: string } & Partial<Place>): Promise<Recordings>;
  deal(game: string): Promise<{ position: string; probability: [number, number]; deals: number }>;
  deals(game: string): Promise<Deals>;
}

const overHttp: Door = {
  games: () => answered(fetch("/api/games")),
  position: (place) => post("/api/position", place),
  analyze: (place) => post("/api/analyze", place),
  explain: (place) => post("/api/explain", place),
  tree: (wish) => post("/api/tree", wish),
  deal: (game) => answered(fetch(`/api/deal?game=${encodeURIComponent(game)}`)),
  deals: (game) => answered(fetch(`/api/deals?game=${encodeURIComponent(game)}`)),
};

export let api = overHttp;

/** Ask there from now on. */
export function through(door: Door): void {
  api = door;
}
