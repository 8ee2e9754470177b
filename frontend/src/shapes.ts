// Shapes of a scene as SVG, seen from either side.
import { svg, type SVGTemplateResult } from "lit";
import type { Scene, Shape } from "./types";

export type View = (x: number, y: number) => [number, number];

/** How points move when the board is turned. */
export function viewOf(scene: Scene, flipped: boolean): View {
  const [wide, high] = scene.size;
  if (!flipped || scene.turn === "none") return (x, y) => [x, y];
  if (scene.turn === "mirror") return (x, y) => [wide - x, y];
  return (x, y) => [wide - x, high - y];
}

function points(flat: number[], view: View): string {
  const found: string[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) found.push(view(flat[i]!, flat[i + 1]!).join(","));
  return found.join(" ");
}

export function draw(shape: Shape, view: View, more = ""): SVGTemplateResult {
  const kind = `${shape.c} ${more}`.trim();
  const x = shape.x ?? 0;
  const y = shape.y ?? 0;
  switch (shape.s) {
    case "rect": {
      const [ax, ay] = view(x, y);
      const [bx, by] = view(x + shape.w!, y + shape.h!);
      return svg`<rect class=${kind} x=${Math.min(ax, bx)} y=${Math.min(ay, by)}
        width=${shape.w} height=${shape.h} rx=${shape.r ?? 0}></rect>`;
    }
    case "disc": {
      const [cx, cy] = view(x, y);
      return svg`<circle class=${kind} cx=${cx} cy=${cy} r=${shape.r}></circle>`;
    }
    case "line":
      return svg`<polyline class=${kind} points=${points(shape.p as number[], view)}></polyline>`;
    case "poly":
      return svg`<polygon class=${kind} points=${points(shape.p as number[], view)}></polygon>`;
    case "path": {
      const strokes = (shape.p as number[][]).map((part) => `M${points(part, view)}`);
      return svg`<path class=${kind} d=${strokes.join("")}></path>`;
    }
    default: {
      const [tx, ty] = view(x, y);
      return svg`<text class=${kind} x=${tx} y=${ty} font-size=${shape.z}
        dominant-baseline="central" text-anchor="middle" aria-hidden="true">${shape.t}</text>`;
    }
  }
}

export function centre(shape: Shape, view: View): [number, number] {
  if (shape.s === "rect") return view(shape.x! + shape.w! / 2, shape.y! + shape.h! / 2);
  if (shape.s === "disc" || shape.s === "text") return view(shape.x!, shape.y!);
  const flat = (shape.p as (number | number[])[]).flat();
  let x = 0;
  let y = 0;
  for (let i = 0; i < flat.length; i += 2) {
    x += flat[i]!;
    y += flat[i + 1]!;
  }
  return view((2 * x) / flat.length, (2 * y) / flat.length);
}
