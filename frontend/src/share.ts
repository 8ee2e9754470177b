// The ways in and out: links, records, positions.
import { html, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { announce } from "./element";
import { exported, imported } from "./record";
import { SessionElement } from "./table";

@customElement("z-share")
export class Share extends SessionElement {
  @state() private said = "";
  @state() private text = "";

  override render(): TemplateResult {
    return html`<details class="card"><summary><h2>Share, import, export</h2></summary>
      <div class="toolbar">
        <button @click=${() => this.copy(location.href, "link")}>Copy link</button>
        <button @click=${async () => this.copy(await exported(this.session), "game")}>Copy game</button>
        <button @click=${() => this.copy(this.session.here?.position ?? "", "position")}>Copy position</button>
        <button @click=${() => this.save()}>Save file</button>
      </div>
      <label class="block">Paste a game, a position, moves or a link
        <textarea rows="4" spellcheck="false" .value=${this.text}
          @input=${(e: Event) => {
            this.text = (e.target as HTMLTextAreaElement).value;
          }}></textarea></label>
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

  private async save(): Promise<void> {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await exported(this.session)], { type: "text/plain" }));
    link.download = `${this.session.game.replace(/\W+/g, "-")}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private async read(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file && file.size < 60_000) this.take(await file.text());
    else if (file) this.said = "That file is too large to be a game.";
  }

  private async take(text: string): Promise<void> {
    try {
      const found = await imported(text, this.session.game);
      this.dispatchEvent(new CustomEvent("import", { detail: found, bubbles: true }));
      const count = found.moves.length;
      this.said = count || !found.start ? `${count} ${count === 1 ? "move" : "moves"} read.` : "A position read.";
    } catch (error) {
      this.said = `That cannot be read: ${error instanceof Error ? error.message : error}`;
    }
    announce(this.said);
  }
}
