// A tidy tree, as in tree/layout.py, of the nodes that are shown: tests hold the two together.

export interface Size {
  width: number;
  height: number;
}

export interface Layout {
  x: Map<number, number>;
  levels: number[]; // where each level begins
  width: number;
  height: number;
}

type Outline = [number, number][]; // leftmost and rightmost of each level, from the root down

/** Each subtree as far left as those before it allow. */
function packed(outlines: Outline[], gap: number): number[] {
  const places: number[] = [];
  const taken: number[] = [];
  for (const outline of outlines) {
    let x = taken.length ? -Infinity : 0;
    for (let level = 0; level < Math.min(taken.length, outline.length); level++) {
      x = Math.max(x, taken[level]! + gap - outline[level]![0]);
    }
    places.push(x);
    outline.forEach((side, level) => {
      taken[level] = x + side[1];
    });
  }
  return places;
}

function spread(outlines: Outline[], gap: number): number[] {
  if (outlines.length < 2) return outlines.map(() => 0);
  const left = packed(outlines, gap);
  const mirrored = outlines.map((o): Outline => o.map(([l, r]) => [-r, -l])).reverse();
  const right = packed(mirrored, gap)
    .map((x) => -x)
    .reverse();
  const shift = left[left.length - 1]! - right[right.length - 1]!;
  const middle = left.map((x, i) => (x + right[i]! + shift) / 2);
  const centre = (middle[0]! + middle[middle.length - 1]!) / 2;
  return middle.map((x) => x - centre);
}

function joined(outlines: Outline[], shifts: number[]): Outline {
  const found: Outline = [];
  outlines.forEach((outline, i) => {
    outline.forEach(([l, r], level) => {
      const here = found[level];
      const [left, right] = [l + shifts[i]!, r + shifts[i]!];
      if (here) found[level] = [Math.min(here[0], left), Math.max(here[1], right)];
      else found[level] = [left, right];
    });
  });
  return found;
}

/** Place the nodes below and with `root`; `shown` are all of them, parents first. */
export function layOut(
  shown: number[],
  below: (id: number) => number[],
  depth: (id: number) => number,
  size: (id: number) => Size,
  gap: number,
  levelGap: number,
): Layout {
  const offsets = new Map<number, number>();
  const outlines = new Map<number, Outline>();
  for (const id of [...shown].reverse()) {
    const children = below(id);
    const hanging = children.map((child) => outlines.get(child)!);
    const shifts = spread(hanging, gap);
    children.forEach((child, i) => {
      offsets.set(child, shifts[i]!);
      outlines.delete(child);
    });
    const half = size(id).width / 2;
    outlines.set(id, [[-half, half], ...joined(hanging, shifts)]);
  }
  const outline = outlines.get(shown[0]!)!;
  const left = Math.min(...outline.map(([l]) => l));
  const right = Math.max(...outline.map(([, r]) => r));
  const x = new Map<number, number>([[shown[0]!, -left]]);
  const heights: number[] = [];
  for (const id of shown) {
    for (const child of below(id)) x.set(child, x.get(id)! + offsets.get(child)!);
    heights[depth(id)] = Math.max(heights[depth(id)] ?? 0, size(id).height);
  }
  const levels: number[] = [];
  let y = 0;
  for (const height of heights) {
    levels.push(y);
    y += height + levelGap;
  }
  return { x, levels, width: right - left, height: y - levelGap };
}
