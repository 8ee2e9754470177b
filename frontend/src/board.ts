// Any game's board: draws its scene, and turns clicks, drags and keys into moves.
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { PageElement } from "./element";
import { centre, described, drawPiece, drawScene, figure, outline, sizeOf, tells, type View, viewOf } from "./shapes";
import type { Scene, SceneMove, Value } from "./types";
import { long, rank, short, tone } from "./values";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SILENT = ["hole", "box", "dot", "counter"]; // nobody points at these
const FAR = 8; // pixels that make a drag of a click

interface Drag {
  from: number;
  x: number; // of the pointer, as the browser counts
  y: number;
  at: [number, number] | null; // on the board, once it is a drag
}

const CROWDED = 1200; // wider, and a telephone's screen is too small for what stands in a square

@customElement("z-board")
export class Board extends PageElement {
  @property({ attribute: false }) scene: Scene | null = null;
  @property({ attribute: false }) values = new Map<string, Value>();
  @property({ attribute: false }) hint: number[] = [];
  @property({ attribute: false }) lit: [string[], string[]] = [[], []]; // each player's squares
  @property({ type: Boolean }) flipped = false;
  @property({ type: Boolean }) still = false; // nobody may move now
  @property({ type: Boolean }) bare = false; // a picture, nothing to click
  @property() label = "Board";

