// Where a page's questions are answered, in the server's own words: docs/web.md describes them.
import type { Analysis, Shown } from "../types";
import { Engine } from "./engine";
import { EveryMove } from "./inquiries";
import { chosen } from "./levels";
import { RulesError } from "./machine";
import type { Caller } from "./pace";
import { Position, Senseless } from "./position";
import type { GameData, Published } from "./published";
import { Rules } from "./rules";
import { shown } from "./scenes";

const UPDATE = 1000 / 15; // ms between two analyses that are told
const MOST_HELPERS = 7;
const ANALYSIS = 30; // seconds of one for which nobody gives a limit

export interface Question {
  type: "position" | "deal" | "once" | "analyze" | "move" | "stop" | "expect";
  id?: number;
  game?: string;
  position?: string | null;
  moves?: string[];
  time?: number;
  depth?: number;
  nodes?: number;
  exact?: boolean;
  level?: number;
}

export type Answer =
  | { type: "answer"; id: number; body: unknown }
  | ({ type: "analysis"; id: number; done: boolean } & Analysis)
  | { type: "move"; id: number; game: string; position: string; move: string }
  | { type: "error"; id: number; message: string };

interface Table {
  rules: Rules;
  engine: Engine | null; // made when it is first asked
  way: { start: string | null; moves: string[]; line: Position[] }; // walked last: the next is mostly a step further
}

export class Desk {
  private readonly tables = new Map<string, Table>();
  private caller: Caller = { cancelled: false }; // who waits for an analysis, or for a move
  private busy: Promise<unknown> = Promise.resolve();
  private asked = false; // anything that is searched for

  constructor(
    private readonly published: Published,
    private readonly tell: (answer: Answer) => void,
  ) {}

  hear(question: Question): void {
    if (question.type === "stop") {
      this.caller.cancelled = true;
      return;
    }
    if (question.type === "expect") {
      this.expect(question);
      return;
    }
    const id = question.id ?? 0;
    const fail = (error: unknown): void => this.tell({ type: "error", id, message: sentence(error) });
    try {
      if (question.type === "position") this.answer(id, this.position(question));
      else if (question.type === "deal") this.answer(id, this.deal(question));
      else this.search(question.type, id, question).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  /** A search in this game may come: compile it meanwhile. Not where another is under way. */
  private expect({ game }: Question): void {
    if (this.asked || !this.published.games.some((g: GameData) => g.name === game)) return;
    try {
      this.engine(game);
    } catch {
      // who asks for a search is told
    }
  }

  private answer(id: number, body: unknown): void {
    this.tell({ type: "answer", id, body });
  }

  private position(question: Question): Shown {
    return shown(this.here(question));
  }

  private deal({ game }: Question): { position: string; probability: [number, number]; deals: number } {
    const { rules } = this.table(game);
    const { deals } = rules.game;
    const words = deals[Math.floor(Math.random() * deals.length)] ?? rules.game.start;
    const here = new Position(rules, rules.look(words.map(BigInt)));
    return { position: here.numbers, probability: [1, Math.max(1, deals.length)], deals: deals.length };
  }

  /** One after the other; a new wish calls off the one before, unless it wants a single answer. */
  private async search(kind: "analyze" | "move" | "once", id: number, question: Question): Promise<void> {
    const caller = { cancelled: false };
    this.asked = true;
    if (kind !== "once") {
      this.caller.cancelled = true;
      this.caller = caller;
    }
    const here = this.here(question);
    const before = this.busy;
    const work = before.catch(() => undefined).then(() => this.work(kind, id, question, here, caller));
    this.busy = work;
    await work;
  }

  private async work(kind: string, id: number, question: Question, here: Position, caller: Caller): Promise<void> {
    if (caller.cancelled) return;
    const engine = this.engine(question.game);
    if (here.result) {
      if (kind === "move") throw new Senseless("The game is over: there is no move to make.");
      const ended = overAnalysis(here);
      if (kind === "once") this.answer(id, ended);
      else this.tell({ type: "analysis", id, done: true, ...ended });
      return;
    }
    if (kind === "move") {
      const move = await chosen(engine, here, question.level ?? 10, caller);
      if (!caller.cancelled) this.tell({ type: "move", id, game: here.rules.game.name, position: here.text, move });
      return;
    }
    let last = 0;
    const news = (found: Analysis): void => {
      if (kind === "once" || caller.cancelled || performance.now() - last < UPDATE) return;
      last = performance.now();
      this.tell({ type: "analysis", id, done: false, ...found });
    };
    const { depth, nodes } = question;
    const limit = { depth, nodes, time: question.time ?? (depth || nodes ? null : ANALYSIS) };
    const found = await new EveryMove(engine, here, limit, question.exact ?? false, caller, news).answer();
    if (caller.cancelled) return;
    if (kind === "once") this.answer(id, found);
    else this.tell({ type: "analysis", id, done: true, ...found });
  }

  private here(question: Question): Position {
    const table = this.table(question.game);
    const [start, moves] = [question.position ?? null, question.moves ?? []];
    const { way } = table;
    const part = way.moves.findIndex((move, i) => move !== moves[i]); // where the ways part
    const line = way.start === start ? way.line.slice(0, part < 0 ? undefined : part + 1) : [];
    if (!line.length) line.push(Position.start(table.rules, start));
    for (const move of moves.slice(line.length - 1)) line.push(line.at(-1)!.play(move));
    table.way = { start, moves, line };
    return line.at(-1)!;
  }

  private table(name: string | undefined): Table {
    const found = this.tables.get(name ?? "");
    if (found) return found;
    const game = this.published.games.find((g: GameData) => g.name === name);
    if (!game) throw new Senseless(`There is no game “${name}” here.`);
    const table = {
      rules: new Rules(this.published.common, game),
      engine: null,
      way: { start: null, moves: [], line: [] },
    };
    this.tables.set(game.name, table);
    return table;
  }

  /** One engine at a time: its table is large, and the other games' are of no use by then. */
  private engine(name: string | undefined): Engine {
    const table = this.table(name);
    if (!table.engine) {
      for (const other of this.tables.values()) {
        other.engine?.close();
        other.engine = null;
      }
      table.engine = new Engine(table.rules, helpers());
    }
    return table.engine;
  }
}

/** How many threads may help. */
function helpers(): number {
  return self.crossOriginIsolated ? Math.min(MOST_HELPERS, navigator.hardwareConcurrency - 1) : 0;
}

function overAnalysis(here: Position): Analysis {
  const payoff = here.view.mover === 0 ? here.result!.payoff : -here.result!.payoff;
  return {
    game: here.rules.game.name,
    position: here.text,
    to_move: here.view.mover,
    move: null,
    value: {
      kind: payoff > 0 ? "win" : payoff < 0 ? "loss" : "draw",
      distance: payoff ? 0 : null,
      score: payoff,
      proven: true,
      bound: "exact",
      view: here.view.mover,
    },
    depth: 0,
    nodes: 0,
    seconds: 0,
    nps: 0,
    native: true,
    pv: [],
    moves: [],
  };
}

function sentence(error: unknown): string {
  if (error instanceof Senseless || error instanceof RulesError) return error.message;
  return `The engine failed: ${error instanceof Error ? error.message : String(error)}`;
}
