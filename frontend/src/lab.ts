// The tree lab: a tree of one's own, or a game's, searched by several algorithms and taken apart.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, Refused } from "./api";
import { PageElement } from "./element";
import type { GameInfo } from "./types";
import { called, type Recordings, type TreeNode } from "./viewer/data";
import "./viewer/search";
import { settle } from "./where";

interface Example {
  name: string;
  tree?: string;
  game?: string;
  position?: string;
  depth?: number;
}

const EXAMPLES: Example[] = [
  { name: "Three MIN nodes", tree: "[[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]" },
  { name: "Max, min, max", tree: "[[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]" },
  { name: "Two plies", tree: "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" },
  { name: "Best order", tree: "[[[7, 6], [9, 8]], [[5, 4], [3, 9]], [[2, 1], [8, 6]]]" },
];
const TO_THE_END = 8; // plies: the whole tree of a position that a game gives to study

@customElement("z-lab")
export class Lab extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private text = EXAMPLES[0]!.tree!;
  @state() private game = "";
  @state() private position = "";
  @state() private depth = 2;
  @state() private recorded: Recordings | null = null;
  @state() private error = "";
  @state() private selected: TreeNode | null = null;
  private token = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    const query = new URLSearchParams(location.search);
    this.game = query.get("game") ?? "";
    this.position = query.get("position") ?? "";
    this.depth = Number(query.get("depth") ?? 2) || 2;
    this.text = query.get("tree") ?? EXAMPLES[0]!.tree!;
    this.fetch();
  }

  private async fetch(): Promise<void> {
    const token = ++this.token;
    try {
      const wish = this.game
        ? { game: this.game, position: this.position || null, depth: this.depth }
        : { tree: this.text };
      const found = await api.tree(wish);
      if (token !== this.token) return;
      this.remember();
      this.recorded = found;
      this.error = "";
      this.selected = null;
    } catch (error) {
      if (token === this.token) this.error = error instanceof Refused ? error.message : String(error);
    }
  }

  private remember(): void {
    const query = new URLSearchParams();
    if (this.game) {
      query.set("game", this.game);
      if (this.position) query.set("position", this.position);
      query.set("depth", String(this.depth));
    } else query.set("tree", this.text);
    settle(`/lab?${query}${location.hash}`);
  }

  private get examples(): Example[] {
    const studies = this.games.filter((game) => game.study);
    return [
      ...EXAMPLES,
      ...studies.map(({ name, title, study }) => ({ name: title, game: name, position: study, depth: TO_THE_END })),
    ];
  }

  private example(example: Example): void {
    this.game = example.game ?? "";
    this.position = example.position ?? "";
    this.depth = example.depth ?? 2;
    if (example.tree) this.text = example.tree;
    this.fetch();
  }

  override render(): TemplateResult {
    return html`<div class="lab">
      <header class="row heading"><h1>The tree lab</h1>
        <p class="soft">Watch a search decide what to look at, and what not.</p></header>
      <section class="card source" aria-label="The tree">
        <div class="toolbar" role="group" aria-label="Examples"><span class="soft">Examples</span>
          ${this.examples.map((e) => html`<button class="small" @click=${() => this.example(e)}>${e.name}</button>`)}</div>
        ${this.source()}
        ${this.error ? html`<p class="complaint" role="alert">${this.error}</p>` : nothing}
      </section>
      ${
        this.recorded
          ? html`<z-search .recorded=${this.recorded}
        @select=${(e: CustomEvent<TreeNode>) => {
          this.selected = e.detail;
        }}></z-search>`
          : nothing
      }
      ${this.recorded && this.selected ? this.about(this.selected) : nothing}
    </div>`;
  }

  private source(): TemplateResult {
    if (!this.game) {
      return html`<form class="own-tree" @submit=${(e: Event) => {
        e.preventDefault();
        this.fetch();
      }}>
        <label class="block">A tree of your own: a leaf is a number, a node a list of what lies below it
          <textarea rows="2" spellcheck="false" name="tree" .value=${this.text}
            @input=${(e: Event) => {
              this.text = (e.target as HTMLTextAreaElement).value;
            }}
            @change=${() => this.fetch()}></textarea></label>
        <div class="toolbar"><button type="submit">Draw it</button>
          ${
            this.games.length
              ? html`<button type="button" @click=${() => {
                  const game = this.games.find((game) => game.study) ?? this.games[0]!;
                  this.game = game.name;
                  this.position = game.study;
                  this.depth = 2;
                  this.fetch();
                }}>Take a game instead</button>`
              : nothing
          }</div>
      </form>`;
    }
    return html`<form class="toolbar" @submit=${(e: Event) => {
      e.preventDefault();
      this.fetch();
    }}>
      <label class="field">Game <select @change=${(e: Event) => {
        this.game = (e.target as HTMLSelectElement).value;
        this.position = "";
        this.fetch();
      }}>
        ${[...new Set([this.game, ...this.games.map((g) => g.name)])].map((name) => html`<option ?selected=${name === this.game}>${name}</option>`)}
      </select></label>
      <label class="field">Position <input size="22" spellcheck="false" autocomplete="off" placeholder="the start" .value=${this.position}
        @change=${(e: Event) => {
          this.position = (e.target as HTMLInputElement).value.trim();
        }}></label>
      <label class="field">Depth <input type="number" min="1" max="8" .value=${String(this.depth)}
        @change=${(e: Event) => {
          this.depth = Number((e.target as HTMLInputElement).value) || 1;
        }}></label>
      <button type="submit">Search it</button>
      <button type="button" @click=${() => {
        this.game = "";
        this.fetch();
      }}>Type a tree instead</button>
    </form>`;
  }

  /** A node that was clicked: its board, or its place in the text to change. */
  private about(node: TreeNode): TemplateResult {
    const tree = this.recorded!.trees.find((t) => t.nodes[node.id] === node);
    const way = (node.position ?? "")
      .split("/")
      .slice(1)
      .map((n) => Number(n) - 1);
    return html`<section class="card" aria-labelledby="node-title"><h2 id="node-title">${tree ? called(tree, node.id) : ""}</h2>
      ${
        this.game
          ? html`<pre>${node.board ?? node.moves?.join(" ") ?? ""}</pre>
          ${node.position ? html`<p><a href="/play?${new URLSearchParams({ game: this.game, position: node.position })}">Play from here</a></p>` : nothing}`
          : html`<div class="toolbar">
        ${
          node.kind === "leaf"
            ? html`<form class="field" @submit=${(e: Event) => {
                e.preventDefault();
                const typed = Number(
                  (new FormData(e.target as HTMLFormElement).get("leaf") as string).replace("−", "-"),
                );
                if (!Number.isNaN(typed))
                  this.edit(way, (siblings, i) => {
                    siblings[i] = typed;
                  });
              }}><label for="leaf">Value</label><input id="leaf" name="leaf" size="5" .value=${node.text ?? ""}><button>Set</button></form>
          <button @click=${() =>
            this.edit(way, (s, i) => {
              s[i] = [s[i], 0];
            })}>Make it a node</button>`
            : nothing
        }
        ${
          way.length
            ? html`<button @click=${() =>
                this.edit(way, (s, i) => {
                  s.splice(i + 1, 0, 0);
                })}>Add a leaf beside</button>
          <button @click=${() =>
            this.edit(way, (s, i) => {
              if (s.length > 1) s.splice(i, 1);
            })}>Remove</button>`
            : nothing
        }
      </div>`
      }
    </section>`;
  }

  /** Change the typed tree at a place. */
  private edit(way: number[], change: (siblings: unknown[], index: number) => void): void {
    try {
      const tree = JSON.parse(this.text) as unknown;
      let at = tree;
      for (const step of way.slice(0, -1)) at = (at as unknown[])[step];
      if (!Array.isArray(at)) throw new Error("only lists can be changed by clicking");
      change(at, way[way.length - 1]!);
      this.text = JSON.stringify(tree).replaceAll(",", ", ");
      this.fetch();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}
