import assert from "node:assert/strict";
import { test } from "node:test";
import { CUTS, LOOKS, questionsOf, turned } from "../src/viewer/questions";
import { saved } from "../src/viewer/savings";
import { trees, truth } from "./truth";

test("every question's answer is what the search did next", () => {
  let asked = 0;
  for (const tree of trees) {
    let before = -1;
    for (const question of questionsOf(tree)) {
      asked += 1;
      assert.ok(question.at >= before, "they come in the order of the search");
      before = question.at;
      assert.ok(question.choices.includes(question.answer));
      assert.ok(new Set(question.choices).size === question.choices.length && question.choices.length > 1);
      const next = tree.steps[question.at + 1]!;
      if (question.kind === "cut") assert.equal(question.answer, next.do === "cut" ? CUTS : LOOKS);
      else {
        const done = tree.steps[question.at + 2]!;
        assert.deepEqual([done.do, done.node, done.value], ["done", question.node, question.answer]);
      }
    }
  }
  assert.ok(asked > 20);
});

test("minimax never asks about cuts, alpha-beta does", () => {
  const kinds = (algorithm: string): Set<string> =>
    new Set(trees.filter((t) => t.algorithm === algorithm).flatMap((t) => questionsOf(t).map((q) => q.kind)));
  assert.deepEqual(kinds("minimax"), new Set(["value"]));
  assert.deepEqual(kinds("alphabeta"), new Set(["value", "cut"]));
});

test("values turn into the other player's view, and back", () => {
  assert.equal(turned("≤ 4"), "≥ -4");
  assert.equal(turned("0"), "0");
  for (const text of ["5", "-5", "≥ 3", "≤ -1.5"]) assert.equal(turned(turned(text)), text);
});

test("what a search saves is told against the plainer one", () => {
  const [own] = truth.recorded;
  const [minimax, alphabeta] = own!.trees;
  const less = minimax!.visited - alphabeta!.visited;
  assert.match(saved(own!.trees, alphabeta!), new RegExp(`^saves ${less} nodes \\(\\d+ %\\) against minimax$`));
  assert.equal(saved(own!.trees, minimax!), "");
});
