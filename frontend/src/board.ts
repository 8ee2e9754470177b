// Any game's board: draws its scene, and turns clicks and keys into moves.
import { html, nothing, svg, type TemplateResult, type SVGTemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { PageElement } from "./element";
import { centre, draw, viewOf, type View } from "./shapes";
import type { Scene, SceneMove, Shape, Spot, Value } from "./types";
import { long, rank, short, tone } from "./values";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

@customElement("z-board")
export class Board extends PageElement {
  @property({ attribute: false }) scene: Scene | null = null;
  @property({ attribute: false }) values = new Map<string, Value>();
  @property({ attribute: false }) last: string[] = [];
  @property({ attribute: false }) traced: Shape[] = []; // what the last move put there
  @property({ attribute: false }) hint: string[] = [];
  @property({ type: Boolean }) flipped = false;
  @property({ type: Boolean }) still = false; // nobody may move now
  @property({ type: Boolean }) bare = false; // a picture, nothing to click
  @property() label = "Board";

  @state() private picked: string[] = [];
  @state() private over: string | null = null;
  @state() private stop = 0; // the spot that the tab key reaches

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("scene")) {
      this.picked = [];
      this.over = null;
      if (this.stop >= (this.scene?.spots.length ?? 0)) this.stop = 0;
    }
  }

  /** The moves that begin with what was clicked so far. */
  private get open(): SceneMove[] {
    if (!this.scene || this.still || this.bare) return [];
    return this.scene.moves.filter((m) => this.picked.every((name, i) => m.path[i] === name));
  }

  private pick(name: string): void {
    if (this.still || this.bare || !this.scene) return;
    let picked = [...this.picked, name];
    let open = this.open.filter((m) => m.path[this.picked.length] === name);
    if (!open.length) {
      const again = this.picked[this.picked.length - 1] === name;
      picked = again ? [] : [name];
      open = again ? [] : this.scene.moves.filter((m) => m.path[0] === name);
      if (!open.length) {
        this.picked = [];
        return;
      }
    }
    const whole = open.filter((m) => m.path.length === picked.length);
    if (whole.length === 1) {
      this.picked = [];
      this.dispatchEvent(new CustomEvent("move", { detail: whole[0]!.move, bubbles: true }));
    } else {
      this.picked = picked;
    }
  }

  private key(event: KeyboardEvent, view: View): void {
    const scene = this.scene!;
    if (event.key === "Escape") {
      this.picked = [];
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(scene.spots[this.stop]!.name);
    } else if (event.key in ARROWS && !event.altKey && !event.ctrlKey && !event.metaKey) {
      this.walk(ARROWS[event.key]!, view);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest spot in a direction becomes the one in focus. */
  private walk([dx, dy]: [number, number], view: View): void {
    const spots = this.scene!.spots;
    const [x, y] = centre(spots[this.stop]!.shape, view);
    let best = -1;
    let least = Infinity;
    spots.forEach((spot, i) => {
      const [sx, sy] = centre(spot.shape, view);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (ahead > 1 && ahead + 2.5 * aside < least && ahead > aside * 0.5) {
        least = ahead + 2.5 * aside;
        best = i;
      }
    });
    if (best < 0) return;
    this.stop = best;
    this.updateComplete.then(() =>
      (this.querySelector(`[data-spot="${best}"]`) as SVGElement | null)?.focus(),
    );
  }

  override render(): TemplateResult | typeof nothing {
    const scene = this.scene;
    if (!scene) return nothing;
    const view = viewOf(scene, this.flipped);
    const [wide, high] = scene.size;
    const open = this.open;
    const stage = this.picked.length;
    const next = new Map<string, SceneMove[]>();
    for (const move of open) {
      const name = move.path[stage];
      if (name !== undefined) next.set(name, [...(next.get(name) ?? []), move]);
    }
    const hovered = this.over === null ? undefined : next.get(this.over);
    const ghost =
      hovered?.length === 1 && hovered[0]!.path.length === stage + 1 ? hovered[0]!.ghost : [];
    return html`<svg class="board-svg ${this.bare ? "bare" : ""}" viewBox="0 0 ${wide} ${high}"
        role=${this.bare ? "img" : "group"} aria-label=${this.label}
        @keydown=${(e: KeyboardEvent) => !this.bare && this.key(e, view)}>
      <g aria-hidden="true">
        ${scene.shapes.map((shape) => draw(shape, view))}
        ${scene.spots
          .filter((spot) => this.last.includes(spot.name))
          .map((spot) => draw(spot.shape, view, "last"))}
        ${this.traced.map((shape) => draw({ ...shape, c: "trace" }, view))}
        ${ghost.map((shape) => draw(shape, view, "ghost"))}
      </g>
      ${this.bare ? nothing : scene.spots.map((spot, i) => this.spotted(spot, i, next, view))}
      <g class="badges" aria-hidden="true">${this.badges(next, stage, view)}</g>
    </svg>`;
  }

  private spotted(
    spot: Spot,
    i: number,
    next: Map<string, SceneMove[]>,
    view: View,
  ): SVGTemplateResult {
    const can = next.get(spot.name);
    const value = can && this.bestOf(can);
    const label = spot.label + (can ? ", playable" : "") + (value ? `, ${long(value)}` : "");
    const kind = [
      "spot",
      can ? "can" : "",
      this.picked.includes(spot.name) ? "picked" : "",
      this.hint.includes(spot.name) ? "hinted" : "",
    ].join(" ");
    return svg`<g class=${kind} role="button" aria-label=${label} data-spot=${i} data-name=${spot.name}
        aria-disabled=${can ? "false" : "true"}
        aria-pressed=${this.picked.includes(spot.name) ? "true" : "false"}
        tabindex=${i === this.stop ? 0 : -1}
        @click=${() => { this.stop = i; this.pick(spot.name); }}
        @focus=${() => { this.stop = i; this.over = spot.name; }}
        @blur=${() => { if (this.over === spot.name) this.over = null; }}
        @pointerenter=${() => { this.over = spot.name; }}
        @pointerleave=${() => { this.over = null; }}>${draw(spot.shape, view, "hit")}</g>`;
  }

  private bestOf(moves: SceneMove[]): Value | undefined {
    let best: Value | undefined;
    for (const { move } of moves) {
      const value = this.values.get(move);
      if (value && (!best || rank(value) > rank(best))) best = value;
    }
    return best;
  }

  private badges(next: Map<string, SceneMove[]>, stage: number, view: View): SVGTemplateResult[] {
    const found: SVGTemplateResult[] = [];
    const top = this.bestOf([...next.values()].flat());
    for (const [name, moves] of next) {
      const value = this.bestOf(moves);
      if (!value) continue;
      const whole = moves.length === 1 && moves[0]!.path.length === stage + 1;
      const spot = this.scene!.spots.find((s) => s.name === name);
      if (!spot) continue;
      const [cx, cy] = whole ? view(...moves[0]!.at) : centre(spot.shape, view);
      const lifted = whole ? cy : cy + 30;
      const text = short(value);
      const wide = 22 + 17 * text.length;
      found.push(svg`<g class="badge ${tone(value)} ${top && rank(value) >= rank(top) ? "top" : ""}" transform="translate(${cx} ${lifted})">
        <rect x=${-wide / 2} y="-21" width=${wide} height="42" rx="21"></rect>
        <text font-size="29" text-anchor="middle" dominant-baseline="central" y="1">${text}</text>
      </g>`);
    }
    return found;
  }
}
