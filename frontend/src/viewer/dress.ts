// What a node looks like at a moment of the search: made once, and changed only where the look changes.
import { byHand, called, parentsOf, type Recorded } from "./data";
import { draw, make, type Shape } from "./glyphs";
import { DONE, OPEN, PRUNED, UNSEEN } from "./walk";

export interface Drawn {
  element: SVGGElement;
  item: SVGElement; // what is read out, and has the focus
  value: SVGElement;
  shape: SVGElement; // the group that shape and value are in
  more?: SVGElement;
  edge?: SVGElement;
  tick?: SVGElement;
  look: string; // what was drawn last
}

/** A moment of a node. */
export interface Look {
  status: number;
  value: string;
  given: boolean; // a leaf written by hand, that is not looked at yet
  now: boolean; // the search is here
  best: boolean; // the best of its siblings so far
  chosen: boolean; // on the line that is found in the end
  asked: boolean; // its value is asked for
}

/** A node and its edge, `head` below the beginning of its level. */
export function drawn(tree: Recorded, id: number, shape: Shape, head: number, level: number): Drawn {
  const node = tree.nodes[id]!;
  const element = draw(node, shape, head);
  const item = element.querySelector<SVGElement>(".zt-item")!;
  item.setAttribute("tabindex", "-1");
  item.setAttribute("aria-level", String(level));
  const value = element.querySelector<SVGElement>(".zt-value")!;
  const found: Drawn = { element, item, value, shape: value.parentElement as unknown as SVGElement, look: "" };
  if (node.children) {
    found.more = make("text", { class: "zt-more", "aria-hidden": "true" });
    element.append(found.more);
  }
  const parent = parentsOf(tree)[id]!;
  if (parent >= 0) {
    found.edge = make("path", { class: "zt-edge", "data-from": parent, "data-to": id });
    if (node.why === "pruned" && tree.nodes[parent]!.why !== "pruned") {
      found.tick = make("path", { class: "zt-tick", "data-to": id, d: "M-3 -6L-1 6M2 -6L4 6" });
    }
  }
  return found;
}

/** Make it look so; nothing if it does already. */
export function dress(tree: Recorded, id: number, it: Drawn, look: Look, anew: boolean): void {
  const { status, value, given, now, best, chosen, asked } = look;
  const mark = `${status}${now ? "n" : ""}${best ? "b" : ""}${chosen ? "c" : ""}${asked ? "?" : ""}${value}`;
  if (it.look === mark && !anew) return;
  it.look = mark;
  const stub = status === UNSEEN && tree.nodes[id]!.why === "pruned" && !byHand(tree);
  it.element.setAttribute(
    "class",
    classes("zt-node", {
      "is-unseen": status === UNSEEN,
      "is-absent": stub,
      "is-open": status === OPEN,
      "is-pruned": status === PRUNED,
      "is-done": status === DONE,
      "is-now": now,
      "is-chosen": chosen,
      "is-given": given,
    }),
  );
  it.element.dataset["value"] = value;
  it.shape.classList.toggle("zt-pruned", status === PRUNED);
  it.value.textContent = value;
  const label = spoken(tree, id, look);
  it.item.setAttribute("aria-label", label);
  it.element.firstElementChild!.textContent = label;
  it.edge?.setAttribute(
    "class",
    classes("zt-edge", {
      "is-unseen": status === UNSEEN,
      "is-absent": stub,
      "zt-pruned": status === PRUNED,
      "zt-chosen": chosen,
      "zt-best": best && !chosen,
    }),
  );
  it.tick?.setAttribute("class", status === UNSEEN ? "zt-tick is-unseen" : "zt-tick");
}

/** What is read out of a node. */
function spoken(tree: Recorded, id: number, { status, value, given, chosen, asked }: Look): string {
  const says = [
    `not looked at yet${given ? `, given as ${value}` : ""}`,
    value ? `being searched, ${value} so far` : "being searched",
    value ? `value ${value}` : "",
    "pruned",
  ][status]!;
  const parts = [called(tree, id), asked ? "its value is asked for" : says, chosen ? "on the chosen line" : ""];
  return parts.filter(Boolean).join(", ");
}

function classes(always: string, sometimes: Record<string, boolean>): string {
  return [always, ...Object.keys(sometimes).filter((name) => sometimes[name])].join(" ");
}
