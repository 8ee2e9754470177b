// Why the evaluator likes a position: feature by feature, with the squares that each one means.
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { api, Refused } from "./api";
import { SessionElement } from "./table";
import type { Explanation, Feature } from "./types";

@customElement("z-why")
export class Why extends SessionElement {
  @state() private open = false;
  @state() private found: Explanation | null = null;
  @state() private error = "";
  @state() private pointed = ""; // at this feature
  private asked = ""; // the position that was asked about

  override updated(changed: Map<string, unknown>): void {
    super.updated(changed);
    const position = this.session.here?.position;
    if (this.open && position && position !== this.asked) this.ask(position);
  }

  private async ask(position: string): Promise<void> {
    this.asked = position;
    this.point(null);
    try {
      const found = await api.explain(this.session.place());
      if (position !== this.asked) return; // another one is looked at by now
      this.found = found;
      this.error = "";
    } catch (error) {
      this.error = error instanceof Refused ? error.message : String(error);
    }
  }

  private point(feature: Feature | null): void {
    this.pointed = feature?.name ?? "";
    this.session.light(feature?.first ?? [], feature?.second ?? []);
  }

  override render(): TemplateResult {
    return html`<section class="card why" aria-labelledby="why-title">
      <details ?open=${this.open} @toggle=${(e: Event) => {
        this.open = (e.target as HTMLDetailsElement).open;
        if (!this.open) this.point(null);
      }}>
        <summary><h2 id="why-title">Why</h2> <span class="soft">what the evaluator counts</span></summary>
        ${this.error ? html`<p class="complaint" role="alert">${this.error}</p>` : nothing}
        ${this.found ? this.explained(this.found) : nothing}
      </details></section>`;
  }

  private explained(found: Explanation): TemplateResult {
    if (!found.features.length) {
      return html`<p class="soft">${this.session.here?.result ? "The game is over." : "There is nothing to explain here."}</p>`;
    }
    const shown = found.features.filter((f) => f.value || found.features.length <= 12);
    const groups = [...new Set(shown.map((f) => f.group))];
    return html`<p data-words>${found.words}.</p>
      <div class="tables" tabindex="0" role="region" aria-label="Features"><table @pointerleave=${() => this.point(null)}>
        <tbody>${groups.map((group) => {
          const own = shown.filter((f) => f.group === group);
          const sum = own.reduce((total, f) => total + f.score, 0);
          return html`${group ? html`<tr><th scope="rowgroup">${group}</th><th></th><th>${signed(sum)}</th></tr>` : nothing}
            ${own.map((f) => this.row(f, !group && groups.length > 1))}`;
        })}</tbody></table></div>
      <p class="soft">Total ${signed(found.total ?? 0)} for ${this.session.here?.players[0]}; point at a feature to see its squares.</p>`;
  }

  /** `alone`: it belongs to no group, where others do. */
  private row(feature: Feature, alone: boolean): TemplateResult {
    const squares =
      feature.first && feature.second
        ? `: ${feature.first.join(" ") || "none"} – ${feature.second.join(" ") || "none"}`
        : "";
    return html`<tr class="${this.pointed === feature.name ? "on" : ""} ${alone ? "alone" : ""}" data-feature=${feature.name}
        @pointerenter=${() => this.point(feature)}>
      <td><button class="plain" aria-label="${feature.name}${squares}" @focus=${() => this.point(feature)}
        @blur=${() => this.point(null)} @click=${() => this.point(feature)}>${feature.name}</button></td>
      <td class="soft">${signed(feature.value, 0)} × ${feature.weight.toFixed(2).replace("-", "−")}</td>
      <td>${signed(feature.score)}</td></tr>`;
  }
}

function signed(value: number, digits = 2): string {
  const text = Number.isInteger(value) && !digits ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}
