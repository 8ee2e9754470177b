// A game of an arena to click through: the board, the moves, and what both players thought.
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { type ArenaGame, result, sceneOf } from "./arena-data";
import "./board";
import { PageElement, palette } from "./element";
import { chance, inView, long } from "./values";

const WIDE = 480;
const HIGH = 150;
const EDGE = 12;

@customElement("z-arena-game")
export class ArenaGameView extends PageElement {
  @property({ attribute: false }) game!: ArenaGame;
  @property({ type: Number }) ply = 0;
  @property({ type: Boolean }) linked = false; // the page can analyse positions

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has("ply") && !changed.has("game")) return;
    const now = this.querySelector<HTMLElement>(".line .now");
    const list = now?.closest<HTMLElement>(".line");
    if (now && list) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  private go(ply: number): void {
    const to = Math.max(0, Math.min(this.game.moves.length, ply));
    if (to !== this.ply) this.dispatchEvent(new CustomEvent("ply", { detail: to }));
  }

  override render(): TemplateResult {
    const { game, ply } = this;
    const scene = sceneOf(game, ply);
    const last = game.moves.length;
    return html`<div class="arena-game" data-palette=${palette(game.sides)} data-game=${game.number}>
      <div class="arena-board">
        <z-board bare .scene=${scene} label="The board after ${ply} moves"></z-board>
        <div class="toolbar" role="toolbar" aria-label="Moves">
          <button @click=${() => this.go(0)} ?disabled=${!ply} aria-label="To the start">|◀</button>
          <button @click=${() => this.go(ply - 1)} ?disabled=${!ply} aria-label="One move back">◀</button>
          <button @click=${() => this.go(ply + 1)} ?disabled=${ply >= last} aria-label="One move on">▶</button>
          <button @click=${() => this.go(last)} ?disabled=${ply >= last} aria-label="To the end">▶|</button>
          ${this.linked ? html`<a class="button" href=${this.address()}>Analyse</a>` : nothing}
        </div>
      </div>
      <div class="arena-moves">
        <p class="seats"><span class="seat p0">${game.sides[0]}: <b>${game.first}</b></span>
          <span class="seat p1">${game.sides[1]}: <b>${game.second}</b></span></p>
        <p><b>${result(game.score)}</b> <span class="soft">${game.reason}</span></p>
        <p class="told" aria-live="polite" data-told>${this.told()}</p>
        ${this.graph()}
        <ol class="line" tabindex="0" aria-label="Moves played">${game.moves.map(
          (move, i) => html`<li>
          <button class="plain ${ply === i + 1 ? "now" : ""} ${i < game.opening ? "given" : ""}" data-ply=${i + 1}
            aria-current=${ply === i + 1 ? "step" : nothing} aria-label="move ${i + 1}: ${move}"
            @click=${() => this.go(i + 1)}><span class="number">${i + 1}.</span>${move}</button></li>`,
        )}</ol>
      </div>
    </div>`;
  }

  /** The position in the page where it can be analysed. */
  private address(): string {
    const query = new URLSearchParams({ game: this.dataset["of"] ?? "" });
    if (this.game.start) query.set("position", this.game.start);
    query.set("moves", this.game.moves.join(" "));
    query.set("ply", String(this.ply));
    return `/play?${query}`;
  }

  private told(): string {
    const { game, ply } = this;
    if (!ply) return game.opening ? `The start; ${game.opening} moves of the opening are given.` : "The start.";
    const mover = game.movers[ply - 1]!;
    const seconds = game.seconds[ply - 1] ?? null;
    const value = game.values[ply - 1];
    const who = mover ? game.second : game.first;
    const said = [`${ply}. ${game.moves[ply - 1]}`];
    if (ply <= game.opening) said.push("given");
    else {
      said.push(who);
      if (seconds !== null) said.push(`${seconds} s`);
      if (value) said.push(`thinks ${game.sides[mover]} ${long(inView(value, mover))}`);
    }
    return said.join(", ");
  }

  /** Both players' evaluations as the first side's chances; click, or arrow keys, to jump. */
  private graph(): TemplateResult {
    const { game, ply } = this;
    const last = Math.max(1, game.moves.length);
    const x = (at: number): number => EDGE + (at / last) * (WIDE - 2 * EDGE);
    const y = (share: number): number => HIGH - EDGE - share * (HIGH - 2 * EDGE);
    const seen: [number, number][][] = [[], []];
    game.values.forEach((value, i) => {
      if (value) seen[game.movers[i]!]!.push([x(i + 1), y(chance(value, game.scale))]);
    });
    const value = ply ? game.values[ply - 1] : null;
    return html`<svg class="graph evaluations" viewBox="0 0 ${WIDE} ${HIGH}" role="slider" tabindex="0"
        aria-label="What both players thought" aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${ply}
        aria-valuetext="move ${ply}${value ? `, ${game.sides[0]} ${Math.round(100 * chance(value, game.scale))} %` : ""}"
        @click=${(e: MouseEvent) => {
          const box = (e.currentTarget as SVGElement).getBoundingClientRect();
          this.go(Math.round(((((e.clientX - box.left) / box.width) * WIDE - EDGE) / (WIDE - 2 * EDGE)) * last));
        }}
        @keydown=${(e: KeyboardEvent) => {
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -last, End: last }[e.key];
          if (step) {
            e.preventDefault();
            e.stopPropagation();
            this.go(ply + step);
          }
        }}>
      ${svg`<rect class="ground" width=${WIDE} height=${HIGH} rx="10"></rect>
        ${game.opening ? svg`<rect class="opening" x=${EDGE} y="4" width=${x(game.opening) - EDGE} height=${HIGH - 8}></rect>` : nothing}
        <line class="half" x1=${EDGE} x2=${WIDE - EDGE} y1=${HIGH / 2} y2=${HIGH / 2}></line>
        ${seen.map((places, side) => this.thoughts(places, side))}
        <line class="cursor" x1=${x(ply)} x2=${x(ply)} y1="4" y2=${HIGH - 4}></line>
        <text class="side" x=${EDGE + 6} y="22">${game.sides[0]}</text>
        <text class="side" x=${EDGE + 6} y=${HIGH - 11}>${game.sides[1]}</text>`}
    </svg>
    ${
      seen[0]!.length + seen[1]!.length
        ? html`<p class="legend soft"><span class="p0">●</span> what ${game.first} thought,
          <span class="p1">■</span> what ${game.second} thought; up is good for ${game.sides[0]}</p>`
        : html`<p class="soft">Neither player says what it thinks.</p>`
    }`;
  }

  private thoughts(places: [number, number][], side: number): SVGTemplateResult {
    const line = places.map((p) => p.map((n) => n.toFixed(1)).join(",")).join(" ");
    return svg`<g class="p${side}"><polyline class="thought" points=${line}></polyline>
      ${places.map(([px, py]) =>
        side
          ? svg`<rect class="mark" x=${px - 3.5} y=${py - 3.5} width="7" height="7"></rect>`
          : svg`<circle class="mark" cx=${px} cy=${py} r="4"></circle>`,
      )}</g>`;
  }
}
