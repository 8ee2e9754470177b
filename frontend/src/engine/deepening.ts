// Iterative deepening, as `search/deepening.py` does it: each finished depth is a result. Of one that is interrupted a
// player takes a better move, if it was found by then.
import type { Analysis, Value } from "../types";
import { decoded, distanceOf, estimate, finished, further } from "./codes";
import { type Caller, type Limit, Pace } from "./pace";
import type { Position } from "./position";
import type { Found, Searcher } from "./searcher";
import { Stopped } from "./searcher";

const FEW_NODES = 5000; // in the last iteration: the next is still done sooner by one thread

export interface Ranked {
  move: bigint;
  code: number;
  value: Value;
}

interface Iteration extends Found {
  depth: number;
}

export interface Wanted {
  limit: Limit;
  allMoves: boolean;
  together: boolean;
  switches: number; // to begin with
  chosen: number; // for searches of many nodes
  listen?: (found: Analysis) => void;
}

export class Deepening {
  best: Analysis | null = null;
  private last: Iteration | null = null; // the last that was finished
  private kept: Iteration | null = null; // a better move of a depth that is not finished
  private finishedAt = 0; // nodes, by then
  private toldAt = 0;
  private switches: number;
  private alone = true; // what is done in no time is not worth calling others for
  private readonly pace: Pace;
  private readonly depthLimit: number;

  constructor(
    private readonly searcher: Searcher,
    private readonly here: Position,
    private readonly wanted: Wanted,
    caller: Caller,
  ) {
    const { maxPly } = searcher.rules.common;
    this.switches = wanted.switches;
    this.pace = new Pace(searcher, wanted.limit, caller);
    this.depthLimit = Math.min(maxPly - 10, wanted.limit.depth ?? maxPly);
  }

  /** Deepen until the limit, or until a deeper search could not change anything. */
  async work(): Promise<Analysis> {
    if (!(await done(() => this.deepen()))) await done(() => this.takeBetter());
    // To value all moves takes a search, too: if there is none left, it was the depth before.
    if (this.last && this.finishedAt > this.toldAt) await done(() => this.tell(this.last!));
    return this.best ?? this.withoutSearch();
  }

  private async deepen(): Promise<void> {
    const { searcher, here, wanted } = this;
    const { common } = searcher.rules;
    const nodes = wanted.limit.nodes ?? null;
    searcher.begin(here, nodes, wanted.switches, 1, true);
    const everything = wanted.listen !== undefined || wanted.allMoves || !this.selective;
    let changed = false;
    let code = 0;
    for (let depth = 1; depth <= this.depthLimit; depth++) {
      if (!changed && searcher.nodes > common.many) {
        this.switches = wanted.chosen;
        searcher.change(here, nodes, wanted.chosen);
        changed = true;
      }
      const before = searcher.nodes;
      const found = await this.iteration(depth, code);
      this.alone = searcher.nodes - before < FEW_NODES;
      code = found.code;
      this.last = { ...found, depth };
      this.kept = null;
      this.finishedAt = searcher.nodes;
      if (everything || this.finishedAt - this.toldAt > common.worthTelling) await this.tell(this.last);
      const proven = Math.abs(code) >= common.proven && !searcher.forPoints;
      const settled = found.complete || (proven && (this.selective || this.reached(code, depth)));
      if (settled || this.pace.isOver(this.takesBetter ? 1 : common.share)) return;
    }
  }

  /** Write down a finished iteration for whoever asked. Its line is read back, which searches, too. */
  private async tell(found: Iteration): Promise<void> {
    this.best = await this.analysis(found.depth, found);
    this.toldAt = this.finishedAt;
    this.wanted.listen?.(this.best);
  }

  /** Search to a depth, with a window around the last value that opens until it holds. */
  private async iteration(depth: number, last: number): Promise<Found> {
    const { common } = this.searcher.rules;
    const { infinity, proven, narrow, switches } = common;
    const wanted = switches.aspiration | switches.pruning;
    if (depth < 4 || (this.switches & wanted) !== wanted || Math.abs(last) >= proven) {
      return this.searched(this.here, depth, -infinity, infinity);
    }
    let below = narrow + Math.floor(Math.abs(last) / 8);
    let above = below;
    for (;;) {
      const low = below < proven ? last - below : -infinity;
      const high = above < proven ? last + above : infinity;
      const found = await this.searched(this.here, depth, low, high);
      if (low < found.code && found.code < high) return found;
      if (found.code <= low) {
        below *= 8;
        this.kept = null;
      } else {
        above *= 8;
        this.keep(depth, found);
      }
    }
  }

  /** Whether a better move is taken although its depth is not finished: by who plays, and ranks no others. */
  private get takesBetter(): boolean {
    return this.selective && !this.wanted.allMoves;
  }

