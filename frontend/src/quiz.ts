// Questions about a search: what is this node worth, and will it cut? Answers are hidden first,
// then there is a hint, then the solution; each stage costs a point.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce, PageElement } from "./element";
import { alpha, beta, nameOf } from "./tree-state";
import type { Recording, Run } from "./types";

export interface Question {
  at: number; // so many steps have been taken when it is asked
  kind: "value" | "cut";
  node: number;
  answer: string;
  choices: string[];
  hint: string;
  solution: string;
}

const LOOKS = "it looks on";
const CUTS = "it cuts";

/** The questions of a run, in the order of the search. */
export function questionsOf(recording: Recording, run: Run, cuts: boolean): Question[] {
  const found: Question[] = [];
  const heard = new Map<number, string[]>();
  const { steps } = run;
  steps.forEach((step, i) => {
    const node = recording.nodes[step.node]!;
    const player = recording.players[node.player];
    const name = nameOf(recording, step.node);
    if (step.do === "back") {
      const values = [...(heard.get(step.node) ?? []), step.value!];
      heard.set(step.node, values);
      const next = steps[i + 1];
      if (cuts && values.length < node.children.length && step.alpha !== null && step.beta !== null) {
        const cut = next?.do === "cut";
        found.push({
          at: i + 1, kind: "cut", node: step.node, answer: cut ? CUTS : LOOKS, choices: [LOOKS, CUTS],
          hint: `Here α = ${alpha(step.alpha)} and β = ${beta(step.beta)}. Is there anything left between them?`,
          solution: cut ? next!.why! :
            `Values between ${step.alpha} and ${step.beta} would still matter, so the search looks on.`,
        });
      }
      if (next?.do === "done" && new Set(values).size > 1) {
        const word = node.player === 0 ? "largest" : "smallest";
        const answer = next.value!;
        found.push({
          at: i, kind: "value", node: step.node, answer,
          choices: [...new Set(values)],
          hint: `${player} takes the ${word} of ${values.join(", ")}.`,
          solution: `The ${word} of ${values.join(", ")} is ${answer}: ` +
            (/^[≥≤]/.test(answer) ? `more is not known of ${name}, and need not be.` : `that is what ${name} is worth.`),
        });
      }
    }
  });
  return found.sort((a, b) => a.at - b.at);
}

@customElement("z-quiz")
export class Quiz extends PageElement {
  @property({ attribute: false }) recording!: Recording;
  @property({ attribute: false }) run!: Run;
  @property() algorithm = "";
  @state() private number = -1;
  @state() private stage: "asked" | "hinted" | "right" | "shown" = "asked";
  @state() private tries = 0;
  @state() private points = 0;
  @state() private wrong = "";
  private questions: Question[] = [];

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("recording") || changed.has("run")) {
      this.questions = questionsOf(this.recording, this.run, this.algorithm !== "minimax");
      this.number = -1;
      this.points = 0;
      this.wrong = "";
    }
  }

  private tell(): void {
    const question = this.questions[this.number];
    const hidden = question?.kind === "value" && (this.stage === "asked" || this.stage === "hinted");
    this.dispatchEvent(new CustomEvent("ask", {
      detail: { at: question?.at ?? this.run.steps.length, node: question?.node ?? -1, masked: hidden ? question!.node : -1 },
    }));
  }

  private next(): void {
    this.number += 1;
    this.stage = "asked";
    this.tries = 0;
    this.wrong = "";
    this.tell();
    this.updateComplete.then(() => (this.querySelector(".choices button") as HTMLElement | null)?.focus());
  }

  private answer(text: string): void {
    const question = this.questions[this.number]!;
    if (text === question.answer) {
      this.points += this.stage === "asked" && !this.tries ? 2 : 1;
      this.stage = "right";
      this.wrong = "";
      announce(`Right. ${question.solution}`);
      this.tell();
      this.updateComplete.then(() => (this.querySelector(".next") as HTMLElement | null)?.focus());
    } else {
      this.tries += 1;
      this.wrong = `“${text}” is wrong. Think again, or take a hint.`;
      announce(this.wrong);
    }
  }

  private reveal(): void {
    this.stage = this.stage === "asked" ? "hinted" : "shown";
    this.wrong = "";
    this.tell();
  }

  override render(): TemplateResult {
    const total = this.questions.length;
    const question = this.questions[this.number];
    if (!total) return html`<p class="soft">This search has nothing to ask about. Take a larger tree.</p>`;
    if (this.number < 0) {
      return html`<p>${total} questions: what is a node worth${this.algorithm === "minimax" ? "" : ", and when does the search cut"}?
        Two points at once, one after a hint or a second try.</p>
        <button class="primary" @click=${() => this.next()}>Start the quiz</button>`;
    }
    if (!question) {
      return html`<p data-score><strong>${this.points} of ${2 * total} points.</strong>
        ${this.points === 2 * total ? "Perfect." : ""}</p>
        <button @click=${() => { this.number = -1; this.points = 0; this.next(); }}>Once more</button>`;
    }
    const over = this.stage === "right" || this.stage === "shown";
    const name = nameOf(this.recording, question.node);
    return html`<p class="row"><span class="soft">question ${this.number + 1} of ${total}</span>
        <span data-points>${this.points} points</span></p>
      <p class="question" data-question=${question.kind}>${question.kind === "value"
        ? html`The last value has come up to <b>${name}</b>. What is it worth?`
        : html`A value has come up to <b>${name}</b>. Does the search look at the next branch?`}</p>
      <div class="toolbar choices" role="group" aria-label="Answers">
        ${question.choices.map((choice) => html`<button ?disabled=${over}
          class=${over && choice === question.answer ? "primary" : ""}
          @click=${() => this.answer(choice)}>${choice}</button>`)}
      </div>
      ${this.wrong ? html`<p class="complaint" role="alert">${this.wrong}</p>` : nothing}
      ${this.stage === "hinted" ? html`<p class="hint" role="status" data-stage="hint">${question.hint}</p>` : nothing}
      ${over ? html`<p class="hint" role="status" data-stage=${this.stage}>${this.stage === "right" ? "Right. " : ""}${question.solution}</p>` : nothing}
      <div class="toolbar">
        ${over
          ? html`<button class="primary next" @click=${() => this.next()}>${this.number + 1 < total ? "Next question" : "See the score"}</button>`
          : html`<button @click=${() => this.reveal()}>${this.stage === "asked" ? "Hint" : "Solution"}</button>`}
      </div>`;
  }
}
