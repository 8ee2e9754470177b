// Which branches are folded: a large tree opens with few, by the rule of tree/folding.py.
import { parentsOf, type Recorded, type TreeNode } from "./data";

const ALL = 3000; // nodes that are shown without folding
const FEW = 400; // … and of a larger tree, to begin with
const MORE = 5000; // at most, however much is unfolded

export class Folding {
  private folded = new Set<number>();

  constructor(private tree: Recorded) {
    if (tree.nodes.length > ALL) this.foldAtFirst();
  }

  has(id: number): boolean {
    return this.folded.has(id);
  }

  /** The children that are shown. */
  below(id: number): number[] {
    return this.folded.has(id) ? [] : (this.tree.nodes[id]!.children ?? []);
  }

  /** The chosen line first, then level by level. */
  private foldAtFirst(): void {
    const { nodes } = this.tree;
    let room = FEW - 1;
    const open = new Set<number>();
    const take = (node: TreeNode): boolean => {
      const more = node.children?.length ?? 0;
      if (!more || open.has(node.id)) return true;
      if (node.id && more > room) return false;
      open.add(node.id);
      room -= more;
      return true;
    };
    for (let node: TreeNode | undefined = nodes[0]; node && take(node); ) {
      node = node.best === undefined ? undefined : nodes[node.children?.[node.best] ?? -1];
    }
    const waiting = [0];
    for (const id of waiting) {
      // grows while it is read
      if (!take(nodes[id]!)) break;
      if (open.has(id)) waiting.push(...nodes[id]!.children!);
    }
    for (const node of nodes) if (node.children && !open.has(node.id)) this.folded.add(node.id);
  }

  /** Whether anything changed: nothing does where more would be shown than anybody can look at. */
  toggle(id: number, shown: number): boolean {
    const more = this.tree.nodes[id]!.children?.length ?? 0;
    if (!more || (this.folded.has(id) && shown + more > MORE)) return false;
    if (!this.folded.delete(id)) this.folded.add(id);
    return true;
  }

  /** As much as can be shown, level by level. */
  unfold(shown: number): void {
    let room = MORE - shown;
    const waiting = [0];
    for (const id of waiting) {
      const children = this.tree.nodes[id]!.children ?? [];
      if (this.folded.has(id)) {
        if (children.length > room) break;
        this.folded.delete(id);
        room -= children.length;
      }
      waiting.push(...children);
    }
  }

  countBelow(id: number): number {
    let found = 0;
    const waiting = [...(this.tree.nodes[id]!.children ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      found += 1;
      waiting.push(...(this.tree.nodes[next]!.children ?? []));
    }
    return found;
  }

  /** The node itself, or the folded one that hides it. */
  visible(id: number): number {
    let found = id;
    const parents = parentsOf(this.tree);
    for (let up = parents[id]!; up >= 0; up = parents[up]!) if (this.folded.has(up)) found = up;
    return found;
  }
}
