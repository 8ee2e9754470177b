// The tree as a drawing: triangles up for MAX, down for MIN, boxes for leaves.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { PageElement } from "./element";
import { alpha, beta, brief, inWords, momentOf, nameOf, type NodeState } from "./tree-state";
import type { Recording } from "./types";

const LEVEL = 104;
const TOP = 46;

interface Places {
  x: number[];
  y: number[];
  wide: number;
  high: number;
}

/** Leaves side by side, parents above the middle of their children. */
function layOut(recording: Recording): Places {
  const x: number[] = [];
  const y: number[] = [];
  let next = 0;
  let deepest = 0;
  const longest = Math.max(...recording.nodes.map((n) => brief(n.value).length));
  const gap = Math.max(54, Math.min(110, 14 + 11 * longest));
  const place = (id: number, depth: number): void => {
    const { children } = recording.nodes[id]!;
    y[id] = TOP + depth * LEVEL;
    deepest = Math.max(deepest, depth);
    children.forEach((child) => place(child, depth + 1));
    if (children.length) x[id] = (x[children[0]!]! + x[children[children.length - 1]!]!) / 2;
    else x[id] = (next += gap) - gap / 2;
    if (children.length && depth && recording.nodes.length < 200) next += 8;
  };
  place(0, 0);
  return { x, y, wide: Math.max(next, 220), high: TOP * 2 + deepest * LEVEL };
}

@customElement("z-tree")
export class TreeView extends PageElement {
  @property({ attribute: false }) recording!: Recording;
  @property() algorithm = "minimax";
  @property({ type: Number }) count = 0;
  @property({ type: Number }) selected = -1;
  @property({ type: Number }) masked = -1; // a node whose value is asked for
  @property({ type: Boolean }) whole = false; // as small as it takes to see all of it
  @property({ type: Boolean }) leaves = true; // leaf values are given from the start
  private places: Places | null = null;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("recording")) this.places = layOut(this.recording);
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("recording") || this.count === 0) {
      const frame = this.querySelector(".tree-frame");
      if (frame && this.places) {
        frame.scrollLeft = (this.places.x[0]! / this.places.wide) * frame.scrollWidth - frame.clientWidth / 2;
      }
    }
    if (changed.has("count")) this.follow();
  }

  /** Keep the node that is being looked at in sight. */
  private follow(): void {
    const frame = this.querySelector(".tree-frame");
    const now = this.querySelector(".node.now");
    if (!frame || !now || frame.scrollWidth <= frame.clientWidth) return;
    const box = now.getBoundingClientRect();
    const seen = frame.getBoundingClientRect();
    if (box.left < seen.left + 40 || box.right > seen.right - 40) {
      frame.scrollTo({ left: frame.scrollLeft + box.left - seen.left - seen.width / 2, behavior: "smooth" });
    }
  }

  override render(): TemplateResult | typeof nothing {
    const run = this.recording?.runs[this.algorithm];
    if (!run || !this.places) return nothing;
    const { x, y, wide, high } = this.places;
    const moment = momentOf(this.recording, run, this.count);
    const windows = this.algorithm !== "minimax";
    const over = this.count >= run.steps.length;
    const chosen = new Set(over ? [0, ...run.line] : []);
    const nodes = this.recording.nodes;
    const edges = nodes.map((node, id) => {
      if (node.parent === null) return nothing;
      const state = moment.nodes[id]!;
      const kind = ["edge", state.fallen ? "fallen" : "", state.seen ? "seen" : "",
        chosen.has(id) && chosen.has(node.parent) ? "chosen" : ""].join(" ");
      const [px, py, cx, cy] = [x[node.parent]!, y[node.parent]! + 24, x[id]!, y[id]! - 24];
      const first = moment.nodes[node.parent]!;
      const scissors = state.fallen && !first.fallen;
      return svg`<g class=${kind}><line x1=${px} y1=${py} x2=${cx} y2=${cy}></line>
        ${node.move !== null && node.move.length < 7 && (nodes.length < 60)
          ? svg`<text class="edge-name" x=${px + (cx - px) * 0.62 + (cx >= px ? 7 : -7)} y=${py + (cy - py) * 0.62}
              text-anchor=${cx >= px ? "start" : "end"}>${node.move}</text>` : nothing}
        ${scissors ? svg`<path class="cut-mark" d="M${px + (cx - px) * 0.4 - 9} ${py + (cy - py) * 0.4 - 3}l18 -4m-18 10l18 -4"></path>` : nothing}</g>`;
    });
    return html`<div class="tree-frame" tabindex="0" role="group" aria-label="Search tree, ${this.algorithm}">
      <svg class="tree ${this.whole ? "whole" : ""}" viewBox="0 0 ${wide} ${high}" width=${wide} height=${high} role="list"
        aria-label="Nodes">
        <g aria-hidden="true">${edges}</g>
        ${nodes.map((_, id) => this.drawn(id, moment.nodes[id]!, moment.step?.node === id, chosen.has(id), windows))}
      </svg></div>`;
  }

  private drawn(id: number, state: NodeState, now: boolean, chosen: boolean, windows: boolean): SVGTemplateResult {
    const node = this.recording.nodes[id]!;
    const { x, y } = this.places!;
    const given = node.leaf && this.leaves;
    const value = id === this.masked ? "?" : (state.value ?? (given ? node.value : ""));
    const kind = ["node", node.leaf ? "leaf" : `p${node.player}`, state.seen ? "seen" : "", state.done ? "done" : "",
      state.fallen ? "fallen" : "", now ? "now" : "", chosen ? "chosen" : "", id === this.selected ? "selected" : ""].join(" ");
    const text = brief(value);
    const half = Math.max(21, 12 + 5 * text.length);
    const label = `${nameOf(this.recording, id)}${value ? `, ${state.done || given ? "worth" : "so far"} ${inWords(value)}` : ""}` +
      (state.fallen ? ", pruned" : state.open ? ", being searched" : state.seen ? "" : ", not looked at");
    const shape = node.leaf
      ? svg`<rect x=${-half} y="-19" width=${2 * half} height="38" rx="7"></rect>`
      : node.player === 0
        ? svg`<polygon points="0,-27 33,23 -33,23"></polygon>`
        : svg`<polygon points="0,27 33,-23 -33,-23"></polygon>`;
    const shows = windows && state.seen && !node.leaf && id !== this.masked;
    const inner = node.leaf || text.length <= 4;
    return svg`<g class=${kind} role="listitem" aria-label=${label} data-node=${id} data-value=${value}
        transform="translate(${x[id]} ${y[id]})"
        @click=${() => this.dispatchEvent(new CustomEvent("select", { detail: id }))}>
      <g class="falls">${shape}
        <text class="value" y=${node.leaf ? 0 : inner ? (node.player === 0 ? 8 : -8) : node.player === 0 ? 40 : -37}
          font-size=${node.leaf || text.length < 3 ? 18 : inner ? 15 : 16} text-anchor="middle" dominant-baseline="central">${text}</text>
        ${shows ? svg`<text class="window" x="32" y=${node.player === 0 ? -14 : -4} aria-hidden="true">α ${alpha(state.alpha)}</text>
          <text class="window" x="32" y=${node.player === 0 ? 3 : 13} aria-hidden="true">β ${beta(state.beta)}</text>` : nothing}
      </g></g>`;
  }
}
