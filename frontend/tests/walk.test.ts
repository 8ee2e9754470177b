import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWindows, parentsOf, pathOf } from "../src/viewer/data";
import { DONE, PRUNED, UNSEEN, Walk, windowsOf } from "../src/viewer/walk";
import { trees } from "./truth";

test("at its end a walk knows what the search knew", () => {
  for (const tree of trees) {
    const walk = new Walk(tree);
    walk.goTo(walk.last);
    assert.ok(walk.over);
    assert.equal(walk.visited, tree.visited);
    for (const node of tree.nodes) {
      assert.equal(walk.status[node.id], node.why === "pruned" ? PRUNED : DONE);
      if (node.why !== "pruned") assert.equal(walk.value[node.id], node.text);
      if (node.best !== undefined && node.children) assert.equal(walk.best[node.id], node.children[node.best]);
    }
  }
});

test("back and forth leads to the same place", () => {
  for (const tree of trees) {
    const straight = new Walk(tree);
    const wandering = new Walk(tree);
    const steps = tree.steps.length;
    for (let i = 0; i < steps; i += 3) {
      straight.goTo(i);
      wandering.goTo((i * 7) % steps);
      wandering.goTo(i);
      assert.deepEqual([...wandering.status], [...straight.status]);
      assert.deepEqual(wandering.value, straight.value);
      assert.deepEqual([...wandering.best], [...straight.best]);
      assert.equal(wandering.visited, straight.visited);
    }
    wandering.goTo(-5);
    assert.equal(wandering.at, 0);
    wandering.goTo(9e9);
    assert.ok(wandering.over);
  }
});

test("a figure without steps is all there", () => {
  const tree = { ...trees[0]!, steps: [] };
  const walk = new Walk(tree);
  assert.ok(walk.over && !walk.status.includes(UNSEEN));
  assert.equal(walk.value[0], tree.nodes[0]!.text);
});

test("windows are open at the root, and minimax has none", () => {
  for (const tree of trees) {
    const windows = windowsOf(tree);
    if (!hasWindows(tree)) assert.equal(windows.size, 0);
    else assert.deepEqual(windows.get(0), ["-∞", "+∞"]);
  }
});

test("the way to a node has a move for each level", () => {
  for (const tree of trees) {
    const parents = parentsOf(tree);
    assert.equal(parents[0], -1);
    for (const node of tree.nodes.slice(1)) {
      const way = pathOf(tree, node.id);
      assert.equal(way.at(-1), node.move ?? "");
      assert.deepEqual(way.slice(0, -1), pathOf(tree, parents[node.id]!));
    }
  }
});
