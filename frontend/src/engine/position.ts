// A state with the way that led there, to walk about in.
import { Raised } from "./errors";
import { namesOf } from "./names";
import type { Shape } from "./published";
import type { Rules } from "./rules";
import type { State, View } from "./sight";

/** A wish that makes no sense, in one sentence. */
export class Senseless extends Error {}

export interface Result {
  payoff: number;
  winner: number | null;
  reason: string;
  text: string;
}

export class Position {
  private known: string[] | null = null;

  constructor(
    readonly rules: Rules,
    readonly view: View,
    readonly previous: Position | null = null,
    readonly move: bigint | null = null, // that led here
  ) {}

  static start(rules: Rules, text: string | null | undefined): Position {
    const state = text ? read(rules, text) : rules.game.start.map(BigInt);
    return new Position(rules, rules.look(state));
  }

  get names(): string[] {
    if (this.result) return [];
    this.known ??= namesOf(this.rules, this.view);
    return this.known;
  }

  /** As the game itself writes it, where that is known. */
  get text(): string {
    return this.rules.teller.text(this.view.state) ?? this.numbers;
  }

  /** As any page reads it. */
  get numbers(): string {
    return written(this.rules.game.shape, this.view.state);
  }

  /** This position and all before it, backwards. */
  line(): Position[] {
    const found: Position[] = [];
    for (let here: Position | null = this; here; here = here.previous) found.push(here);
    return found;
  }

  get result(): Result | null {
    const { game } = this.rules;
    const { payoff } = this.view;
    if (payoff !== null) {
      const winner = payoff === 0 ? null : payoff > 0 ? 0 : 1;
      const by = Math.abs(payoff) > 1 ? ` by ${Math.abs(payoff)}` : "";
      const why = game.reasons[this.view.reason] ?? "";
      const text = (winner === null ? "a draw" : `${game.players[winner]} wins${by}`) + (why && `: ${why}`);
      return { payoff, winner, reason: why || "the game is over", text };
    }
    if (!game.repetition) return null;
    const times = this.line().filter((p) => p.view.home === this.view.home && p.view.check === this.view.check);
    if (times.length < game.repetition) return null;
    const reason = `the position occurred ${game.repetition} times`;
    return { payoff: 0, winner: null, reason, text: `a draw: ${reason}` };
  }

  after(move: bigint): Position {
    return new Position(this.rules, this.rules.play(this.view.state, move), this, move);
  }

  play(name: string): Position {
    const wanted = name.trim();
    const low = wanted.toLowerCase();
    let at = this.names.indexOf(wanted);
    if (at < 0) at = this.names.findIndex((n) => n.toLowerCase() === low);
    const read = at < 0 && !this.result ? this.read(wanted) : null;
    if (read !== null) at = this.view.moves.indexOf(read);
    if (at < 0) {
      const listed = this.names.slice(0, 12).join(", ") + (this.names.length > 12 ? " …" : "");
      const who = this.rules.game.players[this.view.mover];
      throw new Senseless(`Illegal move “${wanted}”: ${this.result ? this.result.text : `${who} may play ${listed}`}.`);
    }
    return this.after(this.view.moves[at]!);
  }

  /** The move that the game itself reads in a text, where that is known. */
  private read(text: string): bigint | null {
    try {
      return this.rules.teller.readMove(this.view.state, text);
    } catch (error) {
      throw sentence(error, text);
    }
  }

  nameOf(move: bigint): string {
    const own = this.known ? null : this.rules.teller.move(this.view.state, move);
    return own ?? this.names[this.view.moves.indexOf(move)] ?? String(move);
  }

  /** Moves from here on by their names. */
  namesOf(line: readonly bigint[]): string[] {
    const found: string[] = [];
    let here: Position = this;
    for (const move of line) {
      found.push(here.nameOf(move));
      here = here.after(move);
    }
    return found;
  }
}

/** A state as games write it that do not say otherwise: `(51,0)`. */
function written(shape: Shape, state: State): string {
  let at = 0;
  const write = (part: Shape): string => {
    if (part === 0) return String(state[at++]);
    const inside = part.map(write).join(",");
    return `(${inside}${part.length === 1 ? "," : ""})`;
  };
  return write(shape);
}

/** As the game itself reads it where that is known; numbers everywhere. */
function read(rules: Rules, text: string): State {
  const { shape, start, title } = rules.game;
  let why: unknown = null;
  try {
    const own = rules.teller.read(text) ?? beginning(rules, text);
    if (own) return own;
  } catch (error) {
    why = sentence(error, text);
  }
  const numbers = (text.match(/-?\d+/g) ?? []).map((n) => BigInt.asIntN(64, BigInt(n)));
  if (numbers.length === start.length && written(shape, numbers) === text.replace(/\s/g, "")) return numbers;
  if (why) throw why;
  const like = written(shape, start.map(BigInt));
  throw new Senseless(`“${text}” is not a position of ${title} here: write it like ${like}.`);
}

/** What the game itself raised, as one sentence; rules of somebody's own may say next to nothing. */
function sentence(error: unknown, text: string): unknown {
  if (!(error instanceof Raised)) return error;
  return new Senseless(error.kinds.includes("ZermeloError") ? error.message : `“${text}”: ${error.message}`);
}

/** The position that games begin with which has this text, where nothing reads texts. */
function beginning(rules: Rules, text: string): State | null {
  const { start, deals } = rules.game;
  for (const words of [start, ...(text.startsWith("(") ? [] : deals)]) {
    const state = words.map(BigInt);
    if (rules.teller.text(state) === text) return state;
  }
  return null;
}
