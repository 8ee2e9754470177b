// A large drawing has more nodes than a browser can paint at every step: only those in sight, and a
// little around them, are on the page.

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Placed extends Box {
  element: SVGElement;
}

const FEW = 120; // that many are always there

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export class Crowd {
  private around: Box | null = null;

  constructor(
    private nodeLayer: SVGElement,
    private edgeLayer: SVGElement,
    private nodes: Placed[],
    private edges: Placed[],
  ) {}

  /** Put on the page what meets this window; whether anything was put or taken away. */
  seen(window: Box): boolean {
    const { around } = this;
    const all = this.nodes.length <= FEW;
    const inside =
      around &&
      around.left <= window.left &&
      window.right <= around.right &&
      around.top <= window.top &&
      window.bottom <= around.bottom;
    if (inside && (all || around.right - around.left < 4 * (window.right - window.left))) return false;
    const wide = (window.right - window.left) * 0.6;
    const high = (window.bottom - window.top) * 0.6;
    const box = all
      ? { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
      : { left: window.left - wide, right: window.right + wide, top: window.top - high, bottom: window.bottom + high };
    this.around = box;
    this.nodeLayer.replaceChildren(...this.nodes.filter((node) => meets(node, box)).map((node) => node.element));
    this.edgeLayer.replaceChildren(...this.edges.filter((edge) => meets(edge, box)).map((edge) => edge.element));
    return true;
  }
}
