// The card game: choose or draw a deal, see its exact value and every move's, play it out.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { api, Refused } from "./api";
import "./controls";
import { PageElement } from "./element";
import "./panels";
import { NOBODY, PERFECT, Session } from "./session";
import "./table";
import type { Value } from "./types";
import { inView, long, short, tone } from "./values";

const KINDS = ["R", "P", "S"] as const;
const NAMES = { R: "rock", P: "paper", S: "scissors" };
const HAND = 5;
const OF_A_KIND = 7; // in the deck of 21

type Hand = Record<(typeof KINDS)[number], number>;

const size = (hand: Hand): number => hand.R + hand.P + hand.S;
const letters = (hand: Hand): string => KINDS.map((kind) => kind.repeat(hand[kind])).join("");
const counted = (text: string): Hand => ({
  R: text.toUpperCase().split("R").length - 1,
  P: text.toUpperCase().split("P").length - 1,
  S: text.toUpperCase().split("S").length - 1,
});

@customElement("z-rps")
export class Rps extends PageElement {
  @state() private hands: [Hand, Hand] = [counted("RRPSS"), counted("RRPPS")];
  @state() private chance = "";
  @state() private error = "";
  private session = new Session();

  override connectedCallback(): void {
    super.connectedCallback();
    const query = new URLSearchParams(location.search);
    this.session.exact = true;
    const opponent = Number(query.get("level") ?? NOBODY);
    if (opponent >= 1 && opponent <= PERFECT) {
      this.session.opponent = opponent;
      this.session.values = false;
      this.session.human = query.get("side") === "1" ? 1 : 0;
    }
    this.session.addEventListener("change", this.remember);
    const position = query.get("position");
    const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
    if (position) this.deal(position, moves);
    else this.draw();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.removeEventListener("change", this.remember);
    this.session.close();
  }

  private remember = (): void => {
    const { session } = this;
    const query = new URLSearchParams({ position: session.start ?? "" });
    if (session.moves.length) query.set("moves", session.moves.join(" "));
    if (session.opponent !== NOBODY) {
      query.set("level", String(session.opponent));
      query.set("side", String(session.human));
    }
    if (location.pathname === "/rps") history.replaceState(null, "", `/rps?${query}`);
    this.requestUpdate();
  };

  private deal(position: string, moves: string[] = []): Promise<void> {
    const [, first = "", second = ""] = position.split(":");
    if (!moves.length && first.length === HAND) this.hands = [counted(first), counted(second)];
    return this.session.open("rps", position, moves);
  }

  private async draw(): Promise<void> {
    try {
      const found = await api.deal("rps");
      const [ways, all] = found.probability;
      this.chance = `One of ${found.deals} deals, drawn ${((100 * ways) / all).toFixed(2)} % of the time.`;
      this.error = "";
      await this.deal(found.position);
    } catch (error) {
      this.error = error instanceof Refused ? error.message : String(error);
    }
  }

  private change(whose: 0 | 1, kind: "R" | "P" | "S", by: number): void {
    const hands: [Hand, Hand] = [{ ...this.hands[0] }, { ...this.hands[1] }];
    hands[whose][kind] += by;
    this.hands = hands;
    this.chance = "";
    if (size(hands[0]) === HAND && size(hands[1]) === HAND) {
      this.deal(`.../.../...:${letters(hands[0])}:${letters(hands[1]).toLowerCase()}:first:1`);
    }
  }

  override render(): TemplateResult {
    const { session } = this;
    return html`<div class="rps">
      <header class="row heading"><h1>Card deals</h1>
        <p class="soft">Rock, paper and scissors on nine cells, both hands open. A card captures its
          neighbours that it beats; who owns more cards at the end wins.</p></header>
      <div class="play">
        <div class="left">
          <section class="card" aria-label="The deal">
            <div class="hands">${([0, 1] as const).map((whose) => this.hand(whose))}
              <div class="drawing"><button class="primary" @click=${() => this.draw()}>Draw a deal</button>
                <p class="soft">${this.chance}</p></div></div>
            ${this.error ? html`<p class="complaint" role="alert">${this.error}</p>` : nothing}
          </section>
          <section class="card stage" aria-label="Board">
            <z-table .session=${session}></z-table>
            <div class="toolbar" role="group" aria-label="Opponent">
              ${this.choice("Analyse", NOBODY, session.human)}
              ${this.choice("Play first against perfect play", PERFECT, 0)}
              ${this.choice("Play second", PERFECT, 1)}
            </div>
            <z-controls .session=${session} .fixed=${PERFECT}></z-controls>
          </section>
        </div>
        <div class="right">
          ${this.verdict()}
          <z-lines .session=${session}></z-lines>
          <z-moves .session=${session}></z-moves>
        </div>
      </div>
    </div>`;
  }

