import assert from "node:assert/strict";
import { test } from "node:test";
import { through } from "../src/api";
import { imported, readings, seated } from "../src/record";
import { truth } from "./truth";

test("a record of Python's is read", () => {
  const { text, game, start, moves, players } = truth.record;
  assert.deepEqual(readings(text, "another"), [{ game, start, moves, players }]);
  assert.deepEqual(seated(players), { opponent: 3, human: 0 });
});

test("who sits where", () => {
  assert.deepEqual(seated(["perfect", "human"]), { opponent: 11, human: 1 });
  for (const nobody of [
    ["human", "human"],
    ["level:2", "level:3"],
    ["human", "level:12"],
    ["human", "greedy"],
  ]) {
    assert.equal(seated(nobody as [string, string]), null);
  }
  assert.equal(seated(undefined), null);
});

test("links, positions and moves are read", () => {
  const link = "http://localhost:8013/play?game=mine&position=a/b:x&moves=c3+a1&level=3";
  assert.deepEqual(readings(link, "other"), [{ game: "mine", start: "a/b:x", moves: ["c3", "a1"] }]);
  assert.deepEqual(readings("  a/b:x\n", "mine")[0], { game: "mine", start: "a/b:x", moves: [] });
  assert.deepEqual(readings("8/8 w - - 0 1", "mine")[0], { game: "mine", start: "8/8 w - - 0 1", moves: [] });
  assert.deepEqual(readings("1. c3 a1 2. b2", "mine")[0], { game: "mine", start: null, moves: ["c3", "a1", "b2"] });
  assert.deepEqual(readings("", "mine"), [{ game: "mine", start: null, moves: [] }]);
});

test("of what a text can mean, that which is on the board", async () => {
  const known = (start: string | null, moves: string[]) => start === "--xo x" || moves.join() === "Bb5+";
  const position = async ({ position: start = null, moves = [] }: { position?: string | null; moves?: string[] }) => {
    if (!known(start, moves)) throw new Error(start === null ? "no moves" : "no position");
    return {} as never;
  };
  through({ position } as never);
  assert.deepEqual(await imported("--xo x", "mine"), { game: "mine", start: "--xo x", moves: [] });
  assert.deepEqual(await imported("Bb5+", "mine"), { game: "mine", start: null, moves: ["Bb5+"] });
  await assert.rejects(imported("a b", "mine"), /no moves/);
  await assert.rejects(imported("a/b w", "mine"), /no position/);
});
