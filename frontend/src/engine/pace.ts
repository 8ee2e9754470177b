// A search in turns: compiled code cannot be interrupted, so it is allowed as many nodes as take a
// fraction of a second, and goes on by its table. Meanwhile others are heard.
import { type Searcher, Stopped, TurnOver } from "./searcher";

const FIRST_TURN = 60; // ms
const LONGEST_TURN = 250;
const FEWEST = 2000; // nodes
const PAUSE = 60; // ms without anybody being heard

let speed = 300; // nodes in a ms, as last measured

/** Whoever waits for a search may call it off. */
export interface Caller {
  cancelled: boolean;
}

export interface Limit {
  depth?: number | null;
  nodes?: number | null;
  time?: number | null; // seconds
}

export class Pace {
  readonly began = performance.now();
  private heard = this.began;
  private turn = FIRST_TURN;
  private tries = 0;

  constructor(
    private readonly searcher: Searcher,
    private readonly limit: Limit,
    private readonly caller: Caller,
  ) {}

  get seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  /** Whether this share of the time is over. */
  isOver(share = 1): boolean {
    return this.limit.time != null && this.seconds > share * this.limit.time;
  }

  /** What is searched, in as many turns as it takes; `most` nodes, and then TurnOver. `insists`:
   * whatever the time. */
  async searched<T>(search: () => T, insists = false, most: number | null = null): Promise<T> {
    const limit = most === null ? null : this.searcher.nodes + most;
    this.tries = 0;
    for (;;) {
      if (performance.now() - this.heard > PAUSE) await this.listen();
      const left = limit === null ? null : limit - this.searcher.nodes;
      if (left !== null && left <= 0) throw new TurnOver();
      const own = this.limit.time == null ? null : this.share;
      this.searcher.allow(own === null ? left : left === null ? own : Math.min(own, left));
      const before = [this.searcher.nodes, performance.now()] as const;
      try {
        return search();
      } catch (error) {
        if (!(error instanceof TurnOver)) throw error;
        this.measure(...before);
        if (limit !== null && this.searcher.nodes >= limit) throw error;
        if (this.isOver() && !insists) throw new Stopped();
        await this.listen();
        this.tries += 1;
        this.turn = Math.min(this.turn * 1.5, LONGEST_TURN * (this.tries > 8 ? 4 : 1));
      }
    }
  }

  /** The nodes for as long as it may search now; what must be found whatever the time gets more and more. */
  private get share(): number {
    const left = this.limit.time! * 1000 - (performance.now() - this.began);
    const nodes = Math.max(FEWEST, Math.round(Math.min(this.turn, left) * speed));
    return left > 0 ? nodes : nodes * 2 ** this.tries;
  }

  private measure(nodes: number, time: number): void {
    const took = performance.now() - time;
    if (took > 5) speed = (this.searcher.nodes - nodes) / took;
  }

  private async listen(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.heard = performance.now();
    if (this.caller.cancelled) throw new Stopped();
  }
}
