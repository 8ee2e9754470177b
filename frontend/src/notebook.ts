// The board in a notebook: a widget for Jupyter, marimo and VS Code (anywidget). Python has the game; what is
// clicked here is a wish, and what it becomes is a scene that comes back.
import { render as draw, html, nothing } from "lit";
import type { Scene, Value } from "./types";
import { short, tone } from "./values";

declare const STYLE: string; // the style sheet, put here by build.mjs

export interface Told {
  scene: Scene | null;
  board: string; // in letters, where there is no scene
  moves: string[];
  values: { move: string; value: Value }[];
  status: string;
  still: boolean; // nobody may move now
  plies: number;
  wish: { number: number; move?: string; undo?: boolean; again?: boolean };
}

interface Model {
  get<K extends keyof Told>(name: K): Told[K];
  set<K extends keyof Told>(name: K, value: Told[K]): void;
  save_changes(): void;
  on(event: string, heard: () => void): void;
  off(event: string, heard: () => void): void;
}

const HEARD = ["scene", "values", "status", "still"].map((name) => `change:${name}`);

async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  if (!customElements.get("z-board")) await import("./board"); // a cell may be run again
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  el.append(host);
  let flipped = false;
  const wish = (what: Omit<Told["wish"], "number">): void => {
    model.set("wish", { ...what, number: (model.get("wish").number ?? 0) + 1 });
    model.save_changes();
  };
  const show = (): void => {
    const scene = model.get("scene");
    const still = model.get("still");
    const values = new Map(model.get("values").map(({ move, value }) => [move, value]));
    const drawn = new Set(scene?.moves.map(({ move }) => move));
    const others = still ? [] : model.get("moves").filter((move) => !drawn.has(move));
    draw(
      html`<div class="notebook">
      <p class="status" role="status">${model.get("status")}</p>
      ${
        scene
          ? html`<z-board .scene=${scene} .values=${values} ?still=${still} ?flipped=${flipped}
              @move=${(event: CustomEvent<string>) => wish({ move: event.detail })}></z-board>`
          : html`<pre>${model.get("board")}</pre>`
      }
      ${
        others.length
          ? html`<div class="others" role="group" aria-label="Moves">${others.map((move) => {
              const value = values.get(move);
              return html`<button @click=${() => wish({ move })}>${move}
                ${value ? html`<span class="pill ${tone(value)}">${short(value)}</span>` : nothing}</button>`;
            })}</div>`
          : nothing
      }
      <div class="toolbar">
        <button class="small" ?disabled=${!model.get("plies")} @click=${() => wish({ undo: true })}>Take back</button>
        <button class="small" ?disabled=${!model.get("plies")} @click=${() => wish({ again: true })}>New game</button>
        ${
          scene && scene.board.turn !== "none"
            ? html`<button class="small" aria-pressed=${flipped ? "true" : "false"} @click=${() => {
                flipped = !flipped;
                show();
              }}>Flip</button>`
            : nothing
        }
      </div></div>`,
      root,
    );
  };
  for (const event of HEARD) model.on(event, show);
  show();
  return () => {
    for (const event of HEARD) model.off(event, show);
  };
}

export default { render };
