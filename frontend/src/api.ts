// Questions with one answer, over plain HTTP.
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

export const api = {
  games: () =>
    answered<{ games: GameInfo[]; levels: string[]; arena: string | null }>(fetch("/api/games")),
  position: (place: Place) => post<Shown>("/api/position", place),
  analyze: (place: Place & { time?: number; exact?: boolean }) =>
    post<Analysis>("/api/analyze", place),
  explain: (place: Place) => post<Explanation>("/api/explain", place),
  tree: (wish: { tree?: string; depth?: number; algorithms?: string } & Partial<Place>) =>
    post<Recordings>("/api/tree", wish),
  deal: (game: string) =>
    answered<{ position: string; probability: [number, number]; deals: number }>(
      fetch(`/api/deal?game=${encodeURIComponent(game)}`),
    ),
};
