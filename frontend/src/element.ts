import { LitElement } from "lit";

/** Elements without a shadow: one style sheet for the whole page. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Tell people with a screen reader what just happened. */
export function announce(text: string): void {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}
