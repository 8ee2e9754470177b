import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recorded, TreeNode } from "../src/viewer/data";
import { Folding } from "../src/viewer/folding";
import { trees } from "./truth";

/** A tree of one's own: each node has `wide` children, `deep` levels of them; the second is chosen. */
function grown(wide: number, deep: number): Recorded {
  const nodes: TreeNode[] = [];
  const grow = (level: number): number => {
    const node: TreeNode = { id: nodes.length, kind: "max", player: 0, why: "searched" };
    nodes.push(node);
    if (level < deep) {
      node.best = 1;
      node.children = Array.from({ length: wide }, () => grow(level + 1));
    }
    return node.id;
  };
  grow(0);
  return { ...trees[0]!, nodes, steps: [] };
}

function shown(folding: Folding): number[] {
  const found = [0];
  for (const id of found) found.push(...folding.below(id));
  return found;
}

test("a small tree is not folded", () => {
  for (const tree of trees) assert.equal(shown(new Folding(tree)).length, tree.nodes.length);
});

test("a large tree opens with few nodes, its chosen line among them", () => {
  const tree = grown(5, 6); // 19,531 nodes
  const folding = new Folding(tree);
  const seen = new Set(shown(folding));
  assert.ok(seen.size <= 400 && seen.size > 300);
  for (let node = tree.nodes[0]!; node.children; node = tree.nodes[node.children[node.best!]!]!) {
    assert.ok(!folding.has(node.id));
  }
  const hidden = tree.nodes.length - 1;
  assert.ok(seen.has(folding.visible(hidden)) && folding.visible(hidden) !== hidden);
  assert.ok(folding.has(folding.visible(hidden)));
});

test("what is folded and what is shown make up the tree", () => {
  const tree = grown(5, 6);
  const folding = new Folding(tree);
  const seen = shown(folding);
  const below = seen.filter((id) => folding.has(id)).reduce((sum, id) => sum + folding.countBelow(id), 0);
  assert.equal(seen.length + below, tree.nodes.length);
});

test("nothing unfolds beyond what can be looked at", () => {
  const tree = grown(5, 6);
  const folding = new Folding(tree);
  folding.unfold(shown(folding).length);
  const many = shown(folding).length;
  assert.ok(many <= 5000 && many > 4000);
  const closed = shown(folding).find((id) => folding.has(id))!;
  assert.equal(folding.toggle(closed, 4999), false);
  assert.equal(folding.toggle(closed, 100), true);
  assert.equal(folding.toggle(tree.nodes.length - 1, 1), false, "a leaf has nothing to unfold");
});
