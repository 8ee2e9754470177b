// An arena: who is stronger, by how much, how sure that is, and every game behind it.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "./arena-charts";
import type { Line } from "./arena-charts";
import {
  type ArenaGame,
  type ArenaSource,
  type Figures,
  type Meeting,
  points,
  type Row,
  result,
  served,
  signed,
} from "./arena-data";
import "./arena-game";
import { PageElement } from "./element";
import { settle } from "./where";

const SHOWN = 120; // games in the list at once

interface Filter {
  one: number | null; // players by their numbers
  other: number | null;
  pair: number | null;
}

const ANY: Filter = { one: null, other: null, pair: null };

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

@customElement("z-arena")
export class Arena extends PageElement {
  @property({ attribute: false }) source: ArenaSource = served;
  @state() private figures: Figures | null = null;
  @state() private rows: Row[] = [];
  @state() private now: number | null = null;
  @state() private trouble = "";
  @state() private filter: Filter = ANY;
  @state() private game: ArenaGame | null = null;
  @state() private ply = 0;
  @state() private unread = ""; // why a game cannot be shown
  private leave: () => void = () => undefined;
  private wanted = 0; // the game asked for last

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.key);
    if (this.source.live) {
      const query = new URLSearchParams(location.search);
      const number = Number(query.get("number"));
      if (number > 0) void this.open(number, Number(query.get("ply") ?? 0));
    }
    this.leave = this.source.watch(
      (figures, rows, now) => {
        this.figures = figures;
        this.rows = [...rows];
        this.now = now;
        this.trouble = "";
        if (!this.wanted && rows.length) void this.open(this.telling(figures));
      },
      (why) => {
        this.trouble = why;
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.key);
    this.leave();
  }

  override updated(changed: Map<string, unknown>): void {
    const list = changed.has("game") ? this.querySelector<HTMLElement>(".arena-list") : null;
    const now = list?.querySelector<HTMLElement>(".now");
    if (list && now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  private key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || !this.game) return;
    if (target.closest("input, select, textarea, [role=slider], .scroll")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.goTo(this.ply + step);
  };

  private async open(number: number, ply?: number): Promise<void> {
    this.wanted = number;
    try {
      const found = await this.source.game(number);
      if (this.wanted !== number) return;
      this.game = found;
      this.unread = "";
      this.goTo(ply ?? found.opening);
    } catch (error) {
      if (this.wanted === number) this.unread = error instanceof Error ? error.message : String(error);
    }
  }

  /** A game worth opening with: one of the two best players. */
  private telling(figures: Figures): number {
    const best = figures.players.slice(0, 2).map((p) => figures.order.indexOf(p.name));
    const listed = this.listed();
    return (listed.find((row) => best.includes(row[1]) && best.includes(row[2])) ?? listed[0]!)[0];
  }

  private goTo(ply: number): void {
    if (!this.game) return;
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply || 0));
    if (this.source.live) settle(`/arena?number=${this.game.number}&ply=${this.ply}`);
  }

  /** Show the games of some players, or from an opening. */
  private choose(filter: Filter): void {
    this.filter = filter;
    const first = this.listed()[0];
    if (first) void this.open(first[0]);
    this.querySelector("#games-title")?.scrollIntoView({ block: "start" });
  }

  private listed(): Row[] {
    const { one, other, pair } = this.filter;
    const plays = (row: Row, who: number | null): boolean => who === null || row[1] === who || row[2] === who;
    return this.rows
      .filter((row) => plays(row, one) && plays(row, other) && (pair === null || row[3] === pair))
      .sort((a, b) => a[3] - b[3] || a[0] - b[0]);
  }

  override render(): TemplateResult {
    const { figures } = this;
    if (!figures) {
      return html`<h1>Arena</h1>
        ${this.trouble ? html`<p class="complaint" role="alert">${this.trouble}</p>` : html`<p class="soft">Reading the games …</p>`}`;
    }
    return html`<div class="arena">
      <header>
        <h1>The arena: ${breakable(figures.about.game)}</h1>
        ${this.trouble ? html`<p class="complaint" role="alert">${this.trouble}</p>` : nothing}
        ${this.progress(figures)}
        <p>${this.summary(figures)}</p>
        ${figures.warnings.map((words) => html`<p class="caution">${words}</p>`)}
      </header>
      ${
        figures.games
          ? html`${this.ratings(figures)} ${this.cross(figures)} ${this.walk(figures)} ${this.history(figures)}
            ${this.deciding(figures)} ${this.gallery(figures)}`
          : html`<p class="soft">No game has ended yet.</p>`
      }
    </div>`;
  }

  private progress(figures: Figures): TemplateResult | typeof nothing {
    const { wanted, games, pace, ended } = figures;
    if (!this.source.live || this.now === null) return nothing;
    const idle = ended === null ? null : this.now - ended;
    const left = wanted === null ? 0 : Math.max(0, wanted - games);
    const goes = left > 0 && idle !== null && idle < Math.max(20, 600 / (pace || 1));
    return html`<div class="progress" data-live=${goes ? "yes" : "no"}>
      <span class="spinner ${goes ? "on" : ""}" aria-hidden="true"></span>
      <progress max=${wanted ?? games} value=${games} aria-label="Games played"></progress>
      <span>${games.toLocaleString("en")}${wanted === null ? "" : ` of ${wanted.toLocaleString("en")}`} games${
        goes && pace
          ? `, ${pace.toFixed(pace < 10 ? 1 : 0)} a minute, ${duration((60 * left) / pace)} to go`
          : left && idle !== null
            ? `; the last one ended ${duration(idle)} ago`
            : ""
      }</span>
    </div>`;
  }

  private summary(figures: Figures): string {
    const { about, games, distinct } = figures;
    const said = [
      `${games.toLocaleString("en")} games, ${distinct.toLocaleString("en")} of them distinct; clock ${about.clock}, seed ${about.seed}, openings: ${about.openings}, adjudication: ${about.adjudication}.`,
    ];
    if (games) {
      const error = figures.advantage_error === null ? "" : ` ± ${figures.advantage_error.toFixed(0)}`;
      said.push(
        `${(100 * (figures.draw_rate ?? 0)).toFixed(1)} % draws, ${figures.plies?.toFixed(1)} plies on average; going first is worth ${signed(figures.advantage ?? 0)}${error} Elo.`,
      );
    }
    const named = Object.entries(figures.texts);
    if (named.length) said.push(`${named.map(([name, text]) => `${name} is ${text}`).join("; ")}.`);
    return said.join(" ");
  }

  private ratings(figures: Figures): TemplateResult {
    return html`<section class="card" aria-labelledby="ratings-title">
      <h2 id="ratings-title">Ratings</h2>
      <p class="soft">Elo; ${
        figures.players.some((p) => p.error !== null)
          ? "the bars hold the true rating 19 times out of 20."
          : "games repeat, so there are no intervals."
      }</p>
      <z-arena-ratings .players=${figures.players}></z-arena-ratings>
      <div class="scroll" tabindex="0" role="group" aria-label="Results of all players"><table class="figures standing">
        <thead><tr><th scope="col">player</th><th scope="col">rating</th><th scope="col">games</th><th scope="col">points</th>
          <th scope="col">score</th><th scope="col">won</th><th scope="col">drawn</th><th scope="col">lost</th>
          <th scope="col">failed</th><th scope="col">s a move</th></tr></thead>
        <tbody>${figures.players.map(
          (p) => html`<tr><th scope="row" title=${p.name}>${p.name}</th>
          <td>${signed(p.rating)}${p.error === null ? "" : ` ± ${p.error.toFixed(0)}`}</td><td>${p.games}</td>
          <td>${points(p.points)}</td><td>${p.games ? `${((100 * p.points) / p.games).toFixed(1)} %` : ""}</td>
          <td>${p.wins}</td><td>${p.draws}</td><td>${p.losses}</td><td>${p.failures || ""}</td>
          <td>${p.seconds_a_move === null ? "" : p.seconds_a_move.toPrecision(2)}</td></tr>`,
        )}</tbody></table></div>
    </section>`;
  }

  private cross(figures: Figures): TemplateResult {
    const names = figures.players.map((p) => p.name);
    const met = new Map<string, [number, Meeting]>();
    for (const m of figures.meetings) {
      met.set(`${m.one}\n${m.other}`, [m.points, m]);
      met.set(`${m.other}\n${m.one}`, [m.games - m.points, m]);
    }
    const cell = (one: string, other: string): TemplateResult => {
      const found = met.get(`${one}\n${other}`);
      if (!found) return html`<td class="none">·</td>`;
      const [got, m] = found;
      const share = got / m.games;
      const sign = m.one === one ? 1 : -1;
      const elo =
        m.elo === null ? "" : `, Elo ${signed(sign * m.elo)}${m.error === null ? "" : ` ± ${m.error.toFixed(0)}`}`;
      const said = `${one} against ${other}: ${points(got)} of ${m.games} points, ${(100 * share).toFixed(1)} %${elo}`;
      return html`<td class="tint-${Math.round(10 * share)}"><button class="plain" title=${said} aria-label="${points(got)}/${m.games}, ${said}; show the games"
        @click=${() => this.choose({ one: figures.order.indexOf(one), other: figures.order.indexOf(other), pair: null })}
        >${points(got)}<small>/${m.games}</small></button></td>`;
    };
    return html`<section class="card" aria-labelledby="cross-title">
      <h2 id="cross-title">Cross table</h2>
      <p class="soft">Points of the player at the left. A cell leads to its games.</p>
      <div class="scroll" tabindex="0" role="group" aria-label="Cross table"><table class="cross">
        <thead><tr><th scope="col">player</th>${names.map((name, i) => html`<th scope="col" title=${name}><abbr title=${name}>${i + 1}</abbr></th>`)}</tr></thead>
        <tbody>${names.map(
          (one, i) => html`<tr><th scope="row"><span class="soft">${i + 1}</span> ${one}</th>
          ${names.map((other) => (one === other ? html`<td class="self"></td>` : cell(one, other)))}</tr>`,
        )}</tbody></table></div>
    </section>`;
  }

  private walk(figures: Figures): TemplateResult | typeof nothing {
    const { walk, sprt } = figures;
    if (!walk || !sprt) return nothing;
    const said = {
      H0: `H0 is accepted: ${sprt.h0} nElo rather than ${sprt.h1}.`,
      H1: `H1 is accepted: ${sprt.h1} nElo rather than ${sprt.h0}.`,
      continue: "Neither hypothesis is accepted yet.",
    }[sprt.verdict];
    return html`<section class="card" aria-labelledby="walk-title" data-verdict=${sprt.verdict}>
      <h2 id="walk-title">The sequential test</h2>
      <p>LLR ${sprt.llr.toFixed(2)} after ${sprt.pairs.toLocaleString("en")} pairs. ${said}</p>
      <z-arena-lines .lines=${[{ name: "LLR", points: walk }]} across="pairs"
        .bounds=${[{ name: `H1: ${sprt.h1} nElo`, at: sprt.upper }, { name: `H0: ${sprt.h0} nElo`, at: sprt.lower }]}
        label="The walk of the likelihood ratio, from 0 to ${sprt.llr.toFixed(2)} after ${sprt.pairs} pairs; bounds ${sprt.lower.toFixed(2)} and ${sprt.upper.toFixed(2)}"></z-arena-lines>
    </section>`;
  }

  private history(figures: Figures): TemplateResult | typeof nothing {
    const { history } = figures;
    if (!history) return nothing;
    const lines: Line[] = figures.players.map(({ name }) => ({
      name,
      points: history.games.map((games, i) => [games, history.ratings[name]?.[i] ?? null]),
    }));
    return html`<section class="card" aria-labelledby="history-title">
      <h2 id="history-title">Ratings over time</h2>
      <p class="soft">Elo, as games came in.</p>
      <z-arena-lines .lines=${lines} across="games"
        label="The ratings of all players as games came in"></z-arena-lines>
    </section>`;
  }

  private deciding(figures: Figures): TemplateResult | typeof nothing {
    if (!figures.deciding.length) return nothing;
    return html`<section class="card" aria-labelledby="deciding-title">
      <h2 id="deciding-title">Openings that decide</h2>
      <p class="soft">The same side scores three quarters or more, whoever plays it.</p>
      <div class="scroll" tabindex="0" role="group" aria-label="Openings that decide"><table class="figures">
        <thead><tr><th scope="col">opening</th><th scope="col">first player scores</th><th scope="col">games</th><th scope="col">moves</th></tr></thead>
        <tbody>${figures.deciding.map(
          (row) => html`<tr><th scope="row"><button class="small" data-opening=${row.pair + 1}
            @click=${() => this.choose({ ...ANY, pair: row.pair })} aria-label="Show the games of opening ${row.pair + 1}">${row.pair + 1}</button></th>
          <td>${(100 * row.score).toFixed(0)} %</td><td>${row.games}</td>
          <td class="wide">${row.moves.join(" ") || row.start || "none"}</td></tr>`,
        )}</tbody></table></div>
    </section>`;
  }

  private gallery(figures: Figures): TemplateResult {
    const listed = this.listed();
    const { filter } = this;
    const player = (label: string, key: "one" | "other"): TemplateResult => html`<label class="field">${label}
      <select data-filter=${key} @change=${(e: Event) => {
        const value = (e.target as HTMLSelectElement).value;
        this.choose({ ...filter, [key]: value === "" ? null : Number(value) });
      }}><option value="" ?selected=${filter[key] === null}>anybody</option>
        ${figures.order.map((name, i) => html`<option value=${i} ?selected=${filter[key] === i}>${name}</option>`)}</select></label>`;
    const kept = this.rows.length < figures.games && !this.source.live;
    return html`<section class="card" aria-labelledby="games-title">
      <h2 id="games-title">Games</h2>
      <div class="toolbar">${player("Player", "one")} ${player("against", "other")}
        <label class="field">opening <input type="number" min="1" class="short" .value=${filter.pair === null ? "" : String(filter.pair + 1)}
          @change=${(e: Event) => {
            const number = Number((e.target as HTMLInputElement).value);
            this.choose({ ...filter, pair: number > 0 ? Math.round(number) - 1 : null });
          }}></label>
        ${
          filter === ANY
            ? nothing
            : html`<button @click=${() => {
                this.filter = ANY;
              }}>All games</button>`
        }
        <span class="soft" data-count>${listed.length.toLocaleString("en")} games${
          kept
            ? `; this page has ${this.rows.length.toLocaleString("en")} of ${figures.games.toLocaleString("en")} to click through`
            : ""
        }</span></div>
      <div class="arena-gallery">
        <ol class="arena-list" tabindex="0" aria-label="Games">${listed.slice(0, SHOWN).map((row) => {
          const [number, first, second, pair, score, plies, how] = row;
          const now = this.game?.number === number;
          return html`<li><button class="plain ${now ? "now" : ""}" aria-current=${now ? "true" : nothing} data-number=${number}
            @click=${() => this.open(number)}><span class="soft">${pair + 1}</span>
            <span class="who">${figures.order[first]} – ${figures.order[second]}</span> <b>${result(score)}</b>
            <span class="soft">${plies}${how === "rules" ? "" : `, ${how}`}</span></button></li>`;
        })}${listed.length > SHOWN ? html`<li class="soft more">… and ${(listed.length - SHOWN).toLocaleString("en")} more: choose players or an opening</li>` : nothing}</ol>
        ${
          this.unread
            ? html`<p class="complaint" role="alert">${this.unread}</p>`
            : this.game
              ? html`<z-arena-game .game=${this.game} .ply=${this.ply} ?linked=${this.source.live} data-of=${figures.about.game}
              @ply=${(e: CustomEvent<number>) => this.goTo(e.detail)}></z-arena-game>`
              : nothing
        }
      </div>
    </section>`;
  }
}

/** A game's parameters may go to the next line, but whole. */
function breakable(spec: string): string {
  return spec.replace(/[:,]/g, "$&\u200b");
}
