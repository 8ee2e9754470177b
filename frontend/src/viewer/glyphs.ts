// One node drawn, as in tree/glyphs.py: captions above its shape with the value, the board below.
import { byHand, type Picture, type Recorded, type TreeNode } from "./data";

const SVG = "http://www.w3.org/2000/svg";
const VALUE = 15;
const CAPTION = 13;
const SMALL = 10.5;
const SHAPE = 40;
const BOX = 28;
const STUB = 16;

export function make(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

const NARROW = new Set(" .,:;iljtfr|!'()[]-");

/** About how wide a text is, in a font that is rather wide. */
export function textWidth(text: string, size: number): number {
  let wide = 0;
  for (const letter of text) wide += NARROW.has(letter) ? 0.36 : 0.64;
  return wide * size;
}

interface Caption {
  text: string;
  size: number;
  look: "text" | "quiet" | "cut";
}

export interface Shape {
  captions: Caption[];
  captionsHigh: number;
  wide: number; // of the shape alone
  high: number;
  width: number; // of everything
  below: number; // the room under the shape
  picture?: Picture | undefined;
  scale: number;
}

/** What a node shows, and the room that it takes. */
export function measure(
  tree: Recorded,
  node: TreeNode,
  window: [string, string] | undefined,
  texts: string[],
  cut: string,
  picture: Picture | undefined,
  scale: number,
): Shape {
  const captions: Caption[] = [];
  const look = node.why === "pruned" ? "quiet" : "text";
  if (cut) captions.push({ text: cut, size: SMALL, look: "cut" });
  if (node.move && !(byHand(tree) && /^\d+$/.test(node.move))) {
    const few = (node.moves?.length ?? 0) <= 2;
    captions.push({ text: few ? node.move : `${node.moves!.length} moves`, size: CAPTION, look });
  }
  if (node.name) captions.push({ text: node.name, size: CAPTION, look });
  if (window) captions.push({ text: window.join(" … "), size: SMALL, look: "quiet" });
  const stub = node.why === "pruned" && !byHand(tree);
  const inside = Math.max(...texts.map((text) => textWidth(text, VALUE)));
  const [wide, high] = stub
    ? [22, STUB]
    : node.kind === "leaf"
      ? [Math.max(inside + 16, 30), BOX]
      : [Math.max(inside * 1.55 + 22, 50), SHAPE];
  const shown = node.why === "pruned" ? undefined : picture;
  const more = node.folded ? `⋯ ${node.folded.toLocaleString("en")}` : "";
  const width =
    Math.max(
      ...captions.map((c) => textWidth(c.text, c.size)),
      wide + (node.same ? 20 : 0),
      shown ? shown[0] * scale : 0,
      textWidth(more, SMALL),
    ) + (node.why === "pruned" ? 0 : 4);
  return {
    captions,
    wide,
    high,
    width,
    picture: shown,
    scale,
    captionsHigh: captions.reduce((sum, c) => sum + c.size * 1.3, 0) + (captions.length ? 2 : 0),
    below: (shown ? 5 + shown[1] * scale : 0) + (more ? SMALL * 1.4 : 0),
  };
}

/** The element of a node whose shape begins `head` below its upper edge. */
export function draw(node: TreeNode, shape: Shape, head: number): SVGGElement {
  const group = make("g", { class: "zt-node", "data-node": node.id, "data-kind": node.kind }) as SVGGElement;
  group.append(make("title", {}));
  let y = head - shape.captionsHigh;
  const top = y;
  // Captions that are not to be seen yet leave no gap between an edge and its node.
  if (node.id > 0 && shape.captions.length && shape.captions.every(({ look }) => look !== "text")) {
    group.append(make("path", { class: "zt-stem", d: `M0 ${top}V${head}` }));
  }
  for (const caption of shape.captions) {
    y += caption.size * 1.3;
    group.append(
      make(
        "text",
        {
          class: `zt-${caption.look}`,
          y: y - caption.size * 0.32,
          "font-size": caption.size,
          "text-anchor": "middle",
        },
        caption.text,
      ),
    );
  }
  group.append(drawShape(node, shape, head));
  if (shape.picture) {
    const [wide, , body] = shape.picture;
    const board = make("g", {
      class: "zt-board",
      transform: `translate(${(-wide * shape.scale) / 2} ${head + shape.high + 5}) scale(${shape.scale})`,
    });
    board.innerHTML = body; // drawn and escaped by zermelo.drawing
    group.append(board);
  }
  if (node.folded) {
    group.append(
      make(
        "text",
        {
          class: "zt-quiet",
          y: head + shape.high + shape.below - 3,
          "font-size": SMALL,
          "text-anchor": "middle",
        },
        `⋯ ${node.folded.toLocaleString("en")}`,
      ),
    );
  }
  const high = head + shape.high + shape.below;
  for (const part of group.children) part.setAttribute("aria-hidden", "true"); // the item says it all
  const item = make("g", { class: "zt-item", role: "treeitem" });
  item.append(
    make("rect", {
      class: "zt-ring",
      x: -shape.width / 2 - 3,
      y: top - 3,
      width: shape.width + 6,
      height: high - top + 6,
      rx: 9,
    }),
  );
  group.append(item);
  return group;
}

function drawShape(node: TreeNode, { wide, high }: Shape, head: number): SVGElement {
  const group = make("g", { class: `zt-${node.kind}`, transform: `translate(0 ${head})` });
  const half = wide / 2;
  const outline = (name: string): SVGElement =>
    node.kind === "leaf"
      ? make("rect", { class: name, x: -half, y: 0, width: wide, height: high, rx: 6 })
      : make("path", {
          class: name,
          d: node.kind === "max" ? `M0 0L${half} ${high}H${-half}Z` : `M${-half} 0H${half}L0 ${high}Z`,
        });
  group.append(outline("zt-shape"));
  if (node.known !== undefined) {
    // a second line inside: nothing was searched here
    const again = make("g", { transform: `translate(0 ${SHAPE * 0.1}) scale(0.8)` });
    again.append(outline("zt-shape zt-again"));
    group.append(again);
  }
  const middle = { leaf: 0.5, max: 0.66, min: 0.32 }[node.kind];
  group.append(
    make("text", {
      class: "zt-value",
      y: high * middle + VALUE * 0.35,
      "font-size": VALUE,
      "text-anchor": "middle",
    }),
  );
  if (node.same) {
    const badge = Math.max(textWidth(node.same, SMALL) + 7, 14);
    group.append(
      make("rect", { class: "zt-badge", x: half - 6, y: -3, width: badge, height: 14, rx: 7 }),
      make(
        "text",
        { class: "zt-text", x: half - 6 + badge / 2, y: 7.6, "font-size": SMALL, "text-anchor": "middle" },
        node.same,
      ),
    );
  }
  return group;
}
