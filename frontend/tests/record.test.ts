import assert from "node:assert/strict";
import { test } from "node:test";
import { imported, seated } from "../src/record";
import { truth } from "./truth";

test("a record of Python's is read", () => {
  const { text, game, start, moves, players } = truth.record;
  assert.deepEqual(imported(text, "another"), { game, start, moves, players });
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
  assert.deepEqual(imported(link, "other"), { game: "mine", start: "a/b:x", moves: ["c3", "a1"] });
  assert.deepEqual(imported("  a/b:x\n", "mine"), { game: "mine", start: "a/b:x", moves: [] });
  assert.deepEqual(imported("1. c3 a1 2. b2", "mine"), { game: "mine", start: null, moves: ["c3", "a1", "b2"] });
  assert.deepEqual(imported("", "mine"), { game: "mine", start: null, moves: [] });
});