  @state() private picked: number[] = [];
  @state() private over: number | null = null;
  @state() private stop = -1; // the place that the tab key reaches
  @state() private choice: SceneMove[] = []; // moves by the same places
  @state() private drag: Drag | null = null;
  private dragged = false; // the click that ends a drag is none

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("scene")) {
      this.picked = [];
      this.choice = [];
      this.drag = null;
      this.over = null;
      const spots = this.spots;
      if (!spots.includes(this.stop)) this.stop = spots[0] ?? -1;
    }
  }

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has("choice")) return;
    if (this.choice.length) this.querySelector<HTMLElement>(".choice button")?.focus();
    else if ((changed.get("choice") as SceneMove[] | undefined)?.length && document.activeElement === document.body)
      this.attend();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.release();
  }

  /** The places that can be pointed at. */
  private get spots(): number[] {
    return (this.scene?.board.places ?? []).flatMap((p, i) => (p.name && !SILENT.includes(p.shape) ? [i] : []));
  }

  /** The moves that begin with these places. */
  private starting(places: number[]): SceneMove[] {
    if (!this.scene || this.still || this.bare) return [];
    return this.scene.moves.filter((m) => places.every((place, i) => m.places[i] === place));
  }

  private pick(place: number): void {
    if (this.still || this.bare || !this.scene) return;
    let picked = [...this.picked, place];
    let open = this.starting(picked);
    if (!open.length) {
      picked = this.picked[this.picked.length - 1] === place ? [] : [place];
      open = picked.length ? this.starting(picked) : [];
      if (!open.length) picked = [];
    }
    const whole = open.filter((m) => m.places.length === picked.length);
    if (whole.length === 1 && open.length === 1) {
      this.played(whole[0]!.move);
    } else {
      this.picked = picked;
      this.choice = whole;
    }
  }

  private played(move: string): void {
    this.picked = [];
    this.choice = [];
    this.dispatchEvent(new CustomEvent("move", { detail: move, bubbles: true }));
  }

  private key(event: KeyboardEvent, view: View): void {
    if (event.key === "Escape") {
      this.picked = [];
      this.choice = [];
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(this.stop);
    } else if (event.key in ARROWS && !event.altKey && !event.ctrlKey && !event.metaKey) {
      this.walk(ARROWS[event.key]!, view);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest place in a direction becomes the one in focus. */
  private walk([dx, dy]: [number, number], view: View): void {
    const places = this.scene!.board.places;
    const [x, y] = centre(places[this.stop]!, view);
    let best = -1;
    let least = Infinity;
    for (const i of this.spots) {
      const [sx, sy] = centre(places[i]!, view);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (ahead > 1 && ahead + 2.5 * aside < least && ahead > aside * 0.5) {
        least = ahead + 2.5 * aside;
        best = i;
      }
    }
    if (best < 0) return;
    this.stop = best;
    this.updateComplete.then(() => this.attend());
  }

  /** Give the focus to the place that the tab key reaches. */
  private attend(): void {
    this.querySelector<SVGElement>(`[data-spot="${this.stop}"]`)?.focus();
  }

  // --- dragging a piece to where it goes ---

  private press(event: PointerEvent, place: number): void {
    this.dragged = false;
    if (event.button !== 0 || !this.starting([place]).some((m) => m.places.length > 1)) return;
    this.drag = { from: place, x: event.clientX, y: event.clientY, at: null };
    window.addEventListener("pointermove", this.pull);
    window.addEventListener("pointerup", this.drop);
    window.addEventListener("pointercancel", this.release);
  }

  private pull = (event: PointerEvent): void => {
    const { drag } = this;
    if (!drag || (!drag.at && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR)) return;
    if (!drag.at) this.picked = [drag.from];
    const frame = this.querySelector("svg")!.getScreenCTM()!;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.inverse());
    this.drag = { ...drag, at: [x, y] };
    this.over = this.under(event);
  };

  private under(event: PointerEvent): number | null {
    const root = this.getRootNode() as Document | ShadowRoot;
    const found = root.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
    return found && this.contains(found) ? Number(found.getAttribute("data-spot")) : null;
  }

  private drop = (event: PointerEvent): void => {
    const { drag } = this;
    this.release();
    if (!drag?.at) return; // it was a click
    this.dragged = true;
    setTimeout(() => {
      this.dragged = false;
    });
    const goal = this.under(event);
    if (goal === null || goal === drag.from || !this.starting([drag.from, goal]).length) this.picked = [];
    else this.pick(goal);
  };

  private release = (): void => {
    this.drag = null;
    window.removeEventListener("pointermove", this.pull);
    window.removeEventListener("pointerup", this.drop);
    window.removeEventListener("pointercancel", this.release);
  };

  // --- drawing ---

  override render(): TemplateResult | typeof nothing {
    const scene = this.scene;
    if (!scene) return nothing;
    const view = viewOf(scene.board, this.flipped);
    const [wide, high] = sizeOf(scene.board);
    const tall = high + 34 * scene.words.length;
    const stage = this.picked.length;
    const next = new Map<number, SceneMove[]>();
    for (const move of this.starting(this.picked)) {
      const place = move.places[stage];
      if (place !== undefined) next.set(place, [...(next.get(place) ?? []), move]);
    }
    const hovered = this.over === null ? undefined : next.get(this.over);
    const ghost = hovered?.length === 1 && hovered[0]!.places.length === stage + 1 ? hovered[0]!.adds : [];
    return html`<svg class="board-svg ${this.bare ? "bare" : ""}" viewBox="0 0 ${wide} ${tall}"
        data-first=${scene.colours[0]} data-second=${scene.colours[1]}
        role=${this.bare ? "img" : "group"} aria-label=${this.label}
        @keydown=${(e: KeyboardEvent) => !this.bare && this.key(e, view)}>
      <g aria-hidden="true">
        ${drawScene(scene, view, this.flipped, this.bare ? [] : this.trace(scene, view))}
        ${this.lit.flatMap((names, player) => names.map((name) => lamp(scene, name, player, view)))}
        ${ghost.map((piece) => drawPiece(scene, piece, view, this.flipped, "ghost"))}
      </g>
      ${this.bare ? nothing : this.spots.map((i) => this.spotted(i, next, view))}
      <g class="badges" data-crowded=${sizeOf(scene.board)[0] > CROWDED ? "" : nothing} aria-hidden="true">${this.badges(next, stage, view)}</g>
      ${this.carried(scene)}
    </svg>${this.chooser()}`;
  }

  /** Where the last move was: what it put there, or the way it took. */
  private trace(scene: Scene, view: View): SVGTemplateResult[] {
    const last = scene.last;
    if (!last) return [];
    const place = (i: number) => scene.board.places[i]!;
    if (last.places.length < 2) {
      const shown = last.adds.length ? last.adds.map((p) => p[0]) : last.places;
      const inset = (i: number) => (place(i).shape === "hole" ? -7 : 6); // round a stone that fills its hole
      return shown.filter((i) => place(i).shape !== "box").map((i) => outline(place(i), view, "trace", inset(i)));
    }
    const way = last.places.map((i) => centre(place(i), view).join(",")).join(" ");
    return [...new Set(last.places)]
      .map((i) => outline(place(i), view, "last"))
      .concat(svg`<polyline class="arrow" points=${way}></polyline>`);
  }

  private spotted(i: number, next: Map<number, SceneMove[]>, view: View): SVGTemplateResult {
    const place = this.scene!.board.places[i]!;
    const can = next.get(i);
    const value = can && this.bestOf(can);
    const label = described(this.scene!, i) + (can ? ", playable" : "") + (value ? `, ${long(value)}` : "");
    const picked = this.picked.includes(i);
    const drags = can?.some((m) => m.places.length > 1) && !this.picked.length;
    const kind = [
      "spot",
      can ? "can" : "",
      drags ? "drags" : "",
      picked ? "picked" : "",
      this.hint.includes(i) ? "hinted" : "",
    ].join(" ");
    return svg`<g class=${kind} role="button" aria-label=${label} data-spot=${i} data-name=${place.name!}
        aria-disabled=${can ? "false" : "true"} aria-pressed=${picked ? "true" : "false"}
        tabindex=${i === this.stop ? 0 : -1}
        @pointerdown=${(e: PointerEvent) => this.press(e, i)}
        @click=${() => {
          this.stop = i;
          if (!this.dragged) this.pick(i);
        }}
        @focus=${() => {
          this.stop = i;
          this.over = i;
        }}
        @blur=${() => {
          if (this.over === i) this.over = null;
        }}
        @pointerenter=${() => {
          this.over = i;
        }}
        @pointerleave=${() => {
          this.over = null;
        }}>${outline(place, view, "hit")}</g>`;
  }

  /** The piece under the pointer. */
  private carried(scene: Scene): SVGTemplateResult | typeof nothing {
    const { drag } = this;
    if (!drag?.at) return nothing;
    const piece = scene.pieces.find((p) => p[0] === drag.from && p[3] > 0);
    if (!piece) return nothing;
    return figure(scene.board.kinds[piece[2]]!, piece[1], drag.at[0], drag.at[1], 1.08, false, tells(scene), "carried");
  }

  /** Several moves by the same places: which is it? */
  private chooser(): TemplateResult | typeof nothing {
    if (!this.choice.length) return nothing;
    return html`<div class="choice" role="group" aria-label="Which move?"
        @keydown=${(e: KeyboardEvent) => {
          if (e.key !== "Escape") return;
          this.picked = [];
          this.choice = [];
          e.stopPropagation();
        }}>${this.choice.map(({ move }) => {
          const value = this.values.get(move);
          return html`<button @click=${() => this.played(move)}>${move}
            ${value ? html`<span class="pill ${tone(value)}">${short(value)}</span>` : nothing}</button>`;
        })}</div>`;
  }

  private bestOf(moves: SceneMove[]): Value | undefined {
    let best: Value | undefined;
    for (const { move } of moves) {
      const value = this.values.get(move);
      if (value && (!best || rank(value) > rank(best))) best = value;
    }
    return best;
  }

  private badges(next: Map<number, SceneMove[]>, stage: number, view: View): SVGTemplateResult[] {
    const found: [top: boolean, badge: SVGTemplateResult][] = [];
    const { board, pieces } = this.scene!;
    const taken = new Set(pieces.map((p) => p[0]));
    const top = this.bestOf([...next.values()].flat());
    const fit = Math.min(1, Math.max(0.66, sizeOf(board)[0] / 800)); // few squares are drawn large
    for (const [place, moves] of next) {
      const value = this.bestOf(moves);
      if (!value) continue;
      const whole = moves.length === 1 && moves[0]!.places.length === stage + 1;
      const at = whole && moves[0]!.adds.length === 1 ? moves[0]!.adds[0]![0] : place;
      const [cx, cy] = centre(board.places[at]!, view);
      const heap = board.places[at]!.shape === "heap"; // whose number stands below
      const lifted = heap ? cy - 36 : taken.has(at) ? cy + 30 : cy;
      const text = short(value);
      const wide = 22 + 17 * text.length;
      const best = top !== undefined && rank(value) >= rank(top);
      const badge = svg`<g class="badge ${tone(value)} ${best ? "top" : ""}" transform="translate(${cx} ${lifted}) scale(${fit})">
        <rect x=${-wide / 2} y="-21" width=${wide} height="42" rx="21"></rect>
        <text font-size="29" text-anchor="middle" dominant-baseline="central" y="1">${text}</text>
      </g>`;
      found.push([best, badge]);
    }
    return found.sort(([a], [b]) => Number(a) - Number(b)).map(([, badge]) => badge); // the best above the others
  }
}

/** A square that is lit: a ring for the first player, a diamond for the second. */
function lamp(scene: Scene, name: string, player: number, view: View): SVGTemplateResult | typeof nothing {
  const place = scene.board.places.find((p) => p.name === name);
  if (!place) return nothing;
  const [x, y] = centre(place, view);
  return svg`<g class="lit p${player}" data-lit=${name} data-player=${player} transform="translate(${x} ${y})">
    ${player ? svg`<polygon points="0,-43 43,0 0,43 -43,0"></polygon>` : svg`<circle r="38"></circle>`}</g>`;
}
