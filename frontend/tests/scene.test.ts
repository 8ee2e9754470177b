import assert from "node:assert/strict";
import { test } from "node:test";
import { sizeOf, tells, UNIT, viewOf } from "../src/shapes";
import type { BoardData, Scene } from "../src/types";

const board = (turn: BoardData["turn"]): BoardData => ({
  places: [],
  kinds: [],
  lines: [],
  labels: [],
  bounds: [0, 0, 3, 2],
  turn,
  numbered: false,
});

test("a board that is turned round shows each corner at the opposite one", () => {
  const [wide, high] = sizeOf(board("round"));
  const plain = viewOf(board("round"), false);
  const turned = viewOf(board("round"), true);
  for (const [x, y] of [
    [0, 0],
    [3, 0],
    [1.5, 0.5],
  ] as const) {
    const [px, py] = plain(x, y);
    const [tx, ty] = turned(x, y);
    assert.ok(Math.abs(px + tx - wide) < 1e-9 && Math.abs(py + ty - high) < 1e-9);
  }
});

test("a mirrored board keeps its rows, and one that cannot be turned stays", () => {
  const [x, y] = viewOf(board("mirror"), false)(0.5, 0.5);
  assert.deepEqual(viewOf(board("mirror"), true)(2.5, 0.5), [x, y]);
  assert.deepEqual(viewOf(board("none"), true)(0.5, 0.5), [x, y]);
  assert.equal(viewOf(board("none"), false)(1.5, 0.5)[0] - x, UNIT);
});

test("black and white need no further mark to be told apart", () => {
  const scene = { colours: ["black", "white"] } as unknown as Scene;
  assert.equal(tells(scene), false);
  assert.equal(tells({ ...scene, colours: ["blue", "white"] }), true);
});
