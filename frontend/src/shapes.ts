// A scene as SVG: places, lines and pieces, seen from either side. A square is 100 wide.
import { nothing, type SVGTemplateResult, svg } from "lit";
import type { BoardData, Kind, Part, Piece, Place, Scene } from "./types";

export const UNIT = 100;
const MARGIN = 6;
const SEEDS = 12; // of a heap that are drawn

export type View = (x: number, y: number) => [number, number];
type Drawn = SVGTemplateResult | typeof nothing;

/** Where a point of the board is drawn; the board may be turned. */
export function viewOf(board: BoardData, flipped: boolean): View {
  const [left, top, right, bottom] = board.bounds;
  const mirrored = flipped && board.turn !== "none";
  const upside = flipped && board.turn === "round";
  return (x, y) => [(mirrored ? right - x : x - left) * UNIT + MARGIN, (upside ? bottom - y : y - top) * UNIT + MARGIN];
}

export function sizeOf(board: BoardData): [number, number] {
  const [left, top, right, bottom] = board.bounds;
  return [(right - left) * UNIT + 2 * MARGIN, (bottom - top) * UNIT + 2 * MARGIN];
}

export const centre = (place: Place, view: View): [number, number] => view(place.x, place.y);

const side = (owner: number): string => (owner < 0 ? "nobody" : `p${owner}`);

function hexagon(x: number, y: number, radius: number): string {
  return [0, 1, 2, 3, 4, 5]
    .map((k) => [x + radius * Math.sin((k * Math.PI) / 3), y - radius * Math.cos((k * Math.PI) / 3)])
    .map(([a, b]) => `${a!.toFixed(1)},${b!.toFixed(1)}`)
    .join(" ");
}

/** The outline of a place, a little smaller than the place: to be filled, marked or clicked. */
export function outline(place: Place, view: View, kind: string, inset = 2): SVGTemplateResult {
  const [x, y] = centre(place, view);
  const wide = place.wide * UNIT - 2 * inset;
  const high = place.high * UNIT - 2 * inset;
  switch (place.shape) {
    case "hexagon":
      return svg`<polygon class=${kind} points=${hexagon(x, y, wide / Math.sqrt(3))}></polygon>`;
    case "point":
    case "hole":
    case "dot":
      return svg`<circle class=${kind} cx=${x} cy=${y} r=${((place.shape === "hole" ? 0.82 : 1) * wide) / 2}></circle>`;
    case "edge": {
      const along = [Math.max(wide - 34, 60), Math.max(high - 34, 60)] as const;
      return svg`<rect class=${kind} x=${x - along[0] / 2} y=${y - along[1] / 2} width=${along[0]} height=${along[1]} rx="20"></rect>`;
    }
    default: {
      const round = place.shape === "heap" ? Math.min(wide, high) / 2 : place.shape === "column" ? 16 : 8;
      return svg`<rect class=${kind} x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high} rx=${round}></rect>`;
    }
  }
}

function furniture(place: Place, view: View, standing: boolean): Drawn {
  switch (place.shape) {
    case "cell":
      return outline(place, view, `cell ${place.look ?? ""}`);
    case "hexagon":
      return outline(place, view, "cell");
    case "column":
      return outline(place, view, "wall", 0);
    case "hole":
      return outline(place, view, "hole");
    case "heap":
      return outline(place, view, `heap ${side(place.owner)}`);
    case "goal":
      return outline(place, view, `goal ${side(place.owner)}`, 6);
    case "edge":
      return standing ? nothing : stroke(place, view, "faint");
    case "dot":
      return outline(place, view, "dot", 0);
    case "point": {
      const [x, y] = centre(place, view);
      return standing ? nothing : svg`<circle class="dot" cx=${x} cy=${y} r="9"></circle>`;
    }
    case "hand":
      return standing ? nothing : outline(place, view, "gone", 12);
    default:
      return nothing;
  }
}

function stroke(place: Place, view: View, kind: string): SVGTemplateResult {
  const [x1, y1] = view(place.x - place.wide / 2, place.y - place.high / 2);
  const [x2, y2] = view(place.x + place.wide / 2, place.y + place.high / 2);
  return svg`<line class=${kind} x1=${x1} y1=${y1} x2=${x2} y2=${y2}></line>`;
}

function part(p: Part): SVGTemplateResult {
  const n = p.numbers;
  switch (p.kind) {
    case "disc":
      return svg`<circle class=${p.look} cx=${n[0]} cy=${n[1]} r=${n[2]}></circle>`;
    case "line":
      return svg`<polyline class="${p.look} open" points=${n.join(" ")}></polyline>`;
    case "polygon":
      return svg`<polygon class=${p.look} points=${n.join(" ")}></polygon>`;
    case "path":
      return svg`<path class=${p.look} d=${p.text}></path>`;
    default:
      return svg`<text class=${p.look} x=${n[0]} y=${n[1]} font-size=${n[2]} text-anchor="middle"
        dominant-baseline="central">${p.text}</text>`;
  }
}

/** A piece as it is drawn anywhere: on the board, in a hand, under the pointer. */
export function figure(
  kind: Kind,
  owner: number,
  x: number,
  y: number,
  scale: number,
  turned: boolean,
  tells: boolean,
  more = "",
): SVGTemplateResult {
  const parts = kind.parts.filter((p) => (p.only === undefined || p.only === owner) && (p.look !== "tell" || tells));
  const turn = turned && parts.some((p) => p.turns) ? " rotate(180)" : "";
  return svg`<g class="piece ${side(owner)} ${more}" transform="translate(${x} ${y}) scale(${scale})${turn}">${parts.map(part)}</g>`;
}

export const tells = (scene: Scene): boolean => !(scene.colours.includes("black") && scene.colours.includes("white"));

