import { LitElement } from "lit";

/** Elements without a shadow: one style sheet for the whole page. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Blue and orange, the other way round where the players' names say so. */
export function palette(players: readonly string[] | undefined): "plain" | "swapped" {
  const swapped = players?.[1] === "blue" || players?.[0] === "red" || players?.[0] === "orange";
  return swapped ? "swapped" : "plain";
}

/** Tell people with a screen reader what just happened. */
export function announce(text: string): void {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}
