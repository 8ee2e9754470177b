// The page that `zermelo serve` shows.
import { html, nothing } from "lit";
import "./arena";
import "./deals";
import { move } from "./frame";
import "./home";
import "./lab";
import { live } from "./live";
import "./play";
import type { GameInfo } from "./types";

const dealt = (games: GameInfo[]) => games.some((game) => game.dealt);
const hero = (games: GameInfo[]) => html`<h1>Every finite game has a right answer.</h1>
  <p>Zermelo proved it in 1913. Here you can play the games, see what every move is worth,
    and watch the search find out.</p>
  <p class="ways">
    <a class="way" href="/play">Play and analyse</a>
    <a class="way" href="/lab">Watch minimax think</a>
    ${dealt(games) ? html`<a class="way" href="/deals">Solve a deal of cards</a>` : nothing}
  </p>`;

move({
  title: "Zermelo",
  icon: "/static/icon.svg",
  connect: () => live.connect(),
  rooms: [
    { address: "/", name: "Games", page: (games) => html`<z-home .games=${games} .hero=${hero(games)}></z-home>` },
    { address: "/play", name: "Play", page: (games) => html`<z-play .games=${games}></z-play>` },
    { address: "/lab", name: "Tree lab", page: (games) => html`<z-lab .games=${games}></z-lab>` },
    { address: "/deals", name: "Deals", when: dealt, page: (games) => html`<z-deals .games=${games}></z-deals>` },
    { address: "/arena", name: "Arena", page: () => html`<z-arena></z-arena>` },
  ],
});
