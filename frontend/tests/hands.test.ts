import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deals } from "../src/api";
import { byHand, canTake, dealOf, type Hands } from "../src/hands";
import type { Place, Scene } from "../src/types";

// Two of each of two kinds, two for either player.
const deals: Deals = {
  players: ["north", "south"],
  kinds: ["sun", "moon"],
  deals: [0, 1, 2].map((suns) => ({
    position: `d${suns}`,
    hands: [
      [suns, 2 - suns],
      [2 - suns, suns],
    ],
  })),
};

test("a deal is found by its hands", () => {
  for (const deal of deals.deals) assert.equal(dealOf(deals, deal.hands), deal);
  assert.equal(
    dealOf(deals, [
      [1, 0],
      [1, 1],
    ]),
    undefined,
  );
});

test("one more can be taken as long as a deal has it all", () => {
  const open: Hands = [
    [1, 0],
    [1, 1],
  ];
  assert.equal(canTake(deals, open, 0, 1), true);
  assert.equal(canTake(deals, open, 0, 0), false, "there are only two suns");
  assert.equal(
    canTake(
      deals,
      [
        [1, 1],
        [1, 1],
      ],
      0,
      0,
    ),
    false,
    "the hands are full",
  );
});

test("moves from a hand lie as their targets do", () => {
  const place = (shape: Place["shape"], x: number, y: number, owner = -1): Place =>
    ({ shape, x, y, wide: 1, high: 1, owner }) as Place;
  const scene = {
    board: {
      places: [
        place("hand", 0, 3, 0),
        place("hand", 1, 3, 0),
        place("cell", 1, 0),
        place("cell", 0, 0),
        place("cell", 0, 1),
      ],
      kinds: [{ name: "sun" }, { name: "moon" }],
    },
    moves: [
      { move: "Mb1", places: [1, 2], adds: [] },
      { move: "Ma2", places: [1, 4], adds: [] },
      { move: "pass", places: [3], adds: [] },
    ],
  } as unknown as Scene;
  assert.deepEqual(byHand(scene), [{ name: "moon", rows: [[null, "Mb1"], ["Ma2"]] }]);
});
