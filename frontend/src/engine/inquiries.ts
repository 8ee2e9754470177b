// What people want to know of a position, as `search/inquiries.py` finds it out: every move's value; a
// proven move.
import type { Analysis, RankedMove, Value } from "../types";
import { inView, rank } from "../values";
import { isKnown } from "./codes";
import type { Engine } from "./engine";
import type { Caller, Limit } from "./pace";
import type { Position } from "./position";

const SHORTEST = 0.01; // seconds that are worth beginning anything with

/** Opinions that deepen until the best move is proven; then each of the others for a share of the time,
 * which doubles when all have had it. `exact`: proofs only, but for a first opinion. */
export class EveryMove {
  private best: Analysis | null = null;
  private readonly end: number;
  private taken = 0; // nodes, by single moves
  private readonly depths = new Map<string, number>(); // how deep single moves were searched
  private readonly lines = new Map<string, string[]>(); // … and what follows them

  constructor(
    private readonly engine: Engine,
    private readonly here: Position,
    private readonly limit: Limit,
    private readonly exact: boolean,
    private readonly caller: Caller,
    private readonly tell: (found: Analysis) => void,
  ) {
    this.end = limit.time == null ? Number.POSITIVE_INFINITY : performance.now() + 1000 * limit.time;
  }

  async answer(): Promise<Analysis> {
    const { firstOpinion, firstShare } = this.engine.rules.common;
    const { depth, nodes } = this.limit;
    let best = await this.deepened(this.exact ? { time: Math.min(this.left, firstOpinion) } : this.limit);
    for (let opinion = 2 * firstOpinion; this.exact && !this.areAllThere(best) && this.goesOn; opinion *= 2) {
      best = await this.deepened({ time: Math.min(this.left, opinion) });
    }
    this.best = best;
    const limited = depth != null || nodes != null;
    if (!this.exact && (limited || !isKnown(best.value))) return best;
    for (let share = firstShare; this.goesOn && !areKnown(this.best.moves); share *= 2) {
      for (const { move, value } of this.best.moves) {
        if (!isKnown(value) && this.goesOn) await this.lookAt(move, Math.max(SHORTEST, Math.min(share, this.left)));
      }
    }
    return this.best;
  }

  private deepened(limit: Limit): Promise<Analysis> {
    const { caller, tell } = this;
    return this.engine.analyze(this.here, limit, { allMoves: true, listen: tell, together: true, caller });
  }

  private get left(): number {
    return (this.end - performance.now()) / 1000;
  }

  private get goesOn(): boolean {
    return !this.caller.cancelled && this.left > SHORTEST && this.nodesLeft !== 0;
  }

  private get nodesLeft(): number | null {
    return this.limit.nodes == null ? null : Math.max(0, this.limit.nodes - this.taken);
  }

  /** Whether every move was looked at. */
  private areAllThere(found: Analysis): boolean {
    return found.moves.length >= this.here.view.moves.length;
  }

  /** Half of the time goes into a proof, which is often near when another move's was found. */
  private async lookAt(move: string, time: number): Promise<void> {
    const { engine, exact, caller } = this;
    const after = this.here.play(move);
    const nodes = this.nodesLeft;
    let found = await engine.solve(after, { time: exact ? time : time / 2, nodes }, caller);
    this.taken += Math.max(1, found.nodes); // who gives up at once is not asked for ever
    if (!isKnown(found.value) && !exact) found = await engine.analyze(after, { time: time / 2 }, { caller });
    const value = inView(found.value, this.here.view.mover);
    const deeper = !exact && (found.depth ?? 0) > (this.depths.get(move) ?? 0);
    if (!isKnown(value) && !deeper) return;
    this.depths.set(move, found.depth ?? 0);
    this.lines.set(move, [move, ...found.pv]);
    this.learn(move, value.distance === null ? value : { ...value, distance: value.distance + 1 }, found);
  }

  /** Put a move's value in its place, the best first. */
  private learn(move: string, value: Value, found: Analysis): void {
    const best = this.best!;
    const moves: RankedMove[] = [...best.moves.filter((m) => m.move !== move), { move, value }];
    moves.sort((a, b) => rank(b.value) - rank(a.value) || Number(b.move === best.move) - Number(a.move === best.move));
    const nodes = best.nodes + found.nodes;
    const seconds = best.seconds + found.seconds;
    this.best = { ...best, moves, nodes, seconds, nps: Math.round(nodes / seconds) };
    if (areKnown(moves)) {
      const first = moves[0]!;
      const pv = this.lines.get(first.move) ?? (first.move === best.move ? best.pv : [first.move]);
      Object.assign(this.best, { value: first.value, move: first.move, pv, depth: null });
    }
    if (!this.caller.cancelled) this.tell(this.best);
  }
}

/** A move that is proven to be the best; failing that in half of the time, a searched one. */
export async function provenMove(engine: Engine, here: Position, seconds: number, caller: Caller): Promise<Analysis> {
  const began = performance.now();
  const found = await engine.solve(here, { time: seconds / 2 }, caller);
  if (isKnown(found.value)) return found;
  const left = seconds - (performance.now() - began) / 1000;
  return engine.analyze(here, { time: left }, { selective: true, caller });
}

function areKnown(moves: readonly RankedMove[]): boolean {
  return moves.every((move) => isKnown(move.value));
}
