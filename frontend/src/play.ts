// The page to play and analyse any game on.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api } from "./api";
import "./controls";
import { PageElement } from "./element";
import "./panels";
import { type Imported, seated } from "./record";
import { NOBODY, PERFECT, Session } from "./session";
import "./share";
import "./table";
import "./why";
import type { GameInfo } from "./types";
import { isAlone, settle, to } from "./where";

@customElement("z-play")
export class Play extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private flipped = false;
  private session = new Session();

  override connectedCallback(): void {
    super.connectedCallback();
    const query = new URLSearchParams(location.search);
    const level = Number(query.get("level") ?? NOBODY);
    if (level >= 1 && level <= PERFECT) {
      this.session.opponent = level;
      this.session.values = false;
      this.session.human = query.get("side") === "1" ? 1 : 0;
    }
    this.flipped = query.get("flip") === "1";
    this.session.addEventListener("change", this.remember);
    window.addEventListener("keydown", this.key);
    const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
    const ply = query.has("ply") ? Number(query.get("ply")) : moves.length;
    const begin = (game: string): void => {
      this.session.open(game, query.get("position"), moves, Math.max(0, Math.min(moves.length, ply || 0)));
    };
    const game = query.get("game");
    if (game) begin(game);
    else
      api.games().then(
        ({ games }) => this.isConnected && begin(games[0]!.name),
        () => undefined,
      );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.removeEventListener("change", this.remember);
    this.session.close();
    window.removeEventListener("keydown", this.key);
  }

  /** The address always says what is on the table. */
  private remember = (): void => {
    const { session } = this;
    const query = new URLSearchParams({ game: session.game });
    if (session.start) query.set("position", session.start);
    if (session.moves.length) query.set("moves", session.moves.join(" "));
    if (session.ply !== session.moves.length) query.set("ply", String(session.ply));
    if (session.opponent !== NOBODY) {
      query.set("level", String(session.opponent));
      query.set("side", String(session.human));
    }
    if (this.flipped) query.set("flip", "1");
    settle(to("/play", query));
    this.requestUpdate();
  };

  private key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input, select, textarea, [role=slider], z-board")) return;
    const action = {
      ArrowLeft: () => this.session.undo(),
      ArrowRight: () => this.session.redo(),
      Home: () => this.session.goTo(0),
      End: () => this.session.goTo(this.session.moves.length),
      h: () => this.session.nextHint(),
      f: () => this.flip(),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  };

  private flip(): void {
    this.flipped = !this.flipped;
    this.remember();
  }

  private open(game: string): void {
    this.session.against(NOBODY);
    this.session.open(game, null, []);
  }

  override render(): TemplateResult {
    const { session } = this;
    const [name] = session.game.split(":");
    const info = this.games.find((g) => g.name === session.game || g.name === name);
    return html`<div class="play" data-first=${session.here?.scene?.colours[0] ?? "blue"}
        data-second=${session.here?.scene?.colours[1] ?? "orange"}>
      <div class="left">
        <div class="row heading">
          <h1>${info?.title ?? session.game}</h1>
          <label class="field"><span class="unseen">Another game</span>
            <select @change=${(e: Event) => this.open((e.target as HTMLSelectElement).value)}>
              ${this.games.map((g) => html`<option value=${g.name} ?selected=${g === info}>${g.title}</option>`)}
            </select></label>
        </div>
        <section class="card stage" aria-label="Board">
          <z-table .session=${session} ?flipped=${this.flipped}></z-table>
          <z-controls .session=${session} ?flipped=${this.flipped} @flip=${() => this.flip()}></z-controls>
        </section>
      </div>
      <div class="right">
        <z-lines .session=${session}></z-lines>
        <z-moves .session=${session}></z-moves>
        ${isAlone() ? nothing : html`<z-why .session=${session}></z-why>`}
        <z-share .session=${session} @import=${(e: CustomEvent<Imported>) => {
          const { game, start, moves, players } = e.detail;
          const seats = seated(players);
          if (seats) Object.assign(session, seats);
          session.open(game, start, moves);
        }}></z-share>
        ${info ? this.about(info) : nothing}
      </div>
    </div>`;
  }

  /** What the game is, and another size of board. */
  private about(info: GameInfo): TemplateResult {
    const given = Object.fromEntries(
      this.session.game
        .split(":")
        .slice(1)
        .join(":")
        .split(",")
        .filter(Boolean)
        .map((item) => item.split("=") as [string, string]),
    );
    return html`<details class="card"><summary><h2>The game and its board</h2></summary>
      <p>${info.description}</p>
      ${
        Object.keys(info.parameters).length
          ? html`<form class="parameters" @submit=${(e: Event) => this.resize(e, info)}>
            ${Object.entries(info.parameters).map(
              ([key, value]) => html`<label class="field">${key}
              <input name=${key} .value=${given[key] ?? String(value)} autocomplete="off" spellcheck="false"
                size="6"></label>`,
            )}
            <button type="submit">Set up</button></form>`
          : nothing
      }
      ${isAlone() ? nothing : this.lab()}
    </details>`;
  }

  private lab(): TemplateResult {
    const query = { game: this.session.game, position: this.session.here?.position ?? "", depth: "2" };
    return html`<p><a href=${to("/lab", query)}>See this position as a tree</a></p>`;
  }

  private resize(event: Event, info: GameInfo): void {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const changed = [...form.entries()]
      .map(([key, value]) => [key, String(value).trim()])
      .filter(([key, value]) => value && value !== String(info.parameters[key!]));
    const spec = changed.map(([key, value]) => `${key}=${value}`).join(",");
    this.open(spec ? `${info.name}:${spec}` : info.name);
  }
}
