// The tree lab: a search taken apart, step by step.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, Refused } from "./api";
import { announce, PageElement, palette } from "./element";
import "./quiz";
import { inWords, momentOf, nameOf, told } from "./tree-state";
import "./tree-view";
import type { GameInfo, Recording, Run, Shown } from "./types";

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
  { name: "Tic-tac-toe, almost over", game: "tictactoe", position: "xox/oxo/...:x", depth: 3 },
  { name: "Mini-isolation", game: "mini-isolation", depth: 3 },
];
const TITLES: Record<string, string> = {
  minimax: "Minimax", alphabeta: "Alpha-beta", ordered: "Alpha-beta, best moves first",
  table: "Alpha-beta that remembers",
};

@customElement("z-lab")
export class Lab extends PageElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @property({ attribute: false }) algorithms: string[] = [];
  @state() private text = EXAMPLES[0]!.tree!;
  @state() private game = "";
  @state() private position = "";
  @state() private depth = 2;
  @state() private recording: Recording | null = null;
  @state() private algorithm = "alphabeta";
  @state() private other = ""; // the one to compare with
  @state() private count = 0;
  @state() private playing = false;
  @state() private speed = 3;
  @state() private error = "";
  @state() private selected = -1;
  @state() private shown: Shown | null = null;
  @state() private whole = false;
  @state() private quiz = false;
  @state() private masked = -1;
  private timer = 0;
  private token = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    const query = new URLSearchParams(location.search);
    this.game = query.get("game") ?? "";
    this.position = query.get("position") ?? "";
    this.depth = Number(query.get("depth") ?? 2) || 2;
    this.text = query.get("tree") ?? EXAMPLES[0]!.tree!;
    this.algorithm = query.get("algorithm") ?? "alphabeta";
    this.other = query.get("with") ?? "";
    this.quiz = query.get("quiz") === "1";
    window.addEventListener("keydown", this.key);
    this.fetch(Number(query.get("step") ?? 0) || 0);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.key);
    clearInterval(this.timer);
  }

  private get run(): Run | undefined {
    return this.recording?.runs[this.algorithm];
  }

  private get last(): number {
    const others = this.other ? (this.recording?.runs[this.other]?.steps.length ?? 0) : 0;
    return Math.max(this.run?.steps.length ?? 0, others);
  }

  private async fetch(step = 0): Promise<void> {
    const token = ++this.token;
    this.pause();
    try {
      const wish = this.game
        ? { game: this.game, position: this.position || null, depth: this.depth }
        : { tree: this.text };
      const found = await api.tree(wish);
      if (token !== this.token) return;
      this.recording = found;
      if (!found.runs[this.algorithm]) this.algorithm = "alphabeta";
      if (this.other && !found.runs[this.other]) this.other = "";
      this.error = "";
      this.selected = -1;
      this.masked = -1;
      this.shown = null;
      this.count = Math.min(step, this.last);
      this.remember();
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
    query.set("algorithm", this.algorithm);
    if (this.other) query.set("with", this.other);
    if (this.quiz) query.set("quiz", "1");
    if (this.count) query.set("step", String(this.count));
    if (location.pathname === "/lab") history.replaceState(null, "", `/lab?${query}`);
  }

  private example(example: Example): void {
    this.game = example.game ?? "";
    this.position = example.position ?? "";
    this.depth = example.depth ?? 2;
    if (example.tree) this.text = example.tree;
    this.fetch();
  }

  private goTo(count: number): void {
    this.count = Math.max(0, Math.min(this.last, count));
    this.masked = -1;
    if (this.recording && this.run && !this.playing) {
      announce(told(this.recording, momentOf(this.recording, this.run, this.count).step, this.algorithm !== "minimax"));
    }
    this.remember();
  }

  private pause(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  private toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.count >= this.last) this.count = 0;
    this.playing = true;
    this.timer = window.setInterval(() => {
      if (this.count >= this.last) this.pause();
      else this.goTo(this.count + 1);
    }, 2400 / 2 ** this.speed);
  }

  private key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea, button, summary") && !event.key.startsWith("Arrow")) return;
    if (target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey || this.quiz) return;
    const action = {
      ArrowRight: () => { this.pause(); this.goTo(this.count + 1); },
      ArrowLeft: () => { this.pause(); this.goTo(this.count - 1); },
      Home: () => this.goTo(0),
      End: () => this.goTo(this.last),
      " ": () => this.toggle(),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  };

  private async select(id: number): Promise<void> {
    this.selected = this.selected === id ? -1 : id;
    this.shown = null;
    if (this.game && this.selected >= 0) {
      const { position } = this.recording!.nodes[id]!;
      this.shown = await api.position({ game: this.game, position }).catch(() => null);
    }
  }

  override render(): TemplateResult {
    const { recording, run } = this;
    return html`<div class="lab" data-palette=${palette(recording?.players)}>
      <header class="row heading"><h1>The tree lab</h1>
        <p class="soft">Watch a search decide what to look at, and what not.</p></header>
      <section class="card source" aria-label="The tree">
        <div class="toolbar" role="group" aria-label="Examples"><span class="soft">Examples</span>
          ${EXAMPLES.map((e) => html`<button class="small" @click=${() => this.example(e)}>${e.name}</button>`)}</div>
        ${this.source()}
        ${this.error ? html`<p class="complaint" role="alert">${this.error}</p>` : nothing}
      </section>
      ${recording && run ? html`
        <section class="card" aria-label="The search">
          ${this.chooser()}
          <div class=${this.other ? "side-by-side" : ""}>
            ${this.tree(this.algorithm)}
            ${this.other ? this.tree(this.other) : nothing}
          </div>
          ${this.quiz ? nothing : this.stepper(recording, run)}
          <p class="legend soft"><span class="p0">▲</span> ${recording.players[0]} takes the largest,
            <span class="p1">▼</span> ${recording.players[1]} the smallest. Dashed branches were never looked at.</p>
        </section>
        <div class="lab-below">
          ${this.selected >= 0 && recording.nodes[this.selected] ? this.about(recording, run) : nothing}
          <section class="card" aria-labelledby="compare-title"><h2 id="compare-title">The same tree, four ways</h2>
            ${this.table(recording)}</section>
          <section class="card" aria-labelledby="quiz-title">
            <header class="row"><h2 id="quiz-title">Quiz</h2>
              <label class="switch"><input type="checkbox" .checked=${this.quiz} @change=${(e: Event) => {
                this.quiz = (e.target as HTMLInputElement).checked;
                this.pause();
                this.other = "";
                this.goTo(0);
              }}><span>ask me</span></label></header>
            ${this.quiz
              ? html`<z-quiz .recording=${recording} .run=${run} algorithm=${this.algorithm}
                  @ask=${(e: CustomEvent<{ at: number; node: number; masked: number }>) => {
                    this.count = e.detail.at;
                    this.masked = e.detail.masked;
                  }}></z-quiz>`
              : html`<p class="soft">Predict the values and the cuts before the search does.</p>`}
          </section>
        </div>` : nothing}
    </div>`;
  }

  private source(): TemplateResult {
    if (!this.game) {
      return html`<form class="own-tree" @submit=${(e: Event) => { e.preventDefault(); this.fetch(); }}>
        <label class="block">A tree of your own: a leaf is a number, a node a list of what lies below it
          <textarea rows="1" spellcheck="false" name="tree" .value=${this.text}
            @input=${(e: Event) => { this.text = (e.target as HTMLTextAreaElement).value; }}
            @change=${() => this.fetch()}></textarea></label>
        <div class="toolbar"><button type="submit">Draw it</button>
          <button type="button" @click=${() => { this.game = "tictactoe"; this.position = "xo./.x./o..:x"; this.depth = 2; this.fetch(); }}>Take a game instead</button></div>
      </form>`;
    }
    return html`<form class="toolbar" @submit=${(e: Event) => { e.preventDefault(); this.fetch(); }}>
      <label class="field">Game <select @change=${(e: Event) => { this.game = (e.target as HTMLSelectElement).value; this.position = ""; this.fetch(); }}>
        ${[...new Set([this.game, ...this.games.map((g) => g.name)])].map((name) => html`<option ?selected=${name === this.game}>${name}</option>`)}
      </select></label>
      <label class="field">Position <input size="22" spellcheck="false" autocomplete="off" placeholder="the start" .value=${this.position}
        @change=${(e: Event) => { this.position = (e.target as HTMLInputElement).value.trim(); }}></label>
      <label class="field">Depth <input type="number" min="1" max="8" .value=${String(this.depth)}
        @change=${(e: Event) => { this.depth = Number((e.target as HTMLInputElement).value) || 1; }}></label>
      <button type="submit">Search it</button>
      <button type="button" @click=${() => { this.game = ""; this.fetch(); }}>Type a tree instead</button>
    </form>`;
  }

  private chooser(): TemplateResult {
    const names = this.algorithms.length ? this.algorithms : Object.keys(this.recording!.runs);
    return html`<div class="toolbar chooser">
      <label class="field">Search <select name="algorithm" @change=${(e: Event) => { this.algorithm = (e.target as HTMLSelectElement).value; this.goTo(Math.min(this.count, this.last)); }}>
        ${names.map((name) => html`<option value=${name} ?selected=${name === this.algorithm}>${TITLES[name] ?? name}</option>`)}</select></label>
      ${this.quiz ? nothing : html`<label class="field">beside <select name="other" @change=${(e: Event) => { this.other = (e.target as HTMLSelectElement).value; this.remember(); }}>
        <option value="" ?selected=${!this.other}>nothing</option>
        ${names.filter((n) => n !== this.algorithm).map((name) => html`<option value=${name} ?selected=${name === this.other}>${TITLES[name] ?? name}</option>`)}</select></label>`}
      <label class="switch"><input type="checkbox" .checked=${this.whole}
        @change=${(e: Event) => { this.whole = (e.target as HTMLInputElement).checked; }}><span>whole tree</span></label>
    </div>`;
  }

  private tree(name: string): TemplateResult {
    const run = this.recording!.runs[name]!;
    const visited = run.steps.slice(0, this.count).filter((s) => s.do === "enter").length;
    return html`<figure class="tree-figure"><figcaption><b>${TITLES[name] ?? name}</b>
        <span class="soft" data-visited=${name}>${visited} of ${this.recording!.nodes.length} nodes looked at</span></figcaption>
      <z-tree .recording=${this.recording!} algorithm=${name} .count=${Math.min(this.count, run.steps.length)}
        .selected=${this.selected} .masked=${this.masked} ?whole=${this.whole} ?leaves=${!this.game}
        @select=${(e: CustomEvent<number>) => this.select(e.detail)}></z-tree></figure>`;
  }

  private stepper(recording: Recording, run: Run): TemplateResult {
    const moment = momentOf(recording, run, Math.min(this.count, run.steps.length));
    const over = this.count >= run.steps.length;
    return html`
      <p class="told" role="status" data-step=${this.count}>${told(recording, moment.step, this.algorithm !== "minimax")}
        ${over ? html` <b>The search is over: ${run.visited} of ${recording.nodes.length} nodes, value ${run.value}.</b>` : nothing}</p>
      <div class="toolbar" role="toolbar" aria-label="Steps">
        <button @click=${() => { this.pause(); this.goTo(0); }} ?disabled=${!this.count} aria-label="First step">|◀</button>
        <button @click=${() => { this.pause(); this.goTo(this.count - 1); }} ?disabled=${!this.count} aria-label="Step back">◀</button>
        <button class="primary" @click=${() => this.toggle()}>${this.playing ? "Pause" : "Play"}</button>
        <button @click=${() => { this.pause(); this.goTo(this.count + 1); }} ?disabled=${this.count >= this.last} aria-label="Step forward">▶</button>
        <button @click=${() => { this.pause(); this.goTo(this.last); }} ?disabled=${this.count >= this.last} aria-label="Last step">▶|</button>
        <label class="field">Step <input type="range" min="0" max=${this.last} .value=${String(this.count)}
          @input=${(e: Event) => { this.pause(); this.goTo(Number((e.target as HTMLInputElement).value)); }}></label>
        <span class="soft">${this.count} of ${this.last}</span>
        <label class="field">Speed <input type="range" min="0" max="6" .value=${String(this.speed)}
          @input=${(e: Event) => { this.speed = Number((e.target as HTMLInputElement).value); if (this.playing) { this.pause(); this.toggle(); } }}></label>
      </div>`;
  }

  private table(recording: Recording): TemplateResult {
    const most = recording.nodes.length;
    return html`<table class="compare"><thead><tr><th scope="col">search</th><th scope="col">nodes</th>
      <th scope="col"><span class="unseen">share</span></th><th scope="col">value</th></tr></thead><tbody>
      ${Object.entries(recording.runs).map(([name, run]) => html`<tr data-run=${name}>
        <th scope="row">${TITLES[name] ?? name}</th><td>${run.visited}</td>
        <td class="wide"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="share-of" width=${(100 * run.visited) / most} height="8" rx="2"></rect></svg></td>
        <td>${this.quiz ? "?" : run.value}</td></tr>`)}
    </tbody></table>`;
  }

  /** A node that was clicked: its board, or its place in the text to change. */
  private about(recording: Recording, run: Run): TemplateResult {
    const node = recording.nodes[this.selected]!;
    const state = momentOf(recording, run, this.count).nodes[this.selected]!;
    const way = node.position.split("/").slice(1).map((n) => Number(n) - 1);
    return html`<section class="card" aria-labelledby="node-title"><h2 id="node-title">${nameOf(recording, this.selected)}</h2>
      <p class="soft">${state.fallen ? "pruned" : state.done ? `worth ${inWords(state.value!)}` : state.seen ? "being searched" : "not looked at yet"}</p>
      ${this.shown?.scene ? html`<div class="frame small"><z-board bare .scene=${this.shown.scene} label=${this.shown.position}></z-board></div>`
        : this.shown ? html`<pre>${this.shown.board}</pre>` : nothing}
      ${this.game ? nothing : html`<div class="toolbar">
        ${node.leaf ? html`<form class="field" @submit=${(e: Event) => {
            e.preventDefault();
            const typed = Number((new FormData(e.target as HTMLFormElement).get("leaf") as string).replace("−", "-"));
            if (!Number.isNaN(typed)) this.edit(way, (siblings, i) => { siblings[i] = typed; });
          }}><label for="leaf">Value</label><input id="leaf" name="leaf" size="5" .value=${node.value.replace("−", "-")}><button>Set</button></form>
          <button @click=${() => this.edit(way, (s, i) => { s[i] = [s[i], 0]; })}>Make it a node</button>` : nothing}
        ${way.length ? html`<button @click=${() => this.edit(way, (s, i) => { s.splice(i + 1, 0, 0); })}>Add a leaf beside</button>
          <button @click=${() => this.edit(way, (s, i) => { if (s.length > 1) s.splice(i, 1); })}>Remove</button>` : nothing}
      </div>`}
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
