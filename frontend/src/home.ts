// The first page: every game with a picture, and the ways into the lab and the card game.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api } from "./api";
import "./board";
import { PageElement, palette } from "./element";
import type { GameInfo, Shown } from "./types";

// Positions that look like the game; the rest are shown as they start.
const PICTURES: Record<string, string> = {
  breakthrough: "b2-b3 g7-g6 c2-c3 b7-c6 d2-d3",
  connect4: "4 4 3 3 5 2 5 4 4",
  checkers: "11-15 23-19 8-11 22-17",
  domineering: "b2 d2 g2 e5 b5",
  dots: "a1-b1 b2-b3 c1-c2 b1-c1 a3-a4 c3-d3 b2-c2 d1-d2",
  hex: "f6 e5 d7 g8 h4 c9 e8 f5",
  hexapawn: "b1-b2",
  isolation: "d4 e5 b4 e3 b2 c3",
  kalah: "C F",
  othello: "d3 c3 c4 c5 d6 e3 f3",
  rps: "Rb2 Pa2 Sa1 Rb1",
  tictactoe: "b2 a1 c3 c1",
};

@customElement("z-home")
export class Home extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private shown: Record<string, Shown | null> = {};

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("games")) this.games.forEach((game) => this.fetch(game.name));
  }

  private async fetch(name: string): Promise<void> {
    const moves = (PICTURES[name] ?? "").split(" ").filter(Boolean);
    const shown = await api.position({ game: name, moves }).catch(() => null);
    this.shown = { ...this.shown, [name]: shown };
  }

  override render(): TemplateResult {
    return html`<div class="home">
      <header class="hero">
        <h1>Every finite game has a right answer.</h1>
        <p>Zermelo proved it in 1913. Here you can play the games, see what every move is worth,
          and watch the search find out.</p>
        <p class="ways">
          <a class="way" href="/play?game=connect4">Play and analyse</a>
          <a class="way" href="/lab">Watch minimax think</a>
          <a class="way" href="/rps">Solve a deal of cards</a>
        </p>
      </header>
      <h2 class="unseen">Games</h2>
      <ul class="gallery">
        ${this.games.map((game) => {
          const shown = this.shown[game.name];
          return html`<li><a class="card tile" data-palette=${palette(shown?.players)} href=${game.name === "rps" ? "/rps" : `/play?game=${encodeURIComponent(game.name)}`}>
            <span class="frame">${shown?.scene
              ? html`<z-board bare .scene=${shown.scene} label="A position of ${game.title}"></z-board>`
              : html`<code class="picture">${shown?.board ?? ""}</code>`}</span>
            <strong>${game.title}</strong>${game.own ? html` <em class="soft">your own</em>` : nothing}
            <span class="soft">${game.about}</span></a></li>`;
        })}
      </ul>
    </div>`;
  }
}
