// A position solved, as `search/solving.py` does it: by one proof or, where positions repeat, by two in turns.
import type { Analysis } from "../types";
import { told } from "./deepening";
import { type Caller, type Limit, Pace } from "./pace";
import type { Position } from "./position";
import { Proof, ProofByNumbers, Unproven } from "./proofs";
import { type Searcher, Stopped, TurnOver } from "./searcher";

const FOR_THE_LINE = 50_000; // nodes, where time is limited

export class Solving {
  private readonly pace: Pace;
  private readonly tried: Proof[];

  constructor(
    private readonly searcher: Searcher,
    private readonly here: Position,
    private readonly limit: Limit,
    caller: Caller,
  ) {
    const { game } = searcher.rules;
    this.tried = [new Proof(searcher, here, game.hurries)];
    if (game.prove) this.tried.push(new ProofByNumbers(searcher, here));
    this.pace = new Pace(searcher, limit, caller);
  }

  /** Work within the limit: what is proven by then. */
  async work(switches: number, chosen: number): Promise<Analysis> {
    const { searcher, here } = this;
    const { common, game } = searcher.rules;
    searcher.begin(here, this.limit.nodes ?? null, switches, game.hurries ? 1 : 0, !game.prove);
    let line: bigint[] = [];
    try {
      await this.byTurns(chosen);
      if (this.best === this.tried[0]) {
        searcher.allow(this.limit.time == null ? null : FOR_THE_LINE);
        line = searcher.line(here.view, this.move, this.best.low, common.fullDepth);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    const { value } = this.best;
    const pv = here.namesOf(line.length ? line : [this.move]);
    const moves = [{ move: pv[0]!, value }];
    return told(here, searcher, { value, depth: null, pv, moves, seconds: this.pace.seconds });
  }

  /** Each method for a while, and then for twice as long, until one has the proof. */
  private async byTurns(chosen: number): Promise<void> {
    const { searcher, here } = this;
    const { common } = searcher.rules;
    let hopeful = this.tried;
    let changed = false;
    for (let turn = common.firstTurn; hopeful.length; turn *= 2) {
      if (!changed && searcher.nodes > common.many) {
        searcher.change(here, this.limit.nodes ?? null, chosen);
        changed = true;
      }
      for (const proof of hopeful) {
        try {
          await proof.work(this.pace, hopeful.length > 1 || !changed ? turn : null);
          return;
        } catch (error) {
          if (error instanceof Unproven) hopeful = hopeful.filter((other) => other !== proof);
          else if (!(error instanceof TurnOver)) throw error;
        }
      }
    }
  }

  /** The one that knows most. */
  private get best(): Proof {
    const knows = (proof: Proof): number => (proof.proven ? 2 : 0) + (proof.value.proven ? 1 : 0);
    return this.tried.reduce((best, proof) => (knows(proof) > knows(best) ? proof : best));
  }

  private get move(): bigint {
    return this.searcher.moveAt(this.here.view, this.best.place, this.searcher.rules.common.fullDepth);
  }
}
