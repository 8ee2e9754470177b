// Buttons under the board: back and forth, sides, level, hints, and moves that are typed.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { NOBODY, PERFECT } from "./session";
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
        ${
          here?.scene && here.scene.board.turn !== "none"
            ? html`<button aria-pressed=${this.flipped ? "true" : "false"}
          @click=${() => this.dispatchEvent(new CustomEvent("flip"))}>Flip</button>`
            : nothing
        }
        <button @click=${() => session.nextHint()} ?disabled=${!session.myTurn || session.hintStage >= 3}>
          ${["Hint", "More", "The move", "Hint"][session.hintStage]}</button>
        <button @click=${() => session.restart()} ?disabled=${!session.moves.length}>New game</button>
      </div>
      ${
        session.hintStage
          ? html`<p class="hint" role="status" data-hint=${session.hintStage}>${session.hintText}</p>`
          : nothing
      }
      <div class="toolbar">
        ${
          this.fixed === null
            ? html`<label class="field">Opponent
          <select @change=${(e: Event) => session.against(Number((e.target as HTMLSelectElement).value))}>
            <option value=${NOBODY} ?selected=${session.opponent === NOBODY}>none: analyse</option>
            ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
              (level) => html`<option value=${level}
              ?selected=${session.opponent === level}>level ${level}${level === 1 ? ", beginner" : level === 10 ? ", full strength" : ""}</option>`,
            )}
            <option value=${PERFECT} ?selected=${session.opponent === PERFECT}>perfect play</option>
          </select></label>`
            : nothing
        }
        ${
          session.opponent !== NOBODY && here
            ? html`<button @click=${() => session.swap()} title="The opponent takes over this side">
              Swap sides</button><span class="soft">you are ${here.players[session.human]}</span>`
            : nothing
        }
        <form class="field grow" @submit=${(e: Event) => this.submit(e)}>
          <label for="typed">Move</label>
          <input id="typed" name="move" autocomplete="off" spellcheck="false" size="7"
            list="legal" .value=${this.typed} ?disabled=${!session.myTurn}
            placeholder=${here?.moves[0] ?? ""}
            @input=${(e: Event) => {
              this.typed = (e.target as HTMLInputElement).value;
              this.wrong = "";
            }}>
          <datalist id="legal">${here?.moves.map((m) => html`<option value=${m}></option>`)}</datalist>
          <button type="submit" ?disabled=${!session.myTurn || !this.typed.trim()}>Play</button>
        </form>
      </div>
      ${this.wrong ? html`<p class="complaint" role="alert">${this.wrong}</p>` : nothing}`;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const here = this.session.here;
    if (!here) return;
    const legal = here.moves;
    const typed = this.typed.trim();
    const found = legal.find((m) => m === typed) ?? legal.find((m) => m.toLowerCase() === typed.toLowerCase());
    if (!found) {
      const listed = legal.slice(0, 12).join(", ") + (legal.length > 12 ? " …" : "");
      this.wrong = `“${typed}” is not legal here. ${here.player} may play ${listed}.`;
      return;
    }
    this.typed = "";
    this.session.play(found);
  }
}
