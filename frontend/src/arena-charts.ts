// Drawings of an arena: ratings with their bars, and lines over games. They are drawn for the width
// there is, so that writing keeps its size on a phone.
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { type Standing, signed } from "./arena-data";
import { PageElement } from "./element";

/** Round numbers between two, a handful. */
export function ticks(low: number, high: number, most = 6): number[] {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) found.push(k * step);
  return found;
}

/** Heights moved apart so that writing there does not overlap; their order stays. */
export function apart(wanted: number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const found = [...wanted];
  let floor = low;
  for (const i of order) {
    found[i] = Math.max(found[i]!, floor);
    floor = found[i]! + gap;
  }
  let ceiling = high;
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i]!, ceiling);
    ceiling = found[i]! - gap;
  }
  return found;
}

abstract class Chart extends PageElement {
  @state() protected wide = 0;
  private watcher = new ResizeObserver((seen) => {
    const width = Math.round(seen[0]?.contentRect.width ?? 0);
    if (width && width !== this.wide) this.wide = width;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }
}

function cut(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name;
}

const LETTER = 8.3; // px, about

@customElement("z-arena-ratings")
export class Ratings extends Chart {
  @property({ attribute: false }) players: Standing[] = [];

  override render(): TemplateResult | typeof nothing {
    const { players, wide } = this;
    if (!wide || !players.length) return nothing;
    const narrow = wide < 500; // then names and figures stand above the bars
    const row = narrow ? 46 : 30;
    const high = 26 + row * players.length;
    const letters = narrow ? Math.floor((wide - 110) / LETTER) : 30;
    const left = narrow ? 0 : 12 + LETTER * Math.min(letters, Math.max(...players.map((p) => p.name.length)));
    const right = narrow ? wide : wide - 104;
    let low = Math.min(...players.map((p) => p.rating - (p.error ?? 0)));
    let top = Math.max(...players.map((p) => p.rating + (p.error ?? 0)));
    if (top - low < 1) [low, top] = [low - 50, top + 50];
    const x = (rating: number): number => left + 8 + ((right - left - 16) * (rating - low)) / (top - low);
    const said = players.map(
      (p) => `${p.name} ${signed(p.rating)}${p.error === null ? "" : ` ± ${p.error.toFixed(0)}`}`,
    );
    return html`<svg class="chart" width=${wide} height=${high} viewBox="0 0 ${wide} ${high}" role="img"
        aria-label="Ratings with 95 % intervals: ${said.join(", ")}">
      ${ticks(low, top, Math.max(2, (right - left) / 80)).map(
        (tick) => svg`
        <line class="rule ${Math.abs(tick) < 1e-9 ? "zero" : ""}" x1=${x(tick)} x2=${x(tick)} y1="20" y2=${high - 4}></line>
        <text class="tick" x=${x(tick)} y="13" text-anchor="middle">${signed(tick)}</text>`,
      )}
      ${players.map((p, i) => {
        const y = 26 + row * (i + (narrow ? 0.72 : 0.5));
        const written = narrow ? y - 13 : y + 5;
        return svg`<text class="name" x=${left} y=${written} text-anchor=${narrow ? "start" : "end"}><title>${p.name}</title>${cut(p.name, letters)}</text>
          ${p.error === null ? nothing : svg`<path class="whisker" d="M${x(p.rating - p.error)} ${y - 6}v12M${x(p.rating - p.error)} ${y}H${x(p.rating + p.error)}M${x(p.rating + p.error)} ${y - 6}v12"></path>`}
          <circle class="rating" cx=${x(p.rating)} cy=${y} r="5.5"></circle>
          <text class="figure" x=${narrow ? wide : right + 12} y=${written} text-anchor=${narrow ? "end" : "start"}>${signed(p.rating)}${p.error === null ? "" : ` ± ${p.error.toFixed(0)}`}</text>`;
      })}
    </svg>`;
  }
}

export interface Line {
  name: string;
  points: [number, number | null][];
}

@customElement("z-arena-lines")
export class ArenaLines extends Chart {
  @property({ attribute: false }) lines: Line[] = [];
  @property({ attribute: false }) bounds: { name: string; at: number }[] = [];
  @property() across = "games";
  @property() label = "";

  override render(): TemplateResult | typeof nothing {
    const { lines, bounds, wide } = this;
    const all = lines.flatMap((line) => line.points).filter((p): p is [number, number] => p[1] !== null);
    if (!wide || !all.length) return nothing;
    const named = lines.length > 1;
    const high = Math.max(240, named ? 28 * lines.length + 60 : 0);
    const letters = wide < 500 ? 11 : 24;
    const left = 48;
    const right = wide - (named ? 14 + LETTER * Math.min(letters, Math.max(...lines.map((l) => l.name.length))) : 10);
    const [top, foot] = [14, high - 30];
    const levels = [...all.map((p) => p[1]), ...bounds.map((b) => b.at)];
    let low = Math.min(...levels);
    let most = Math.max(...levels);
    if (most - low < 1e-9) [low, most] = [low - 1, most + 1];
    const [from, to] = [Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))];
    const x = (v: number): number => left + ((right - left) * (v - from)) / (to - from || 1);
    const y = (v: number): number => foot - ((foot - top) * (v - low)) / (most - low);
    const ends = lines.map((line) => {
      const last = [...line.points].reverse().find((p) => p[1] !== null);
      return last ? y(last[1]!) : foot;
    });
    const places = apart(ends, 16, top + 4, foot);
    return html`<svg class="chart" width=${wide} height=${high} viewBox="0 0 ${wide} ${high}" role="img" aria-label=${this.label}>
      ${ticks(low, most).map(
        (tick) => svg`<line class="rule" x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)}></line>
        <text class="tick" x=${left - 7} y=${y(tick) + 4} text-anchor="end">${String(Math.round(tick * 100) / 100).replace("-", "−")}</text>`,
      )}
      ${bounds.map(
        (bound) => svg`<line class="bound" x1=${left} x2=${right} y1=${y(bound.at)} y2=${y(bound.at)}></line>
        <text class="bound-name" x=${left + 8} y=${y(bound.at) + (bound.at > 0 ? 16 : -7)}>${bound.name}</text>`,
      )}
      ${lines.map((line, i) => this.line(line, i, x, y, named ? [right + 8, places[i]! + 5] : null, letters))}
      <text class="tick" x=${left} y=${high - 8}>${from.toLocaleString("en")}</text>
      <text class="tick" x=${(left + right) / 2} y=${high - 8} text-anchor="middle">${this.across}</text>
      <text class="tick" x=${right} y=${high - 8} text-anchor="end">${to.toLocaleString("en")}</text>
    </svg>`;
  }

  private line(
    line: Line,
    i: number,
    x: (v: number) => number,
    y: (v: number) => number,
    name: [number, number] | null,
    letters: number,
  ): SVGTemplateResult {
    let path = "";
    let drawing = false;
    for (const [at, value] of line.points) {
      if (value !== null) path += `${drawing ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      drawing = value !== null;
    }
    return svg`<path class="walk walk-${i % 8}" d=${path}></path>
      ${name ? svg`<text class="name walk-name-${i % 8}" x=${name[0]} y=${name[1]}><title>${line.name}</title>${cut(line.name, letters)}</text>` : nothing}`;
  }
}
