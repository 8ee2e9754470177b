// A game's own texts: what `publish/scripts.py` translated, asked here, and held against texts of the game's own first.
import * as builtins from "./builtins";
import { attribute, method } from "./methods";
import * as portable from "./portable";
import type { Kind, Value } from "./python";
import * as python from "./python";
import type { Rules, State, View } from "./rules";

type Shape = 0 | [kind: Kind | null, ...Shape[]];

interface Script {
  text?: (state: Value) => Value;
  move_text?: (state: Value, move: bigint) => Value;
  shape: Shape;
}

const MEANINGS = { ...python, ...builtins, attribute, method, portable };

type Scripts = Record<string, (meanings: typeof MEANINGS, rules: Record<string, unknown>) => Script>;

export class Teller {
  private readonly script: Script | null;
  private last: { state: State; shaped: Value } | null = null; // many texts are of moves in the same position

  constructor(private readonly rules: Rules) {
    const scripts = (globalThis as { scripts?: Scripts }).scripts ?? {};
    const { name, samples } = rules.game;
    this.script = null;
    try {
      this.script = scripts[name]?.(MEANINGS, this.asked()) ?? null;
      for (const [words, move, text] of samples) {
        const state = words.map(BigInt);
        const told = move === null ? this.text(state) : this.move(state, BigInt(move));
        if (told !== text) throw new python.Untold(`${told}, and not ${text}`);
      }
    } catch {
      this.script = null; // the page calls things by what it knows then
    }
  }

  /** A position as its game writes it; null if that is not known here. */
  text(state: State): string | null {
    const { script } = this;
    return script?.text ? this.told(() => script.text!(this.shaped(state))) : null;
  }

  /** A move likewise. */
  move(state: State, move: bigint): string | null {
    const { script } = this;
    return script?.move_text ? this.told(() => script.move_text!(this.shaped(state), move)) : null;
  }

  private told(write: () => Value): string | null {
    python.begin();
    try {
      const found = write();
      return typeof found === "string" ? found : null;
    } catch (error) {
      if (error instanceof python.Untold || error instanceof TypeError || error instanceof ReferenceError) return null;
      throw error;
    }
  }

  /** What compiled rules answer. */
  private asked(): Record<string, unknown> {
    const { rules } = this;
    let known: { state: Value; view: View } | null = null;
    const look = (state: Value): View => {
      if (known === null || known.state !== state) known = { state, view: rules.look(flat(state)) };
      return known.view;
    };
    const moves = (state: Value) => {
      const view = look(state);
      return view.payoff === null ? view.moves : python.fail("moves of a finished game");
    };
    return {
      initial: () => this.shaped(rules.game.start.map(BigInt)),
      moves,
      listed_moves: moves,
      legal_moves: (state: Value) => look(state).moves,
      play: (state: Value, move: bigint) => this.shaped(rules.play(flat(state), move).state),
      to_move: (state: Value) => BigInt(look(state).mover),
      outcome: (state: Value) => {
        const { payoff } = look(state);
        return payoff === null ? null : BigInt(payoff);
      },
      noisy: (state: Value, move: bigint) => {
        const view = look(state);
        return view.noisy[view.moves.indexOf(move)] ?? python.fail("no such move");
      },
    };
  }

  private shaped(state: State): Value {
    if (this.last?.state === state) return this.last.shaped;
    let at = 0;
    const shape = (part: Shape): Value => {
      if (part === 0) return state[at++]!;
      const [kind, ...inside] = part;
      const items = inside.map(shape);
      return kind === null ? items : python.named(kind, items);
    };
    const shaped = shape(this.script!.shape);
    this.last = { state, shaped };
    return shaped;
  }
}

function flat(state: Value): State {
  return Array.isArray(state) ? state.flatMap(flat) : [python.int(state)];
}
