// The first page: every game with a picture, and the ways into the lab and the deals.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api } from "./api";
import "./board";
import { PageElement } from "./element";
import type { GameInfo, Shown } from "./types";

@customElement("z-home")
export class Home extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private shown: Record<string, Shown | null> = {};

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("games")) this.games.forEach((game) => this.fetch(game));
  }

  private async fetch({ name, sample }: GameInfo): Promise<void> {
    const moves = sample.split(" ").filter(Boolean);
    const shown = await api
      .position({ game: name, moves })
      .catch(() => api.position({ game: name, moves: [] }))
      .catch(() => null);
    this.shown = { ...this.shown, [name]: shown };
  }

  override render(): TemplateResult {
    return html`<div class="home">
      <header class="hero">
        <h1>Every finite game has a right answer.</h1>
        <p>Zermelo proved it in 1913. Here you can play the games, see what every move is worth,
          and watch the search find out.</p>
        <p class="ways">
          <a class="way" href="/play">Play and analyse</a>
          <a class="way" href="/lab">Watch minimax think</a>
          ${this.games.some((game) => game.dealt) ? html`<a class="way" href="/deals">Solve a deal of cards</a>` : nothing}
        </p>
      </header>
      <h2 class="unseen">Games</h2>
      <ul class="gallery">
        ${this.games.map((game) => {
          const shown = this.shown[game.name];
          return html`<li><a class="card tile" href="/play?game=${encodeURIComponent(game.name)}">
            <span class="frame">${
              shown?.scene
                ? html`<z-board bare .scene=${shown.scene} label="A position of ${game.title}"></z-board>`
                : html`<code class="picture">${shown?.board ?? ""}</code>`
            }</span>
            <strong>${game.title}</strong>${game.own ? html` <em class="soft">your own</em>` : nothing}
            <span class="soft">${game.about}</span></a></li>`;
        })}
      </ul>
    </div>`;
  }
}
