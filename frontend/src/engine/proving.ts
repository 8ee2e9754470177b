// A value proven by questions that can be answered yes or no, as `search/solver.py` asks them.
import type { Analysis, Value } from "../types";
import { decoded, estimate, highest, lowest } from "./codes";
import { told } from "./deepening";
import { type Caller, type Limit, Pace } from "./pace";
import type { Position } from "./position";
import { type Searcher, Stopped, TurnOver } from "./searcher";

/** The search met a repetition or its deepest ply: no proof comes of it. */
class Unproven extends Error {}

export class Proof {
  private low: number;
  private high: number;
  private place = -1;
  private guess = 0;
  private question = 0;
  private readonly pace: Pace;
  private readonly distances: boolean;

  constructor(
    private readonly searcher: Searcher,
    private readonly here: Position,
    private readonly limit: Limit,
    caller: Caller,
  ) {
    const { common, game } = searcher.rules;
    const { mover, worst, best } = here.view;
    this.low = lowest(common, mover === 0 ? worst : -best);
    this.high = highest(common, mover === 0 ? best : -worst);
    this.distances = game.hurries;
    this.pace = new Pace(searcher, limit, caller);
  }

  /** Work within the limit: what is proven by then. */
  async work(switches: number, chosen: number): Promise<Analysis> {
    const { searcher, here } = this;
    const { common } = searcher.rules;
    const nodes = this.limit.nodes ?? null;
    searcher.begin(here, nodes, switches, this.distances ? 1 : 0);
    let changed = false;
    let line: bigint[] = [];
    try {
      for (let turn = common.firstTurn; this.low < this.high; turn *= 2) {
        if (!changed && searcher.nodes > common.many) {
          searcher.change(here, nodes, chosen);
          changed = true;
        }
        try {
          await this.ask(changed ? null : turn);
        } catch (error) {
          if (!(error instanceof TurnOver)) throw error;
        }
      }
      searcher.allow(this.limit.time == null ? null : 50_000);
      line = searcher.line(here.view, this.move, this.low, common.fullDepth);
    } catch (error) {
      if (!(error instanceof Stopped || error instanceof Unproven)) throw error;
    }
    const pv = here.namesOf(line.length ? line : [this.move]);
    const value = this.value;
    return told(here, searcher, {
      value,
      depth: null,
      pv,
      moves: [{ move: pv[0]!, value }],
      seconds: this.pace.seconds,
    });
  }

  private get move(): bigint {
    return this.searcher.moveAt(this.here.view, this.place, this.searcher.rules.common.fullDepth);
  }

  /** Ask until the answer is known; within so many nodes, and then TurnOver. */
  private async ask(nodes: number | null): Promise<void> {
    const { common } = this.searcher.rules;
    const end = nodes === null ? null : this.searcher.nodes + nodes;
    while (this.low < this.high) {
      const before = this.high;
      const atLeast = this.distances ? this.byDistance() : this.byPayoff();
      const found = await this.pace.searched(
        () => this.searcher.search(this.here.view.state, common.fullDepth, atLeast - 1, atLeast),
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

  /** Short wins and losses first; then what is left is halved. */
  private byDistance(): number {
    const { shortFirst } = this.searcher.rules.common;
    while (this.question < shortFirst.length) {
      const asked = shortFirst[this.question]!;
      if (this.low < asked && asked <= this.high) return asked;
      this.question += 1;
    }
    return Math.floor((this.low + this.high + 1) / 2);
  }

  private byPayoff(): number {
    const atLeast = this.guess === this.low ? this.guess + 1 : this.guess;
    return Math.min(Math.max(atLeast, this.low + 1), this.high);
  }

  private get value(): Value {
    const { common } = this.searcher.rules;
    const view = this.here.view.mover;
    if (this.low === this.high) return decoded(common, this.low, view, true, this.distances);
    if (this.low >= 0) return { ...decoded(common, this.low, view, true, this.distances), bound: "lower" };
    if (this.high <= 0) return { ...decoded(common, this.high, view, true, this.distances), bound: "upper" };
    return estimate(0, view);
  }
}
