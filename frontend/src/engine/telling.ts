// A game's own texts: what `publish/scripts.py` translated, asked here, and held against texts of the game's own first.
import * as builtins from "./builtins";
import * as errors from "./errors";
import { attribute, method } from "./methods";
import * as patterns from "./patterns";
import * as portable from "./portable";
import type { Kind, Value } from "./python";
import * as python from "./python";
import type { Sight, State, View } from "./sight";

type Shape = 0 | [kind: Kind | null, ...Shape[]];

interface Script {
  text?: (state: Value) => Value;
  move_text?: (state: Value, move: bigint) => Value;
  parse?: (text: string) => Value;
  parse_move?: (state: Value, text: string) => Value;
  shape: Shape;
}

const MEANINGS = { ...python, ...builtins, ...errors, attribute, method, portable, re: patterns };

type Scripts = Record<string, (meanings: typeof MEANINGS, rules: Record<string, unknown>) => Script>;

export class Teller {
  private readonly script: Script | null;
  private trusted: boolean | null = null; // whether it reads positions; null: nobody has asked yet
  private last: { state: State; shaped: Value } | null = null; // many texts are of moves in the same position

  constructor(private readonly rules: Sight) {
    const scripts = (globalThis as { scripts?: Scripts }).scripts ?? {};
    const { name, samples } = rules.game;
    this.script = null;
    try {
      this.script = scripts[name]?.(MEANINGS, this.asked()) ?? null;
      for (const [words, move, text] of samples) {
        const state = words.map(BigInt);
        const told = move === null ? this.text(state) : this.move(state, BigInt(move));
        if (told !== text && (move === null ? this.script?.text : this.script?.move_text))
          throw new errors.Untold(`${told}, and not ${text}`);
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

  /** The position that its game reads in a text, null if nothing here reads positions; what it raises is thrown. */
  read(text: string): State | null {
    const { script } = this;
    if (!script?.parse || !this.trusts()) return null;
    const found = this.answered(() => script.parse!(text));
    return found === null ? null : flat(found);
  }

  /** A move likewise. */
  readMove(state: State, text: string): bigint | null {
    const { script } = this;
    const found = script?.parse_move ? this.answered(() => script.parse_move!(this.shaped(state), text)) : null;
    return typeof found === "bigint" ? found : null;
  }

  /** Whether it reads the texts that came with it as the game does. */
  private trusts(): boolean {
    this.trusted ??= this.rules.game.samples.every(([words, move, text]) => {
      if (move !== null) return true;
      try {
        const read = this.answered(() => this.script!.parse!(text));
        return read !== null && flat(read).join() === words.join();
      } catch {
        return false;
      }
    });
    return this.trusted;
  }

  private told(write: () => Value): string | null {
    try {
      const found = this.answered(write);
      return typeof found === "string" ? found : null;
    } catch (error) {
      if (error instanceof errors.Raised) return null;
      throw error;
    }
  }

  /** Null if it asks for something that is missing here. */
  private answered(ask: () => Value): Value {
    python.begin();
    try {
      return ask();
    } catch (error) {
      if (error instanceof errors.Untold || error instanceof TypeError || error instanceof ReferenceError) return null;
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
      return view.payoff === null ? view.moves : errors.fail("moves of a finished game");
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
        return view.noisy[view.moves.indexOf(move)] ?? errors.fail("no such move");
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
