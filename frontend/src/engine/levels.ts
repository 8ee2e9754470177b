// What a level plays: `play/levels.py` has the recipes.
import { rank } from "../values";
import type { Engine } from "./engine";
import { provenMove } from "./inquiries";
import type { Caller } from "./pace";
import type { Position } from "./position";

/** The move of a level from 1 to 10; of perfect play beyond them. */
export async function chosen(engine: Engine, here: Position, level: number, caller: Caller): Promise<string> {
  const { levels, proof } = engine.rules.common;
  const recipe = levels[level - 1];
  if (!recipe) return (await provenMove(engine, here, proof, caller)).move!;
  if (Math.random() < recipe.slips) return drawn(here.names);
  const found = await engine.analyze(here, recipe, { allMoves: recipe.lots, selective: true, caller });
  if (!recipe.lots) return found.move!;
  const best = rank(found.moves[0]!.value);
  return drawn(found.moves.filter((m) => rank(m.value) === best).map((m) => m.move));
}

function drawn<T>(things: T[]): T {
  return things[Math.floor(Math.random() * things.length)]!;
}