  private choice(text: string, opponent: number, side: number): TemplateResult {
    const { session } = this;
    const on = session.opponent === opponent && (opponent === NOBODY || session.human === side);
    return html`<button aria-pressed=${on ? "true" : "false"} class=${on ? "chosen" : ""} @click=${() => {
      session.human = side;
      session.against(opponent);
    }}>${text}</button>`;
  }

  private hand(whose: 0 | 1): TemplateResult {
    const name = whose === 0 ? "first" : "second";
    const hand = this.hands[whose];
    const missing = HAND - size(hand);
    return html`<fieldset class="hand p${whose}"><legend>${name} player's hand</legend>
      ${KINDS.map((kind) => {
        const used = this.hands[0][kind] + this.hands[1][kind];
        return html`<div class="kind"><span>${NAMES[kind]}</span>
          <button aria-label="One ${NAMES[kind]} less for ${name}" ?disabled=${!hand[kind]}
            @click=${() => this.change(whose, kind, -1)}>−</button>
          <output aria-label="${NAMES[kind]}, ${name}">${hand[kind]}</output>
          <button aria-label="One ${NAMES[kind]} more for ${name}" ?disabled=${missing <= 0 || used >= OF_A_KIND}
            @click=${() => this.change(whose, kind, 1)}>+</button></div>`;
      })}
      <p class="soft">${missing > 0 ? `${missing} more to choose` : letters(hand)}</p></fieldset>`;
  }

  /** The position's exact value, and every move's, cell by cell. */
  private verdict(): TemplateResult {
    const { session } = this;
    const here = session.here;
    const found = session.analysis;
    if (!session.values)
      return html`<section class="card"><h2>Exact values</h2>
      <p class="soft">Hidden while you play. Hints tell a little at a time.</p></section>`;
    if (here?.result) return html`<section class="card"><h2>Exact value</h2><p>${here.result.text}</p></section>`;
    const proven = found?.value.proven ?? false;
    const values = new Map<string, Value>(found?.moves.map((m) => [m.move, m.value]));
    const counts = { win: 0, draw: 0, loss: 0 };
    values.forEach((v) => {
      if (v.kind !== "estimate") counts[v.kind] += 1;
    });
    const kinds = KINDS.filter((kind) => here?.moves.some((m) => m.startsWith(kind)));
    return html`<section class="card" aria-labelledby="exact-title"><h2 id="exact-title">Exact values</h2>
      ${
        found && proven
          ? html`<p class="verdict" data-verdict=${found.value.kind} data-done=${found.done ? "yes" : "no"}><b class="p${here?.to_move}">${here?.player}</b>
            ${long(inView(found.value, here?.to_move ?? 0))} with perfect play.
            <span class="soft">Of ${values.size} moves ${counts.win} win, ${counts.draw} draw, ${counts.loss} lose${
              found.done ? "" : "; more is being proven"
            }.</span></p>`
          : html`<p class="soft">proving …</p>`
      }
      <div class="heat">${kinds.map(
        (kind) => html`<table><caption>${NAMES[kind]}</caption><tbody>
        ${[1, 2, 3].map(
          (row) =>
            html`<tr>${["a", "b", "c"].map((column) => {
              const move = `${kind}${column}${row}`;
              const value = values.get(move);
              const legal = here?.moves.includes(move);
              return html`<td>${
                legal
                  ? html`<button class="heat-cell ${value ? tone(value) : ""}" data-cell=${move}
            ?disabled=${!session.myTurn} aria-label="${value ? `${short(value)}, ` : "· "}${move}${value ? ` ${long(value)}` : ""}"
            @click=${() => session.play(move)}>${value ? short(value) : "·"}</button>`
                  : html`<span class="soft">·</span>`
              }</td>`;
            })}</tr>`,
        )}</tbody></table>`,
      )}</div>
    </section>`;
  }
}
