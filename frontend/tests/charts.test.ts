import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, ticks } from "../src/arena-charts";
import { points, result, signed } from "../src/arena-data";

/** The same numbers every time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test("ticks are round, inside, evenly apart and neither few nor many", () => {
  const roll = dice(7);
  for (let i = 0; i < 300; i++) {
    const low = (roll() - 0.5) * 10 ** (6 * roll() - 2);
    const high = low + 10 ** (6 * roll() - 2);
    const found = ticks(low, high);
    assert.ok(found.length >= 2 && found.length <= 8, `${found.length} between ${low} and ${high}`);
    const step = found[1]! - found[0]!;
    const digits = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    assert.ok([1, 2, 5].some((d) => Math.abs(digits - d) < 1e-6));
    for (const tick of found) assert.ok(tick >= low - step * 1e-6 && tick <= high + step * 1e-6);
  }
});

test("writing is moved apart, in its order, within its room", () => {
  const roll = dice(11);
  for (let i = 0; i < 300; i++) {
    const wanted = Array.from({ length: 1 + Math.floor(roll() * 9) }, () => roll() * 200);
    const found = apart(wanted, 16, 0, 200);
    const order = wanted.map((_, k) => k).sort((a, b) => wanted[a]! - wanted[b]!);
    order.slice(1).forEach((k, j) => assert.ok(found[k]! - found[order[j]!]! >= 16 - 1e-9));
    for (const at of found) assert.ok(at >= -1e-9 && at <= 200 + 1e-9);
  }
});

test("what is far enough apart stays", () => {
  assert.deepEqual(apart([100, 20, 60], 16, 0, 200), [100, 20, 60]);
});

test("figures as people write them", () => {
  assert.deepEqual([1, 0.5, 0].map(result), ["1–0", "½–½", "0–1"]);
  assert.deepEqual([3, 2.5, 0.5].map(points), ["3", "2½", "½"]);
  assert.deepEqual([signed(12.4), signed(-0.2), signed(-3.25, 1)], ["+12", "±0", "−3.3"]);
});
