import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut } from "../src/viewer/layout";
import { truth } from "./truth";

test("trees are laid out as in Python", () => {
  const [gap, levelGap] = truth.gaps;
  for (const { sizes, below, x, y, width, height } of truth.layouts) {
    const depths: number[] = [0];
    below.forEach((children, id) => {
      for (const child of children) depths[child] = depths[id]! + 1;
    });
    const found = layOut(
      sizes.map((_, id) => id),
      (id) => below[id]!,
      (id) => depths[id]!,
      (id) => ({ width: sizes[id]![0], height: sizes[id]![1] }),
      gap,
      levelGap,
    );
    assert.ok(Math.abs(found.width - width) < 1e-5);
    assert.equal(found.height, height);
    sizes.forEach((_, id) => {
      assert.ok(Math.abs(found.x.get(id)! - x[id]!) < 1e-5);
      assert.equal(found.levels[depths[id]!], y[id]);
    });
  }
});
