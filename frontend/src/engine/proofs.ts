// Values proven by questions that can be answered yes or no, as `search/solver.py` asks them.
import type { Value } from "../types";
import { decoded, estimate, finished, highest, lowest } from "./codes";
import type { Pace } from "./pace";
import type { Position } from "./position";
import type { Searcher } from "./searcher";

/** The search met a repetition or its deepest ply: no proof comes of it. */
export class Unproven extends Error {}

/** What is proven of a position so far, in the view of the player to move: low <= value <= high. */
export class Proof {
  low: number;
  high: number;
  place = -1; // of the move that guarantees `low`
  private guess = 0;
  private question = 0;

  constructor(
    protected readonly searcher: Searcher,
    protected readonly here: Position,
    protected readonly distances: boolean,
  ) {
    const { common } = searcher.rules;
    const [worst, best] = inView(here);
    this.low = lowest(common, worst);
    this.high = highest(common, best);
  }

  get proven(): boolean {
    return this.low === this.high;
  }

  /** The value, or the bound on it that is proven; an estimate of 0 if nothing is. */
  get value(): Value {
    const { common } = this.searcher.rules;
    const view = this.here.view.mover;
    if (this.proven) return decoded(common, this.low, view, true, this.distances);
    if (this.low >= 0) return { ...decoded(common, this.low, view, true, this.distances), bound: "lower" };
    if (this.high <= 0) return { ...decoded(common, this.high, view, true, this.distances), bound: "upper" };
    return estimate(0, view);
  }

  /** Ask until the answer is known; within so many nodes, and then TurnOver. */
  async work(pace: Pace, nodes: number | null): Promise<void> {
    const { common } = this.searcher.rules;
    const end = nodes === null ? null : this.searcher.nodes + nodes;
    this.question = 0;
    while (this.low < this.high) {
      const before = this.high;
      const atLeast = this.distances ? this.byDistance() : this.byPayoff();
      const found = await pace.searched(
        () => this.searcher.search(this.here.view.state, common.fullDepth, atLeast - 1, atLeast, true),
        false,
        end === null ? null : end - this.searcher.nodes,
      );
      const yes = found.code >= atLeast;
      if (!found.complete && !(yes ? found.code >= common.proven : found.code <= -common.proven)) throw new Unproven();
      if (yes) {
        this.low = Math.max(this.low, found.code);
        this.place = found.place;
      } else {
        this.high = Math.min(this.high, found.code);
        if (this.place < 0) this.place = found.place;
      }
      this.guess = this.high < before ? this.high : this.low;
    }
  }

  /** Short wins and losses first; then whether there is more than was found; then what is left is halved. */
  private byDistance(): number {
    const { shortFirst } = this.searcher.rules.common;
    while (this.question < shortFirst.length) {
      const asked = shortFirst[this.question++]!;
      if (this.low < asked && asked <= this.high) return asked;
    }
    if (this.question++ > shortFirst.length) return Math.floor((this.low + this.high + 1) / 2);
    return this.low > 0 ? this.low + 1 : this.high;
  }

  private byPayoff(): number {
    const atLeast = this.guess === this.low ? this.guess + 1 : this.guess;
    return Math.min(Math.max(atLeast, this.low + 1), this.high);
  }
}

/** The same by proof-number search: payoffs without distances, repetitions included. */
export class ProofByNumbers extends Proof {
  private worst: number;
  private best: number;

  constructor(searcher: Searcher, here: Position) {
    super(searcher, here, false);
    [this.worst, this.best] = inView(here);
    this.closeIn();
  }

  override async work(pace: Pace, nodes: number | null): Promise<void> {
    const end = nodes === null ? null : this.searcher.nodes + nodes;
    const { state, mover } = this.here.view;
    for (const atLeast of this.questions()) {
      const found = await pace.searched(
        () => this.searcher.prove(state, mover, atLeast),
        false,
        end === null ? null : end - this.searcher.nodes,
      );
      if (!found) throw new Unproven();
      if (found.yes) {
        this.place = found.place;
        this.worst = atLeast;
      } else this.best = atLeast - 1;
      this.closeIn();
    }
  }

  /** A win? A draw? Then more in steps that double, as most payoffs are small; at last halves of what is left. */
  private *questions(): Generator<number> {
    for (const payoff of [1, 0]) if (this.worst < payoff && payoff <= this.best) yield payoff;
    for (let step = 1; this.worst < this.best; step *= 2) {
      const won = this.worst >= 1;
      const atLeast = won ? this.worst + step : this.best - step + 1;
      if (!(this.worst < atLeast && atLeast <= this.best)) break;
      yield atLeast;
      if (this.best < atLeast === won) break;
    }
    while (this.worst < this.best) yield Math.floor((this.worst + this.best + 1) / 2);
  }

  private closeIn(): void {
    const { common } = this.searcher.rules;
    this.low = finished(common, this.worst, 0);
    this.high = finished(common, this.best, 0);
  }
}

/** What can still come to the player to move. */
function inView({ view }: Position): [worst: number, best: number] {
  return view.mover === 0 ? [view.worst, view.best] : [-view.best, -view.worst];
}