export function drawPiece(scene: Scene, piece: Piece, view: View, flipped: boolean, more = ""): Drawn {
  const [at, owner, kind, count] = piece;
  const place = scene.board.places[at]!;
  const [x, y] = centre(place, view);
  switch (place.shape) {
    case "counter":
      return svg`<text class="count ${side(place.owner)}" x=${x} y=${y} font-size="36" text-anchor="middle"
        dominant-baseline="central">${place.name} ${count}</text>`;
    case "heap":
      return seeds(place, x, y, count);
    case "edge":
      return stroke(place, view, owner < 0 ? `drawn ${more}` : `thick ${side(owner)} ${more}`);
    case "box":
      return outline(place, view, `owned ${side(owner)} ${more}`, 9);
    case "hand": {
      if (!count) return nothing;
      const mark = svg`<text class="count" x=${x + 37} y=${y} font-size="27"
        dominant-baseline="central">×${count}</text>`;
      const behind = Array.from({ length: Math.min(count, 3) - 1 }, (_, i) => Math.min(count, 3) - 1 - i);
      return svg`${behind.map((j) =>
        figure(
          { ...scene.board.kinds[kind]!, parts: scene.board.kinds[kind]!.parts.slice(0, 1) },
          owner,
          x - 22 + 7 * j,
          y - 4 * j,
          1,
          false,
          true,
        ),
      )}${figure(scene.board.kinds[kind]!, owner, x - 22, y, 1, false, true, more)}${mark}`;
    }
    default: {
      const scale = Math.min(place.wide, place.high, 1);
      const drawn = figure(
        scene.board.kinds[kind]!,
        owner,
        x,
        y,
        scale,
        flipped && scene.board.turn === "round",
        tells(scene),
        more,
      );
      return count === 1
        ? drawn
        : svg`${drawn}<text class="count" x=${x + 30} y=${y + 32} font-size="26"
        text-anchor="middle" dominant-baseline="central">${count}</text>`;
    }
  }
}

/** As sunflowers lay them. */
function seeds(place: Place, x: number, y: number, count: number): SVGTemplateResult {
  const shown = Array.from({ length: Math.min(count, SEEDS) }, (_, i) => i);
  return svg`${shown.map(
    (i) => svg`<circle class="seed" cx=${x + 9 * Math.sqrt(i) * Math.cos(2.4 * i)}
      cy=${y - 8 + 9 * Math.sqrt(i) * Math.sin(2.4 * i)} r="7"></circle>`,
  )}
    <text class="count" x=${x} y=${y + (place.high * UNIT) / 2 - 20} font-size="26" text-anchor="middle"
      dominant-baseline="central">${count}</text>`;
}

/** Everything; `trace` lies on the ground, below the pieces. */
export function drawScene(scene: Scene, view: View, flipped: boolean, trace: Drawn[] = []): Drawn[] {
  const { board } = scene;
  const taken = new Set(scene.pieces.filter((p) => p[3] > 0).map((p) => p[0]));
  const [wide, high] = sizeOf(board);
  const upper = ["dot"]; // above lines and boxes
  return [
    ...board.lines.map(([x1, y1, x2, y2, owner]) => {
      const [a, b] = [view(x1!, y1!), view(x2!, y2!)];
      return svg`<line class=${owner! < 0 ? "way-line" : `thick ${side(owner!)}`} x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]}></line>`;
    }),
    ...board.places.map((p, i) => (upper.includes(p.shape) ? nothing : furniture(p, view, taken.has(i)))),
    ...trace,
    ...scene.pieces.map((p) => drawPiece(scene, p, view, flipped)),
    ...board.places.map((p, i) => (upper.includes(p.shape) ? furniture(p, view, taken.has(i)) : nothing)),
    ...(board.numbered
      ? board.places
          .filter((p) => p.name)
          .map((p) => {
            const [x, y] = centre(p, view);
            return svg`<text x=${x - 35} y=${y - 35} font-size="18" text-anchor="middle" dominant-baseline="central">${p.name}</text>`;
          })
      : []),
    ...board.labels.map(([x, y, text]) => {
      const [tx, ty] = view(x, y);
      return svg`<text x=${tx} y=${ty} font-size="30" text-anchor="middle"
        dominant-baseline="central">${text}</text>`;
    }),
    ...scene.words.map(
      (text, i) => svg`<text x=${wide / 2} y=${high + 24 + 34 * i} font-size="26" text-anchor="middle">${text}</text>`,
    ),
  ];
}

/** A place in words, for those who cannot see it. */
export function described(scene: Scene, at: number): string {
  const { board, pieces, players } = scene;
  const place = board.places[at]!;
  const name = place.label ?? place.name ?? "";
  const here = pieces.filter((p) => p[0] === at);
  const count = here.reduce((sum, p) => sum + p[3], 0);
  if (place.shape === "edge") return `${name}, ${here.length ? "drawn" : "free"}`;
  if (place.shape === "heap") return `${name}, ${count}`;
  if (place.shape === "hand") return `${board.kinds[here[0]?.[2] ?? 0]?.name || name}, ${count} in hand`;
  if (place.shape === "goal") return name;
  if (place.shape === "column") {
    const found = pieces
      .filter((p) => Math.abs(board.places[p[0]]!.x - place.x) < 0.01)
      .sort((a, b) => board.places[b[0]]!.y - board.places[a[0]]!.y)
      .map((p) => players[p[1]] ?? "");
    return `${name}, from below: ${found.join(" ") || "empty"}`;
  }
  const what = here.map(([, owner, kind]) => `${players[owner] ?? ""} ${board.kinds[kind]?.name ?? ""}`.trim());
  return `${name}, ${what.join(" and ") || "empty"}`;
}