  /** A move turned out better than the last depth's. */
  private keep(depth: number, { code, place }: Pick<Found, "code" | "place">): void {
    if (this.takesBetter && this.last && place !== this.last.place) {
      this.kept = { depth, code, place, complete: false };
    }
  }

  /** There is no time to finish a depth: what is known of its moves by now? */
  private async takeBetter(): Promise<void> {
    if (!this.last) return;
    const found = this.searcher.better((this.kept ?? this.last).place);
    if (found) this.keep(this.last.depth + 1, found);
    if (!this.kept) return;
    this.best = { ...(await this.analysis(this.kept.depth, this.kept)), depth: this.last.depth };
    this.toldAt = this.searcher.nodes;
    this.wanted.listen?.(this.best);
  }

  private searched(here: Position, depth: number, low: number, high: number): Promise<Found> {
    const together = this.wanted.together && !this.alone;
    return this.pace.searched(() => this.searcher.search(here.view.state, depth, low, high, together), !this.last);
  }

  private async analysis(depth: number, found: Found): Promise<Analysis> {
    const { view } = this.here;
    let move = this.searcher.moveAt(view, found.place, depth);
    let code = found.code;
    let complete = found.complete;
    let ranked: Ranked[] = [{ move, code, value: this.value(code, depth, complete) }];
    if (this.wanted.allMoves) {
      let whole: boolean;
      ({ ranked, whole } = await this.rankAll(depth, move));
      complete = whole || (complete && ranked[0]!.code === code);
      ({ move, code } = ranked[0]!);
    }
    return this.result(this.value(code, depth, complete), ranked, this.searcher.line(view, move, code, depth), depth);
  }

  /** Every move and its value, the best first; and whether none saw a horizon, beyond which it might be better than
   * those that did not. */
  private async rankAll(depth: number, best: bigint): Promise<{ ranked: Ranked[]; whole: boolean }> {
    const { here, searcher } = this;
    const { common } = searcher.rules;
    const ranked: Ranked[] = [];
    let whole = true;
    for (const move of here.view.moves) {
      const after = here.after(move);
      const over = after.result;
      let code: number;
      let complete = true;
      if (over) code = finished(common, over.payoff, after.view.mover);
      else {
        searcher.standAt(after);
        ({ code, complete } = await this.searched(after, depth - 1, -common.infinity, common.infinity));
      }
      if (after.view.mover !== here.view.mover) code = -code;
      code = further(common, code, 1);
      ranked.push({ move, code, value: this.value(code, depth, complete) });
      whole &&= complete;
    }
    searcher.standAt(here);
    ranked.sort((a, b) => b.code - a.code || Number(b.move === best) - Number(a.move === best));
    return { ranked, whole };
  }

  /** Whether something is left out by judgement. */
  private get selective(): boolean {
    return (this.switches & ~this.searcher.rules.common.switches.values) !== 0;
  }

  /** Whether every way to a win or loss as near as this one lies before the horizon. One that was seen by playing
   * out noise may be longer than need be. */
  private reached(code: number, depth: number): boolean {
    const { common } = this.searcher.rules;
    return !(this.switches & common.switches.quiescence) || distanceOf(common, code) <= depth + 1;
  }

  private value(code: number, depth: number, complete: boolean): Value {
    const { common } = this.searcher.rules;
    const value = decoded(common, code, this.here.view.mover, complete);
    const more = this.selective || (!complete && (this.searcher.forPoints || !this.reached(code, depth)));
    if (more && value.kind === "win") return { ...value, bound: "lower" };
    if (more && value.kind === "loss") return { ...value, bound: "upper" };
    return value;
  }

  private result(value: Value, ranked: Ranked[], line: bigint[], depth: number): Analysis {
    const moves = ranked.map(({ move, value }) => ({ move: this.here.nameOf(move), value }));
    return told(this.here, this.searcher, {
      value,
      depth,
      pv: this.here.namesOf(line),
      moves: this.wanted.allMoves ? moves : moves.slice(0, 1),
      seconds: this.pace.seconds,
    });
  }

  /** When not even one ply was finished. */
  private withoutSearch(): Analysis {
    const value = estimate(0, this.here.view.mover);
    const move = this.here.view.moves[0]!;
    return this.result(value, [{ move, code: 0, value }], [move], 0);
  }
}

/** Whether it was not stopped on its way. */
async function done(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

/** What was found, in the words of the server. */
export function told(
  here: Position,
  searcher: Searcher,
  found: Pick<Analysis, "value" | "depth" | "pv" | "moves" | "seconds">,
): Analysis {
  const { nodes } = searcher;
  return {
    game: here.rules.game.name,
    position: here.text,
    to_move: here.view.mover,
    move: found.pv[0] ?? null,
    nodes,
    nps: found.seconds > 0 ? Math.round(nodes / found.seconds) : 0,
    native: true,
    threads: searcher.threads,
    ...found,
  };
}
