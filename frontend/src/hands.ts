// Hands of cards, or whatever players hold: what can be dealt, and the moves that each thing can make.
import type { Deals } from "./api";
import type { Scene } from "./types";

export type Hands = [number[], number[]]; // how many of each kind the players hold

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const same = (a: number[], b: number[]): boolean => a.every((count, i) => count === b[i]);
const within = (a: number[], b: number[]): boolean => a.every((count, i) => count <= b[i]!);

/** The deal of these hands, if there is one. */
export function dealOf(deals: Deals, hands: Hands): Deals["deals"][number] | undefined {
  return deals.deals.find((deal) => same(deal.hands[0], hands[0]) && same(deal.hands[1], hands[1]));
}

/** Whether some deal gives a player one more of a kind, and all that is chosen already. */
export function canTake(deals: Deals, hands: Hands, whose: 0 | 1, kind: number): boolean {
  const wanted: Hands = [[...hands[0]], [...hands[1]]];
  wanted[whose][kind]! += 1;
  return deals.deals.some((deal) => within(wanted[0], deal.hands[0]) && within(wanted[1], deal.hands[1]));
}

export interface Table {
  name: string; // what is held
  rows: (string | null)[][]; // the moves that it can make, as its targets lie on the board
}

/** The moves from a hand to a place, a table for each thing in the hand. */
export function byHand({ board, moves }: Scene): Table[] {
  const held = new Map<number, Map<number, string>>();
  for (const { move, places } of moves) {
    const [from, to] = places;
    if (places.length !== 2 || board.places[from!]!.shape !== "hand") continue;
    if (!held.has(from!)) held.set(from!, new Map());
    held.get(from!)!.set(to!, move);
  }
  const cells = board.places.map((place, at) => ({ place, at })).filter(({ place }) => place.shape === "cell");
  const lines = [...new Set(cells.map(({ place }) => place.y))].sort((a, b) => a - b);
  const nameOf = (from: number): string => {
    const hands = board.places.map((place, at) => ({ place, at })).filter(({ place }) => place.shape === "hand");
    const mine = hands.filter(({ place }) => place.owner === board.places[from]!.owner).map(({ at }) => at);
    return board.kinds[mine.indexOf(from)]?.name ?? board.places[from]!.name ?? "";
  };
  return [...held].map(([from, to]) => ({
    name: nameOf(from),
    rows: lines.map((y) =>
      cells
        .filter(({ place }) => place.y === y)
        .sort((a, b) => a.place.x - b.place.x)
        .map(({ at }) => to.get(at) ?? null),
    ),
  }));
}
