// The first page: every game with a picture.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api } from "./api";
import "./board";
import { PageElement } from "./element";
import type { GameInfo, Shown } from "./types";
import { to } from "./where";

@customElement("z-home")
export class Home extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @property({ attribute: false }) hero: TemplateResult | typeof nothing = nothing;
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
      <header class="hero">${this.hero}</header>
      <h2 class="unseen">Games</h2>
      <ul class="gallery">
        ${this.games.map((game) => {
          const shown = this.shown[game.name];
          return html`<li><a class="card tile" href=${to("/play", { game: game.name })}>
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
