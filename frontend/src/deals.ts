// Games that are dealt: choose or draw a deal, see its exact value and every move's, play it out.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, type Deals, Refused } from "./api";
import "./controls";
import { PageElement } from "./element";
import { byHand, canTake, dealOf, type Hands, sum } from "./hands";
import "./panels";
import { NOBODY, PERFECT, Session } from "./session";
import "./table";
import type { GameInfo, Value } from "./types";
import { inView, long, short, tone } from "./values";
import { settle } from "./where";

@customElement("z-deals")
export class DealsPage extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private deals: Deals | null = null;
  @state() private hands: Hands = [[], []];
  @state() private chance = "";
  @state() private error = "";
  private game = "";
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
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.removeEventListener("change", this.remember);
    this.session.close();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("games") && !this.game && this.games.length) this.begin();
  }

  private get dealt(): GameInfo[] {
    return this.games.filter((game) => game.dealt);
  }

  private async begin(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const game = query.get("game") ?? this.dealt[0]?.name;
    if (game) await this.open(game, query.get("position"), (query.get("moves") ?? "").split(" ").filter(Boolean));
  }

  private async open(game: string, position: string | null, moves: string[] = []): Promise<void> {
    this.game = game;
    this.deals = null;
    try {
      this.deals = await api.deals(game);
      if (position) await this.deal(position, moves);
      else await this.draw();
    } catch (error) {
      this.error = error instanceof Refused ? error.message : String(error);
    }
  }

  private remember = (): void => {
    const { session } = this;
    const query = new URLSearchParams({ game: this.game, position: session.start ?? "" });
    if (session.moves.length) query.set("moves", session.moves.join(" "));
    if (session.opponent !== NOBODY) {
      query.set("level", String(session.opponent));
      query.set("side", String(session.human));
    }
    settle(`/deals?${query}`);
    this.requestUpdate();
  };

  private deal(position: string, moves: string[] = []): Promise<void> {
    const known = this.deals?.deals.find((deal) => deal.position === position);
    if (known) this.hands = known.hands;
    return this.session.open(this.game, position, moves);
  }

  private async draw(): Promise<void> {
    try {
      const found = await api.deal(this.game);
      const [ways, all] = found.probability;
      this.chance = `One of ${found.deals} deals, drawn ${((100 * ways) / all).toFixed(2)} % of the time.`;
      this.error = "";
      await this.deal(found.position);
    } catch (error) {
      this.error = error instanceof Refused ? error.message : String(error);
    }
  }

  private change(whose: 0 | 1, kind: number, by: number): void {
    const hands: Hands = [[...this.hands[0]], [...this.hands[1]]];
    hands[whose][kind] = (hands[whose][kind] ?? 0) + by;
    this.hands = hands;
    this.chance = "";
    const found = dealOf(this.deals!, hands);
    if (found) this.deal(found.position);
  }

  override render(): TemplateResult {
    const { session } = this;
    const told = this.games.find((game) => game.name === this.game.split(":")[0]);
    return html`<div class="deals">
      <header class="row heading"><h1>Deals${told ? ` of ${told.title}` : ""}</h1>
        <p class="soft">${told?.about ?? ""}</p>
        ${this.dealt.length > 1 ? this.choices() : nothing}</header>
      <div class="play">
        <div class="left">
          <section class="card" aria-label="The deal">
            <div class="hands">${this.deals?.kinds.length ? ([0, 1] as const).map((whose) => this.hand(whose)) : nothing}
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

  private choices(): TemplateResult {
    return html`<label class="field">Game <select @change=${(e: Event) => this.open((e.target as HTMLSelectElement).value, null)}>
      ${this.dealt.map((game) => html`<option value=${game.name} ?selected=${game.name === this.game}>${game.title}</option>`)}
    </select></label>`;
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
    const deals = this.deals!;
    const name = deals.players[whose];
    const hand = this.hands[whose];
    const missing = sum(deals.deals[0]!.hands[whose]) - sum(hand);
    return html`<fieldset class="hand p${whose}"><legend>${name} player's hand</legend>
      ${deals.kinds.map(
        (kind, i) => html`<div class="kind"><span>${kind}</span>
          <button aria-label="One ${kind} less for ${name}" ?disabled=${!hand[i]}
            @click=${() => this.change(whose, i, -1)}>−</button>
          <output aria-label="${kind}, ${name}">${hand[i] ?? 0}</output>
          <button aria-label="One ${kind} more for ${name}" ?disabled=${!canTake(deals, this.hands, whose, i)}
            @click=${() => this.change(whose, i, 1)}>+</button></div>`,
      )}
      <p class="soft">${missing > 0 ? `${missing} more to choose` : "\u00a0"}</p></fieldset>`;
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
      <div class="heat">${(here?.scene ? byHand(here.scene) : []).map(
        ({ name, rows }) => html`<table><caption>${name}</caption><tbody>
        ${rows.map((row) => html`<tr>${row.map((move) => html`<td>${this.cell(move, values)}</td>`)}</tr>`)}</tbody></table>`,
      )}</div>
    </section>`;
  }

  private cell(move: string | null, values: Map<string, Value>): TemplateResult {
    const value = move === null ? undefined : values.get(move);
    if (move === null) return html`<span class="soft">·</span>`;
    return html`<button class="heat-cell ${value ? tone(value) : ""}" data-cell=${move}
      ?disabled=${!this.session.myTurn} aria-label="${value ? `${short(value)}, ` : "· "}${move}${value ? ` ${long(value)}` : ""}"
      @click=${() => this.session.play(move)}>${value ? short(value) : "·"}</button>`;
  }
}
