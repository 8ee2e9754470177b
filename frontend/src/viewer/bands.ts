// A pale band and the player's name at each level where only one is to move.
import { byHand, type Recorded, roleOf } from "./data";
import { make, textWidth } from "./glyphs";
import type { Layout } from "./layout";

export interface Bands {
  bands: SVGElement[];
  names: SVGElement[]; // they stay in sight, wherever one looks
  gutter: number; // the room that they need at the left
}

export function bandsOf(tree: Recorded, shown: number[], depth: Int32Array, layout: Layout, bottoms: number[]): Bands {
  const roles: (Set<string> | undefined)[] = [];
  const kinds: string[] = [];
  for (const id of shown) {
    const node = tree.nodes[id]!;
    if (node.kind === "leaf" || (node.why === "pruned" && !byHand(tree))) continue;
    roles[depth[id]!] ??= new Set();
    roles[depth[id]!]!.add(roleOf(tree, node));
    kinds[depth[id]!] = node.kind;
  }
  const found: Bands = { bands: [], names: [], gutter: 0 };
  roles.forEach((players, level) => {
    if (players?.size !== 1) return;
    const [role] = players;
    const top = layout.levels[level]!;
    const high = bottoms[level]! - top;
    found.gutter = Math.max(found.gutter, textWidth(role!, 13) + 18);
    found.bands.push(
      make("rect", {
        class: `zt-band zt-band-${kinds[level]}`,
        x: -20000,
        y: top - 7,
        width: layout.width + 40000,
        height: high + 14,
      }),
    );
    found.names.push(
      make("text", { class: `zt-level zt-role-${kinds[level]}`, y: top + high / 2 + 5, "font-size": 13 }, role),
    );
  });
  return found;
}
