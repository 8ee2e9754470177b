// The SVG that a tree is drawn on, in layers, with a callout for the window.
import { make } from "./glyphs";

export interface Sheet {
  svg: SVGSVGElement;
  view: SVGGElement; // what is moved and zoomed
  layers: Record<"bands" | "edges" | "nodes" | "names", SVGElement>;
  callout: SVGElement;
}

export function sheetFor(label: string): Sheet {
  const svg = make("svg", { class: "tree zermelo-tree", role: "tree", "aria-label": label }) as SVGSVGElement;
  const marker = make("marker", {
    id: "zt-head",
    viewBox: "-10 -6 11 12",
    markerWidth: 13,
    markerHeight: 12,
    markerUnits: "userSpaceOnUse",
    orient: "auto",
  });
  marker.append(make("path", { class: "zt-head", d: "M-10 -5.5L1 0L-10 5.5Z" }));
  const defs = make("defs", {});
  defs.append(marker);
  const view = make("g", { class: "view" }) as SVGGElement;
  const layers = {
    bands: make("g", { "aria-hidden": "true" }),
    edges: make("g", { class: "zt-edges", "aria-hidden": "true" }),
    nodes: make("g", { class: "zt-nodes", role: "presentation" }),
    names: make("g", { "aria-hidden": "true" }),
  };
  const callout = make("g", { class: "callout zt-hidden", "aria-hidden": "true" });
  callout.append(
    make("rect", { height: 22, width: 90, rx: 6 }),
    make("text", { x: 7, y: 16, "xml:space": "preserve" }),
  );
  view.append(...Object.values(layers), callout);
  svg.append(defs, view);
  return { svg, view, layers, callout };
}
