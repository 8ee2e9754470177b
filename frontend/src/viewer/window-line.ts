// Alpha and beta on a number line: what lies between them can still matter.
import { nothing, type SVGTemplateResult, svg } from "lit";
import { alphaOf, betaOf, hasWindows, type Recorded } from "./data";
import { DONE, type Walk } from "./walk";

const WIDE = 400;
const MARGIN = 62; // for the two infinities
const AXIS = 34;

const ranges = new WeakMap<Recorded, [number, number] | null>();

/** The least and the largest leaf; nothing where values are no numbers. */
function rangeOf(tree: Recorded): [number, number] | null {
  const known = ranges.get(tree);
  if (known !== undefined) return known;
  let low = Infinity;
  let high = -Infinity;
  for (const node of tree.nodes) {
    if (node.kind !== "leaf" || node.text === undefined) continue;
    const value = Number(node.text);
    if (Number.isNaN(value)) {
      low = NaN;
      break;
    }
    low = Math.min(low, value, tree.mover_view ? -value : value);
    high = Math.max(high, value, tree.mover_view ? -value : value);
  }
  const found: [number, number] | null = Number.isFinite(low) ? [low, high] : null;
  ranges.set(tree, found);
  return found;
}

const end = (text: string): number => (text === "-∞" ? -Infinity : text === "+∞" ? Infinity : Number(text));

export function windowLine(walk: Walk): SVGTemplateResult | typeof nothing {
  const { tree } = walk;
  const range = rangeOf(tree);
  const step = tree.steps[walk.at];
  if (!range || !step || !hasWindows(tree)) return nothing;
  const [low, high] = range;
  const across = (value: number): number => {
    if (value === -Infinity) return 24;
    if (value === Infinity) return WIDE - 24;
    return high === low ? WIDE / 2 : MARGIN + ((value - low) / (high - low)) * (WIDE - 2 * MARGIN);
  };
  const alpha = across(end(alphaOf(step)));
  const beta = across(end(betaOf(step)));
  const closed = end(alphaOf(step)) >= end(betaOf(step));
  const seen = new Set<number>();
  if (tree.nodes.length <= 3000) {
    tree.nodes.forEach((node, id) => {
      if (node.kind === "leaf" && walk.status[id] === DONE) seen.add(Number(walk.value[id]));
    });
  }
  const words = closed
    ? `α ${alphaOf(step)} and β ${betaOf(step)}: nothing is left between them`
    : `the window from α ${alphaOf(step)} to β ${betaOf(step)}`;
  return svg`<svg class="window-line ${closed ? "closed" : ""}" viewBox="0 0 ${WIDE} 62" role="img" aria-label=${words}>
    <line class="axis" x1="6" x2=${WIDE - 6} y1=${AXIS} y2=${AXIS}></line>
    <rect class="open" x=${Math.min(alpha, beta)} y=${AXIS - 5} width=${Math.abs(beta - alpha)} height="10"></rect>
    ${[...seen].map((value) => svg`<circle class="seen" cx=${across(value)} cy=${AXIS} r="3"></circle>`)}
    <g class="end alpha" transform="translate(${alpha} ${AXIS})"><path d="M0 -12V12M0 -12h6M0 12h6"></path>
      <text y="-17" text-anchor="middle">α ${alphaOf(step)}</text></g>
    <g class="end beta" transform="translate(${beta} ${AXIS})"><path d="M0 -12V12M0 -12h-6M0 12h-6"></path>
      <text y="26" text-anchor="middle">β ${betaOf(step)}</text></g></svg>`;
}
