// Asks a site's worker in Node: `node ask.mjs PAGE GAMES < questions.json` prints its last answers. A question with
// `anew` is asked of a worker that has heard nothing before; nobody waits for the answer to one with `left`.
import { readFileSync } from "node:fs";

const [page, games] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const worker = JSON.parse(page.slice("globalThis.engine=".length, page.indexOf("\n") - 1));
const waiting = new Map();
const ended = []; // the kinds of answers, in their order
globalThis.self = {
  postMessage(answer) {
    if (answer.type === "analysis" && !answer.done) return;
    ended.push(answer.type);
    waiting.get(answer.id)(answer);
  },
};
(0, eval)(worker);
(0, eval)(games);
const begin = () => self.onmessage({ data: structuredClone(globalThis.published) });
begin();

let counter = 0;
const ask = (question) =>
  new Promise((resolve) => {
    const id = ++counter;
    waiting.set(id, resolve);
    self.onmessage({ data: { ...question, id } });
  });

/** The opponent's moves from here to the end, for both sides. */
async function played(question) {
  const moves = [...(question.moves ?? [])];
  for (;;) {
    const { body } = await ask({ type: "position", game: question.game, moves });
    if (body.result) return { moves, result: body.result };
    const answer = await ask({ type: "move", game: question.game, moves, level: question.level });
    if (answer.type === "error") return answer;
    moves.push(answer.move);
  }
}

let text = "";
for await (const part of process.stdin) text += part;
const answers = [];
for (const question of JSON.parse(text)) {
  if (question.anew) begin();
  const answer = question.type === "game" ? played(question) : ask(question);
  answers.push(question.left ? null : { ...(await answer), ended: [...ended] });
}
process.stdout.write(JSON.stringify(answers), () => process.exit()); // whatever is still under way
