// What stands beside the board: the engine's lines, the moves with judgements, the graph.
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { SessionElement } from "./table";
import { besides, count, precise, short, tone } from "./values";
import { isAlone } from "./where";

@customElement("z-lines")
export class Lines extends SessionElement {
  override render(): TemplateResult {
    const { session } = this;
    const found = session.analysis;
    return html`<section class="card" aria-labelledby="lines-title">
      <header class="row">
        <h2 id="lines-title">Analysis</h2>
        <label class="switch"><input type="checkbox" .checked=${session.values}
          @change=${(e: Event) => session.setValues((e.target as HTMLInputElement).checked)}>
          <span>values</span></label>
        <label class="switch"><input type="checkbox" .checked=${session.analysing}
          @change=${(e: Event) => session.setAnalysing((e.target as HTMLInputElement).checked)}>
          <span>engine</span></label>
      </header>
      ${session.trouble ? html`<p class="complaint" role="alert">${session.trouble}</p>` : nothing}
      ${
        !session.values && !session.here?.result
          ? html`<p class="soft">Values are hidden. Ask for a hint, or switch them on.</p>`
          : html`
          <p class="facts" data-facts data-done=${found?.done ? "yes" : "no"}>
            <span class="spinner ${session.busy ? "on" : ""}" aria-hidden="true"></span>
            ${
              found
                ? html`${found.depth === null ? "to the end" : `depth ${found.depth}`} ·
                  ${count(found.nodes)} nodes · ${count(found.nps)}/s ·
                  ${isAlone() ? "WebAssembly" : found.native ? "native" : "interpreted"}${(found.threads ?? 1) > 1 ? ` · ${found.threads} threads` : ""}`
                : session.here?.result
                  ? "the game is over"
                  : session.busy
                    ? "thinking …"
                    : "no analysis"
            }
          </p>
          ${
            found?.pv.length
              ? html`<p class="pv"><span class="pill ${tone(found.value)}">${short(found.value)}</span>
                ${found.pv.slice(0, 14).join(" ")}${found.pv.length > 14 ? " …" : ""}</p>`
              : nothing
          }
          <ol class="ranked" tabindex="0" aria-label="Legal moves, best first">
            ${found?.moves.map(
              (m) => html`<li data-move=${m.move} data-kind=${m.value.kind}
                data-score=${m.value.score} data-distance=${m.value.distance ?? ""}>
              <button class="plain" ?disabled=${!session.myTurn} @click=${() => session.play(m.move)}>
                <span class="pill ${tone(m.value)}">${precise(m.value)}</span>
                <b>${m.move}</b> <span class="soft">${besides(m.value)}</span></button></li>`,
            )}
          </ol>`
      }
    </section>`;
  }
}

@customElement("z-moves")
export class Moves extends SessionElement {
  override render(): TemplateResult {
    const { session } = this;
    const shows = session.values || Boolean(session.here?.result);
    return html`<section class="card" aria-labelledby="moves-title">
      <header class="row"><h2 id="moves-title">Moves</h2>
        ${
          session.moves.length && shows
            ? html`<button class="small" ?disabled=${session.judging > 0} @click=${() => session.judgeAll()}>
              ${session.judging ? `judging, ${session.judging} left` : "judge all"}</button>`
            : nothing
        }
      </header>
      ${
        session.moves.length
          ? html`<ol class="line" tabindex="0" aria-label="Moves played">${session.moves.map((move, i) => {
              const said = shows ? session.judgement(i) : undefined;
              const now = session.ply === i + 1;
              return html`<li><button class="plain ${now ? "now" : ""} ${i >= session.ply ? "ahead" : ""}"
              aria-current=${now ? "step" : nothing} data-ply=${i + 1}
              aria-label="move ${i + 1}: ${move}${said ? `, ${said.word}` : ""}"
              @click=${() => session.goTo(i + 1)}><span class="number">${i + 1}.</span>${move}
              ${said?.mark ? html`<span class="mark ${said.word}" title=${said.word}>${said.mark}</span>` : nothing}
              </button></li>`;
            })}</ol>`
          : html`<p class="soft">No move yet. Click the board, or type a move.</p>`
      }
      ${shows && session.moves.length > 1 ? this.graph() : nothing}
    </section>`;
  }

  /** The first player's chances over the game; click, or arrow keys, to jump. */
  private graph(): TemplateResult {
    const { session } = this;
    const last = session.moves.length;
    const wide = 400;
    const high = 110;
    const x = (ply: number): number => (ply / last) * (wide - 16) + 8;
    const points: [number, number][] = [];
    for (let ply = 0; ply <= last; ply++) {
      const chance = session.chanceAt(ply);
      if (chance !== undefined) points.push([x(ply), high - 8 - chance * (high - 16)]);
    }
    const line = points.map((p) => p.map((n) => n.toFixed(1)).join(",")).join(" ");
    const area = points.length
      ? `${points[0]![0]},${high / 2} ${line} ${points[points.length - 1]![0]},${high / 2}`
      : "";
    const players = session.here?.players ?? ["first", "second"];
    const now = session.chanceAt(session.ply);
    return html`<svg class="graph" viewBox="0 0 ${wide} ${high}" role="slider" tabindex="0"
        aria-label="Value over the game" aria-valuemin="0" aria-valuemax=${last}
        aria-valuenow=${session.ply}
        aria-valuetext="move ${session.ply}${now === undefined ? "" : `, ${players[0]} ${Math.round(now * 100)} %`}"
        @click=${(e: MouseEvent) => {
          const box = (e.currentTarget as SVGElement).getBoundingClientRect();
          const at = ((e.clientX - box.left) / box.width) * wide;
          session.goTo(Math.round(((at - 8) / (wide - 16)) * last));
        }}
        @keydown=${(e: KeyboardEvent) => {
          const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[e.key];
          if (step) {
            e.preventDefault();
            e.stopPropagation();
            session.goTo(session.ply + step);
          }
        }}>
      ${svg`<rect class="ground" width=${wide} height=${high} rx="10"></rect>
        <polygon class="area" points=${area}></polygon>
        <line class="half" x1="8" x2=${wide - 8} y1=${high / 2} y2=${high / 2}></line>
        <polyline class="curve" points=${line}></polyline>
        ${points.map(([px, py]) => svg`<circle class="point" cx=${px} cy=${py} r="3"></circle>`)}
        <line class="cursor" x1=${x(session.ply)} x2=${x(session.ply)} y1="4" y2=${high - 4}></line>
        <text class="side" x="14" y="20">${players[0]}</text>
        <text class="side" x="14" y=${high - 11}>${players[1]}</text>`}
    </svg>`;
  }
}
