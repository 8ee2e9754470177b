// What a page wants of an engine: a position analysed, every move with its value; a level's move.
import type { Analysis, RankedMove, Value } from "../types";
import { inView, rank } from "../values";
import { isKnown } from "./codes";
import type { Engine } from "./engine";
import type { Caller, Limit } from "./pace";
import type { Position } from "./position";

const FIRST_OPINION = 0.1; // seconds, before anything is proven
const SHARE = 0.05; // seconds for a move to begin with, when the best is known

/** Deepen; and when the best move is known, find out about the others in what time is left. */
export async function analysed(
  engine: Engine,
  here: Position,
  limit: Limit,
  exact: boolean,
  caller: Caller,
  tell: (found: Analysis) => void,
): Promise<Analysis> {
  const end = performance.now() + 1000 * (limit.time ?? 0);
  const first = exact ? { time: Math.min(limit.time ?? 0, FIRST_OPINION) } : limit;
  let best = await engine.analyze(here, first, { allMoves: true, listen: tell, together: true, caller });
  for (let share = SHARE; !caller.cancelled && !best.moves.every((m) => isKnown(m.value)); share *= 2) {
    if (performance.now() > end || !(exact || isKnown(best.value))) break;
    for (const { move, value } of best.moves) {
      if (isKnown(value) || caller.cancelled || performance.now() > end) continue;
      const left = (end - performance.now()) / 1000;
      const found = await worthOf(engine, here, move, Math.max(0.01, Math.min(share, left)), exact, caller);
      best = learnt(best, move, found, exact);
      if (!caller.cancelled) tell(best);
    }
  }
  return best;
}

interface News {
  found: Analysis;
  value: Value; // in the view of who makes the move
}

/** Half of the time goes into a proof, which is often near when another move's was found. */
async function worthOf(
  engine: Engine,
  here: Position,
  move: string,
  time: number,
  exact: boolean,
  caller: Caller,
): Promise<News> {
  const after = here.play(move);
  let found = await engine.solve(after, { time: exact ? time : time / 2 }, caller);
  if (!isKnown(found.value) && !exact) found = await engine.analyze(after, { time: time / 2 }, { caller });
  const value = inView(found.value, here.view.mover);
  return { found, value: value.distance === null ? value : { ...value, distance: value.distance + 1 } };
}

/** The same with a move's value in its place, the best first. */
function learnt(best: Analysis, move: string, { found, value }: News, exact: boolean): Analysis {
  if (!isKnown(value) && exact) return best;
  const moves: RankedMove[] = best.moves.map((m) => (m.move === move ? { move, value } : m));
  moves.sort((a, b) => rank(b.value) - rank(a.value) || Number(b.move === best.move) - Number(a.move === best.move));
  const nodes = best.nodes + found.nodes;
  const seconds = best.seconds + found.seconds;
  const grown = { ...best, moves, nodes, seconds, nps: Math.round(nodes / seconds) };
  if (!moves.every((m) => isKnown(m.value))) return grown;
  const first = moves[0]!;
  const pv = first.move === move ? [move, ...found.pv] : first.move === best.move ? best.pv : [first.move];
  return { ...grown, value: first.value, move: first.move, pv, depth: null };
}

/** What a level plays: `play/levels.py` and `PerfectPlayer` have the recipes. */
export async function chosen(engine: Engine, here: Position, level: number, caller: Caller): Promise<string> {
  const { levels, proof } = engine.rules.common;
  const recipe = levels[level - 1];
  if (!recipe) {
    const half = { time: proof / 2 };
    const found = await engine.solve(here, half, caller);
    if (isKnown(found.value)) return found.move!;
    return (await engine.analyze(here, half, { selective: true, caller })).move!;
  }
  if (Math.random() < recipe.slips) return drawn(here.names);
  const found = await engine.analyze(here, recipe, { allMoves: recipe.lots, selective: true, caller });
  if (!recipe.lots) return found.move!;
  const best = rank(found.moves[0]!.value);
  return drawn(found.moves.filter((m) => rank(m.value) === best).map((m) => m.move));
}

function drawn<T>(things: T[]): T {
  return things[Math.floor(Math.random() * things.length)]!;
}
