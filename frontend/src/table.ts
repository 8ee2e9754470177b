// The board with the bar of chances at its side, and a line that says how things stand.
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "./board";
import { PageElement } from "./element";
import { NOBODY, PERFECT, type Session } from "./session";
import type { Value } from "./types";
import { chance, inView, long, short, tone } from "./values";

export abstract class SessionElement extends PageElement {
  @property({ attribute: false }) session!: Session;
  private listen = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.session?.addEventListener("change", this.listen);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.removeEventListener("change", this.listen);
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("session")) {
      (changed.get("session") as Session | undefined)?.removeEventListener("change", this.listen);
      this.session.addEventListener("change", this.listen);
    }
  }
}

@customElement("z-table")
export class Table extends SessionElement {
  @property({ type: Boolean }) flipped = false;

  override render(): TemplateResult | typeof nothing {
    const { session } = this;
    const here = session.here;
    if (!here) {
      return session.error ? html`<p class="complaint" role="alert">${session.error}</p>` : nothing;
    }
    const shows = session.values || here.result;
    const values = new Map<string, Value>(session.values ? session.analysis?.moves.map((m) => [m.move, m.value]) : []);
    return html`
      ${this.status()}
      <div class="table">
        ${shows ? html`<z-bar .session=${session} ?flipped=${this.flipped}></z-bar>` : nothing}
        ${
          here.scene
            ? html`<z-board .scene=${here.scene} .values=${values} ?flipped=${this.flipped}
              .hint=${session.hintPlaces} .lit=${session.lit} ?still=${!session.myTurn} label=${`${here.game}, ${here.position}`}
              @move=${(e: CustomEvent<string>) => session.play(e.detail)}></z-board>`
            : html`<pre class="picture" aria-label="Board">${here.board}</pre>`
        }
      </div>
      ${this.others(values)}
      ${session.error ? html`<p class="complaint" role="alert">${session.error}</p>` : nothing}`;
  }

  /** Whose turn, or who won. */
  private status(): TemplateResult {
    const { session } = this;
    const here = session.here!;
    if (here.result) {
      const who = here.result.winner;
      return html`<p class="status over ${who === null ? "" : `p${who}`}" data-status="over">
        <strong>${here.result.text}</strong></p>`;
    }
    const mine =
      session.opponent === NOBODY
        ? ""
        : session.myTurn
          ? ", your move"
          : session.opponent === PERFECT
            ? ", perfect play thinks"
            : `, level ${session.opponent} thinks`;
    const value = session.values ? session.valueAt(session.ply) : undefined;
    const said = value && inView(value, here.to_move!);
    return html`<p class="status p${here.to_move}" data-status="on">
      <span class="dot" aria-hidden="true"></span>
      <strong>${here.player}</strong> to move${mine}
      ${said ? html`<span class="pill ${tone(said)}" data-value>${long(said)}</span>` : nothing}</p>`;
  }

  /** Moves that no click on the board makes. */
  private others(values: Map<string, Value>): TemplateResult | typeof nothing {
    const { session } = this;
    const here = session.here!;
    const drawn = new Set(here.scene?.moves.map((m) => m.move));
    const rest = here.moves.filter((move) => !drawn.has(move));
    if (!rest.length) return nothing;
    return html`<div class="others" role="group" aria-label="Moves">
      ${rest.map((move) => {
        const value = values.get(move);
        return html`<button ?disabled=${!session.myTurn} @click=${() => session.play(move)}>${move}
          ${value ? html`<span class="pill ${tone(value)}">${short(value)}</span>` : nothing}</button>`;
      })}</div>`;
  }
}

@customElement("z-bar")
export class Bar extends SessionElement {
  @property({ type: Boolean }) flipped = false;
  @state() private kept = 0.5; // the last that was known, so that the bar never jumps to nothing

  override render(): TemplateResult {
    const { session } = this;
    const value = session.valueAt(session.ply);
    if (value) this.kept = chance(value, session.scale);
    const first = this.kept;
    const players = session.here?.players ?? ["first", "second"];
    const percent = Math.round(first * 100);
    const upper = this.flipped ? first : 1 - first; // the second player's share is on top
    const text = value ? `${players[0]} ${long(inView(value, 0))}` : "not known yet";
    return html`<div class="bar" role="meter" aria-label="Winning chances of ${players[0]}"
        aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent} aria-valuetext=${text}
        title="${players[0]} ${percent} %, ${players[1]} ${100 - percent} %">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class=${this.flipped ? "p0" : "p1"} width="100" height="100"></rect>
        <rect class="share ${this.flipped ? "p1" : "p0"}" y=${(upper * 100).toFixed(1)} width="100" height="100"></rect>
        <line class="half" x1="0" x2="100" y1="50" y2="50"></line>`}
      </svg>
      <span class="bar-text ${this.flipped ? "p1" : "p0"}">${percent}</span>
    </div>`;
  }
}
