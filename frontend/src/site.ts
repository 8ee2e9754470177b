// The page that `zermelo publish` writes: games, and an engine for them, with no server at all.
import { html } from "lit";
import { settleDown } from "./alone";
import type { Published } from "./engine/published";
import { move } from "./frame";
import "./home";
import "./play";

// What games.js and the head of page.js say.
const { published, engine } = globalThis as unknown as { published: Published; engine: string };

move({
  title: published.title,
  icon: "icon.svg",
  connect: settleDown(published, engine),
  rooms: [
    {
      address: "/",
      name: "Games",
      page: (games) =>
        html`<z-home .games=${games} .hero=${html`<h1>${published.title}</h1>
        <p>Play against ten levels, and see what every move is worth. The engine is in this page: it asks
          nobody for anything, and works without a network.</p>`}></z-home>`,
    },
    { address: "/play", name: "Play", page: (games) => html`<z-play .games=${games}></z-play>` },
  ],
});
