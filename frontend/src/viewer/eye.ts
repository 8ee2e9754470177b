// Where a drawing is looked at from: dragged, pinched, zoomed by wheel.

interface Extent {
  width: number;
  height: number;
  gutter: number;
}

export class Eye {
  moved = false; // by the pointer, since it went down
  private x = 0;
  private y = 0;
  private scale = 1;
  private box: DOMRect | null = null;

  constructor(
    private svg: SVGSVGElement,
    private view: SVGGElement,
    private changed: () => void,
  ) {
    this.listen();
  }

  /** Forget how large the window is. */
  resized(): void {
    this.box = null;
  }

  private get room(): { width: number; height: number } {
    this.box ??= this.svg.getBoundingClientRect();
    return this.box;
  }

  fit({ width, height, gutter }: Extent): void {
    this.resized();
    const { room } = this;
    if (!room.width || !room.height) return; // not on the page as yet
    const scale = Math.min(room.width / (width + gutter + 40), room.height / (height + 40), 1.6);
    const x = (room.width - (width + gutter) * scale) / 2 + gutter * scale;
    this.look(x, Math.max((room.height - height * scale) / 2, 16 * scale), scale);
  }

  /** At first: all of it, or the top of a tree that would be too small to read. */
  begin(extent: Extent, rootX: number): void {
    this.fit(extent);
    if (this.scale > 0.4) return;
    this.look(this.room.width / 2 - rootX * 0.75, 24, 0.75);
  }

  look(x: number, y: number, scale: number): void {
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.view.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.svg.classList.toggle("is-far", scale < 0.25); // too small to read
    this.changed();
  }

  /** What is in sight, in the drawing's own measure. */
  window(): { left: number; right: number; top: number; bottom: number } {
    const { room } = this;
    return {
      left: -this.x / this.scale,
      right: (room.width - this.x) / this.scale,
      top: -this.y / this.scale,
      bottom: (room.height - this.y) / this.scale,
    };
  }

  /** Where names of levels stand so that they stay in sight. */
  left(gutter: number): number {
    return Math.max(-gutter, (10 - this.x) / this.scale);
  }

  zoom(factor: number, clientX?: number, clientY?: number): void {
    const box = this.svg.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(Math.max(this.scale * factor, 0.05), 8);
    const by = scale / this.scale;
    this.look(px - (px - this.x) * by, py - (py - this.y) * by, scale);
  }

  /** Move by so much in the drawing's own measure. */
  shift(dx: number, dy: number): void {
    this.look(this.x + dx * this.scale, this.y + dy * this.scale, this.scale);
  }

  /** Bring something into sight, and move nothing if it is. */
  follow(atX: number, atY: number, width: number, height: number): void {
    const { room } = this;
    const x = this.x + atX * this.scale;
    const y = this.y + atY * this.scale;
    const half = (width / 2) * this.scale + 20;
    const right = Math.min(130, room.width / 3); // for the window beside it
    const high = Math.min((height / 2) * this.scale + 20, room.height / 2);
    const dx = x < half ? half - x : Math.min(room.width - half - right - x, 0);
    const dy = y < high ? high - y : Math.min(room.height - high - y, 0);
    if (dx || dy) this.look(this.x + (dx && dx + Math.sign(dx) * room.width * 0.2), this.y + dy, this.scale);
  }

  private listen(): void {
    const { svg } = this;
    const fingers = new Map<number, PointerEvent>();
    svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      this.moved = false;
    });
    svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const dx = event.clientX - before.clientX;
      const dy = event.clientY - before.clientY;
      if (!this.moved && Math.hypot(dx, dy) < 4) return;
      if (!this.moved) svg.setPointerCapture(event.pointerId);
      this.moved = true;
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      if (other) {
        const far = (f: PointerEvent): number => Math.hypot(f.clientX - other.clientX, f.clientY - other.clientY);
        this.zoom(far(event) / Math.max(far(before), 1), other.clientX, other.clientY);
      } else this.look(this.x + dx, this.y + dy, this.scale);
      fingers.set(event.pointerId, event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    svg.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !document.body.classList.contains("alone")) return; // the page scrolls
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }
}
