// The quiz: answers are hidden first, then there is a hint, then the solution; each stage costs a
// point. The score can be sent to others as a link.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { PageElement } from "../element";
import { called, hasWindows, type Recorded } from "./data";
import { type Question, questionsOf } from "./questions";

@customElement("z-quiz")
export class Quiz extends PageElement {
  @property({ attribute: false }) tree!: Recorded;
  @property() challenge = ""; // somebody else's score
  @state() private number = -1;
  @state() private stage: "asked" | "hinted" | "right" | "shown" = "asked";
  @state() private tries = 0;
  @state() private points = 0;
  @state() private wrong = "";
  @state() private shared = "";
  private questions: Question[] = [];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("tree")) return;
    this.questions = questionsOf(this.tree);
    this.number = -1;
    this.points = 0;
    this.wrong = "";
  }

  private tell(): void {
    const question = this.questions[this.number];
    const hidden = question?.kind === "value" && (this.stage === "asked" || this.stage === "hinted");
    this.dispatchEvent(
      new CustomEvent("ask", {
        detail: { at: question?.at ?? this.tree.steps.length - 1, masked: hidden ? question!.node : -1 },
      }),
    );
  }

  private next(): void {
    this.number += 1;
    this.stage = "asked";
    this.tries = 0;
    this.wrong = "";
    this.shared = "";
    this.tell();
    this.updateComplete.then(() => this.querySelector<HTMLElement>(".choices button")?.focus({ preventScroll: true }));
  }

  private answer(text: string): void {
    if (text === this.questions[this.number]!.answer) {
      this.points += this.stage === "asked" && !this.tries ? 2 : 1;
      this.stage = "right";
      this.wrong = "";
      this.tell();
      this.updateComplete.then(() => this.querySelector<HTMLElement>(".next")?.focus({ preventScroll: true }));
    } else {
      this.tries += 1;
      this.wrong = `“${text}” is wrong. Think again, or take a hint.`;
    }
  }

  private reveal(): void {
    this.stage = this.stage === "asked" ? "hinted" : "shown";
    this.wrong = "";
    this.tell();
  }

  private async share(): Promise<void> {
    const link = new URL(location.href);
    link.hash = `show=${this.tree.algorithm}&score=${this.points}of${2 * this.questions.length}`;
    const text = `${this.points} of ${2 * this.questions.length} points: ${this.tree.heading} ${link}`;
    try {
      await navigator.clipboard.writeText(text);
      this.shared = "The score and its link are in the clipboard.";
    } catch {
      this.shared = text;
    }
  }

  override render(): TemplateResult {
    const total = this.questions.length;
    const question = this.questions[this.number];
    if (!total) return html`<p class="soft">This search has nothing to ask about. Take a larger tree.</p>`;
    if (this.number < 0) {
      return html`${this.challenge ? html`<p data-challenge>Somebody had ${this.challenge} points here.</p>` : nothing}
        <p>${total} questions: what is a node worth${hasWindows(this.tree) ? ", and when does the search cut" : ""}?
        Two points at once, one after a hint or a second try.</p>
        <button class="primary" @click=${() => this.next()}>Start the quiz</button>`;
    }
    if (!question) return this.score(total);
    const over = this.stage === "right" || this.stage === "shown";
    const name = called(this.tree, question.node);
    return html`<p class="row"><span class="soft">question ${this.number + 1} of ${total}</span>
        <span data-points>${this.points} points</span></p>
      <p class="question" data-question=${question.kind}>${
        question.kind === "value"
          ? html`The last value comes up to <b>${name}</b>. What is it worth?`
          : html`A value has come up to <b>${name}</b>. Does the search look at the next branch?`
      }</p>
      <div class="toolbar choices" role="group" aria-label="Answers">
        ${question.choices.map(
          (choice) => html`<button ?disabled=${over}
          class=${over && choice === question.answer ? "primary" : ""}
          @click=${() => this.answer(choice)}>${choice}</button>`,
        )}
      </div>
      ${this.wrong ? html`<p class="complaint" role="alert">${this.wrong}</p>` : nothing}
      ${this.stage === "hinted" ? html`<p class="hint" role="status" data-stage="hint">${question.hint}</p>` : nothing}
      ${over ? html`<p class="hint" role="status" data-stage=${this.stage}>${this.stage === "right" ? "Right. " : ""}${question.solution}</p>` : nothing}
      <div class="toolbar">
        ${
          over
            ? html`<button class="primary next" @click=${() => this.next()}>${this.number + 1 < total ? "Next question" : "See the score"}</button>`
            : html`<button @click=${() => this.reveal()}>${this.stage === "asked" ? "Hint" : "Solution"}</button>`
        }
      </div>`;
  }

  private score(total: number): TemplateResult {
    return html`<p data-score><strong>${this.points} of ${2 * total} points.</strong>
        ${this.points === 2 * total ? "Perfect." : ""}</p>
      <div class="toolbar"><button class="primary" @click=${() => this.share()}>Share the score</button>
        <button @click=${() => {
          this.number = -1;
          this.points = 0;
          this.next();
        }}>Once more</button></div>
      <p role="status" class="soft" data-shared>${this.shared}</p>`;
  }
}
