// Buttons under the board: back and forth, sides, level, hints; and the ways in and out.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce } from "./element";
import { NOBODY, PERFECT, type Session } from "./session";
import { SessionElement } from "./table";

@customElement("z-controls")
export class Controls extends SessionElement {
  @property({ type: Boolean }) flipped = false;
  @property({ attribute: false }) fixed: number | null = null; // an opponent not to be chosen
  @state() private typed = "";
  @state() private wrong = "";

  override render(): TemplateResult {
    const { session } = this;
    const here = session.here;
    return html`
      <div class="toolbar" role="toolbar" aria-label="Game">
        <button @click=${() => session.goTo(0)} ?disabled=${!session.ply} aria-label="To the start" title="To the start (Home)">|◀</button>
        <button @click=${() => session.undo()} ?disabled=${!session.ply} aria-label="Take back" title="Take back (←)">◀</button>
        <button @click=${() => session.redo()} ?disabled=${session.ply >= session.moves.length} aria-label="Forward" title="Forward (→)">▶</button>
        <button @click=${() => session.goTo(session.moves.length)} ?disabled=${session.ply >= session.moves.length} aria-label="To the end" title="To the end (End)">▶|</button>
        ${here?.scene && here.scene.turn !== "none" ? html`<button aria-pressed=${this.flipped ? "true" : "false"}
          @click=${() => this.dispatchEvent(new CustomEvent("flip"))}>Flip</button>` : nothing}
        <button @click=${() => session.nextHint()} ?disabled=${!session.myTurn || session.hintStage >= 3}>
          ${["Hint", "More", "The move", "Hint"][session.hintStage]}</button>
        <button @click=${() => session.restart()} ?disabled=${!session.moves.length}>New game</button>
      </div>
      ${session.hintStage
        ? html`<p class="hint" role="status" data-hint=${session.hintStage}>${session.hintText}</p>`
        : nothing}
      <div class="toolbar">
        ${this.fixed === null ? html`<label class="field">Opponent
          <select @change=${(e: Event) => session.against(Number((e.target as HTMLSelectElement).value))}>
            <option value=${NOBODY} ?selected=${session.opponent === NOBODY}>none: analyse</option>
            ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((level) => html`<option value=${level}
              ?selected=${session.opponent === level}>level ${level}${level === 1 ? ", beginner" : level === 10 ? ", full strength" : ""}</option>`)}
            <option value=${PERFECT} ?selected=${session.opponent === PERFECT}>perfect play</option>
          </select></label>` : nothing}
        ${session.opponent !== NOBODY && here
          ? html`<button @click=${() => session.swap()} title="The opponent takes over this side">
              Swap sides</button><span class="soft">you are ${here.players[session.human]}</span>`
          : nothing}
        <form class="field grow" @submit=${(e: Event) => this.submit(e)}>
          <label for="typed">Move</label>
          <input id="typed" name="move" autocomplete="off" spellcheck="false" size="7"
            list="legal" .value=${this.typed} ?disabled=${!session.myTurn}
            placeholder=${here?.moves[0] ?? ""}
            @input=${(e: Event) => { this.typed = (e.target as HTMLInputElement).value; this.wrong = ""; }}>
          <datalist id="legal">${here?.moves.map((m) => html`<option value=${m}></option>`)}</datalist>
          <button type="submit" ?disabled=${!session.myTurn || !this.typed.trim()}>Play</button>
        </form>
      </div>
      ${this.wrong ? html`<p class="complaint" role="alert">${this.wrong}</p>` : nothing}`;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const legal = this.session.here?.moves ?? [];
    const typed = this.typed.trim();
    const found =
      legal.find((m) => m === typed) ?? legal.find((m) => m.toLowerCase() === typed.toLowerCase());
    if (!found) {
      const listed = legal.slice(0, 12).join(", ") + (legal.length > 12 ? " …" : "");
      this.wrong = `“${typed}” is not legal here. ${this.session.here?.player} may play ${listed}.`;
      return;
    }
    this.typed = "";
    this.session.play(found);
  }
}

/** A game as text that can be mailed, and read back here. */
export function exported(session: Session): string {
  const lines = [`Game: ${session.game}`];
  if (session.start) lines.push(`Start: ${session.start}`);
  const here = session.here;
  if (here?.result && session.ply === session.moves.length) lines.push(`Result: ${here.result.text}`);
  lines.push("", session.moves.join(" ") || "(no moves)");
  return lines.join("\n");
}

export interface Imported {
  game: string;
  start: string | null;
  moves: string[];
}

/** Read an export, an address of this page, or moves and positions of the game on the table. */
export function imported(text: string, game: string): Imported {
  const trimmed = text.trim();
  if (/^https?:\/\//.test(trimmed)) {
    const query = new URL(trimmed).searchParams;
    return {
      game: query.get("game") ?? game,
      start: query.get("position"),
      moves: (query.get("moves") ?? "").split(" ").filter(Boolean),
    };
  }
  let start: string | null = null;
  const rest: string[] = [];
  for (const line of trimmed.split("\n")) {
    const header = /^(Game|Start|Result):\s*(.*)$/.exec(line.trim());
    if (header?.[1] === "Game") game = header[2]!;
    else if (header?.[1] === "Start") start = header[2]!;
    else if (!header && !line.startsWith("(")) rest.push(line);
  }
  const words = rest.join(" ").replace(/\b\d+\.\s+/g, "").split(/\s+/).filter(Boolean);
  if (words.length === 1 && /[/:+]/.test(words[0]!)) return { game, start: words[0]!, moves: [] };
  return { game, start, moves: words };
}

@customElement("z-share")
export class Share extends SessionElement {
  @state() private said = "";
  @state() private text = "";

  override render(): TemplateResult {
    return html`<details class="card"><summary><h2>Share, import, export</h2></summary>
      <div class="toolbar">
        <button @click=${() => this.copy(location.href, "link")}>Copy link</button>
        <button @click=${() => this.copy(exported(this.session), "game")}>Copy game</button>
        <button @click=${() => this.copy(this.session.here?.position ?? "", "position")}>Copy position</button>
        <button @click=${() => this.save()}>Save file</button>
      </div>
      <label class="block">Paste a game, a position, moves or a link
        <textarea rows="4" spellcheck="false" .value=${this.text}
          @input=${(e: Event) => { this.text = (e.target as HTMLTextAreaElement).value; }}></textarea></label>
      <div class="toolbar">
        <button ?disabled=${!this.text.trim()} @click=${() => this.take(this.text)}>Import</button>
        <label class="button">Open file<input type="file" accept=".txt,text/plain" class="unseen"
          @change=${(e: Event) => this.read(e)}></label>
      </div>
      <p role="status" class="soft">${this.said}</p>
    </details>`;
  }

  private async copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.said = `The ${what} is in the clipboard.`;
    } catch {
      this.text = text;
      this.said = `Copy the ${what} from the box.`;
    }
    announce(this.said);
  }

  private save(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported(this.session) + "\n"], { type: "text/plain" }));
    link.download = `${this.session.game.replace(/\W+/g, "-")}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private async read(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file && file.size < 60_000) this.take(await file.text());
    else if (file) this.said = "That file is too large to be a game.";
  }

  private take(text: string): void {
    try {
      const found = imported(text, this.session.game);
      this.dispatchEvent(new CustomEvent("import", { detail: found, bubbles: true }));
      this.said = `${found.moves.length} moves read.`;
    } catch (error) {
      this.said = `That cannot be read: ${error instanceof Error ? error.message : error}`;
    }
  }
}
