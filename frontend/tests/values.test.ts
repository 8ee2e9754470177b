import assert from "node:assert/strict";
import { test } from "node:test";
import { firstHint, secondHint, thirdHint } from "../src/hints";
import type { Value } from "../src/types";
import { besides, chance, count, inView, judge, long, precise, rank, short, tone } from "../src/values";
import { grades, ranked } from "./truth";

const value = (kind: Value["kind"], score: number, distance: number | null = null): Value => ({
  kind,
  score,
  distance,
  proven: kind !== "estimate",
  bound: "exact",
  view: 0,
});

test("moves are graded as in Python", () => {
  for (const { moves, played, scale, word } of grades) {
    assert.equal(judge(moves[0]!, moves.at(-1)!, played, scale).word, word, JSON.stringify({ moves, played, scale }));
  }
});

test("chances are Python's", () => {
  for (const { played, scale, chance: wanted } of grades) {
    assert.ok(Math.abs(chance(played, scale) - wanted) < 1e-6);
  }
});

test("hints have the words of the command line", () => {
  for (const { moves, hints } of grades) {
    const [all, { legal, start, line, told }] = [ranked(moves), hints];
    assert.deepEqual([firstHint(all), secondHint(all, legal, start), thirdHint(moves[0]!, line)], told);
  }
});

test("values rank as in Python, the best first", () => {
  for (const { moves } of grades) {
    const ranks = moves.map(rank);
    assert.deepEqual(
      ranks,
      [...ranks].sort((a, b) => b - a),
    );
  }
});

test("a view turned twice is the same, and turned once the opposite", () => {
  for (const { played } of grades) {
    const other = inView(played, 1);
    assert.deepEqual(inView(other, 0), { ...played, score: -other.score });
    assert.equal(inView(played, 0), played);
    assert.ok(Math.abs(chance(other, 1) + chance(played, 1) - 1) < 1e-9);
  }
});

test("values in few letters and in words", () => {
  assert.deepEqual(
    [value("win", 1, 7), value("loss", -1, 8), value("draw", 0), value("win", 8), value("estimate", -0.44)].map(short),
    ["W7", "L8", "=", "W+8", "−0.4"],
  );
  assert.equal(short({ ...value("win", 2), bound: "lower" }), "≥W+2");
  assert.equal(long({ ...value("win", 2, 5), bound: "upper" }), "wins by 2 in 5 or worse");
  assert.equal(long(value("estimate", 0)), "±0.00 estimated");
  assert.equal(tone(value("estimate", 0.01)), "even guess");
  assert.equal(tone(value("loss", -1)), "bad proven");
});

test("large numbers are short", () => {
  assert.deepEqual([7, 9_999, 12_345, 3_400_000, 2.5e9].map(count), ["7", "9999", "12 k", "3.4 M", "2.5 G"]);
});

test("a list says each thing once", () => {
  const said = [value("estimate", 0.384), value("win", 1, 3), { ...value("estimate", -2), bound: "upper" as const }];
  assert.deepEqual(said.map(precise), ["+0.38", "W3", "≤−2.00"]);
  assert.deepEqual(said.map(besides), ["estimated", "wins in 3", "estimated or worse"]);
});
