// Orders to the compiled search: a position made ready, windows searched, lines read back. What
// `search/searcher.py` does with one thread and without databases, step by step the same, so that
// it finds the same with the same nodes.
import { nearer } from "./codes";
import { Crew } from "./crew";
import { hashOf, type Key } from "./hashes";
import { type Block, Machine } from "./machine";
import type { Position } from "./position";
import type { Rules } from "./rules";
import type { State, View } from "./sight";

const SEARCH = 0;
const LOOK_UP = 3;
const NOWHERE = -1;
const SHARED_PLIES = 8;
const AGES = 15;
const LONGEST_LINE = 100;
const UNLIMITED = 2 ** 62;

/** What may be searched is searched; the search is void. */
export class Stopped extends Error {}

/** The nodes that were allowed for now are spent: it may go on. */
export class TurnOver extends Error {}

export interface Found {
  code: number;
  place: number; // of the best move in the list that the search looked at
  complete: boolean; // no horizon was seen
}

/** Take nothing from one search to the next. */
function forget(block: Block): void {
  block.fill("counters", -1n);
  for (const name of ["lately", "pairs"]) block.fill(name, 0n);
}

export class Searcher {
  private readonly machine: Machine | Crew;
  private prover: Machine | null = null; // by proof numbers, when it is first asked for
  private readonly team: Block[]; // memories of those who search together
  private blocks: Block[]; // and all others
  private flags = 0;
  private salt = 0n;
  private step = 1;
  private age = 0;
  private limit = UNLIMITED;
  private growing = false;
  private fresh = true;
  forPoints = true;

  /** `helpers`: how many more threads search what takes a while. */
  constructor(
    readonly rules: Rules,
    helpers = 0,
  ) {
    const { common, game } = rules;
    const sizes = [common.memoryWords, common.tableWords + 8 * (common.tableBuckets + common.opinions)] as const;
    this.machine = helpers
      ? new Crew(game.search, common.memory, ...sizes, helpers)
      : new Machine(game.search, common.memory, [...sizes]);
    this.team = this.machine instanceof Crew ? [this.machine, ...this.machine.helpers] : [this.machine];
    this.blocks = this.team;
    for (const block of this.blocks) this.lend(block);
  }

  /** Make proof numbers ready, where positions repeat; before a search begins. */
  learnToProve(): void {
    const { common, game } = this.rules;
    if (this.prover || !game.prove) return;
    const sizes = [common.memoryWords, common.tableWords + 8 * (common.tableBuckets + common.opinions)];
    this.prover = new Machine(game.prove, common.memory, sizes);
    this.lend(this.prover);
    this.blocks = [...this.team, this.prover];
  }

  /** What was learnt of the game before it was published. */
  private lend(block: Block): void {
    const { game } = this.rules;
    block.setFloats("weights", game.weights);
    game.margins.forEach((word, i) => {
      block.words[block.at("margins") + i] = BigInt(word);
    });
    forget(block);
    block.set("skipping", game.skipping);
    block.set("decline", game.decline);
  }

  /** Let the threads go home. */
  close(): void {
    if (this.machine instanceof Crew) this.machine.close();
  }

  /** How many search together. */
  get threads(): number {
    return this.machine instanceof Crew && this.machine.ready ? this.team.length : 1;
  }

  get nodes(): number {
    return this.blocks.reduce((sum, block) => sum + block.get("nodes"), 0);
  }

  get deepest(): number {
    return this.machine.get("deepest");
  }

  /** A new search from a position: nothing counted, nothing known but the table, and in play how
   * moves fared. `growing`: it has more of the table the longer it takes, and begins with all of it
   * that was ever written to, or with a small part; several threads begin with the whole. */
  begin(here: Position, nodes: number | null, switches: number, step = 1, growing = false): void {
    const { common, game } = this.rules;
    const { worst, best, payoff } = here.view;
    this.step = step;
    this.growing = growing;
    this.age = (this.age % AGES) + 1;
    this.forPoints = payoff === null && (worst < -1 || best > 1);
    this.flags = switches & game.useful;
    const all = BigInt(this.flags) | (this.forPoints ? BigInt(common.forPoints) : 0n);
    this.salt = hashOf([all, BigInt(step)]);
    this.limit = nodes ?? UNLIMITED;
    let part = common.tableBuckets;
    if (growing && this.team.length === 1) {
      const before = this.fresh ? 0 : this.machine.get("buckets");
      part = Math.min(part, Math.max(common.fewBuckets, before));
    }
    this.fresh = false;
    for (const block of this.blocks) this.makeReady(block, part);
    this.allow(null);
    this.standAt(here);
  }

  private makeReady(machine: Block, buckets: number): void {
    const { common } = this.rules;
    const use = machine.at("use");
    for (const [place, bit] of common.techniques) machine.words[use + place] = this.flags & bit ? 1n : 0n;
    machine.set("for_points", this.forPoints ? 1 : 0);
    machine.set("step", this.step);
    machine.set("age", this.age);
    machine.set("buckets", buckets);
    machine.set("most_buckets", common.tableBuckets);
    machine.set("opinions", common.opinions);
    machine.set("before", 0);
    machine.set("threads", this.team.includes(machine) ? this.team.length : 1);
    machine.set("shared_plies", SHARED_PLIES);
    for (const name of ["nodes", "deepest", "hits", "looked", "looked_hits", "overflow"]) machine.set(name, 0);
    machine.fill("killers", -1n);
    for (const name of ["history", "looks"]) machine.fill(name, 0n);
    if (!(this.flags & common.switches.followUps)) forget(machine);
  }

  /** Go on with other techniques. */
  change(here: Position, nodes: number | null, switches: number): void {
    const counted = ["nodes", "deepest", "hits"];
    const known = this.blocks.map((block) => counted.map((name) => block.get(name)));
    this.begin(here, nodes, switches, this.step, this.growing);
    this.blocks.forEach((block, i) => {
      counted.forEach((name, n) => block.set(name, known[i]![n]!));
    });
  }

  /** Let what comes next have so many nodes, and then throw TurnOver; null: until the limit. */
  allow(nodes: number | null): void {
    const all = this.nodes;
    const left = Math.min(this.limit - all, nodes ?? UNLIMITED);
    for (const block of this.blocks) block.set("node_limit", block.get("nodes") + left);
  }

  /** Write down the positions before this one, which it would be a draw to repeat. */
  standAt(here: Position): void {
    const { common, game } = this.rules;
    let marks: [bigint, bigint][] = [];
    if (game.repetition) {
      const recent = here.line().slice(1, 1 + here.view.back);
      marks = recent.map((p): [bigint, bigint] => [p.view.home, p.view.check]).reverse();
    }
    const times = new Map<string, { mark: [bigint, bigint]; count: number }>();
    for (const mark of marks) {
      const seen = times.get(mark.join()) ?? { mark, count: 0 };
      seen.count += 1;
      times.set(mark.join(), seen);
    }
    const closed = [...times.values()].filter(({ count }) => count + 1 >= game.repetition).map(({ mark }) => mark);
    closed.sort((a, b) => (a[0] !== b[0] ? (a[0] < b[0] ? -1 : 1) : a[1] < b[1] ? -1 : 1));
    marks = marks.slice(-(common.pathPlaces - common.maxPly));
    const { symmetry } = common.switches;
    const [place] = common.techniques.find(([, bit]) => bit === symmetry)!;
    for (const machine of this.blocks) {
      machine.words[machine.at("use") + place] = this.flags & symmetry && !closed.length ? 1n : 0n;
      machine.set("salt", closed.length ? this.salt ^ hashOf(closed as Key[]) : this.salt);
      machine.set("informed", 0);
      machine.set("past", marks.length);
      machine.set("drawn", closed.length);
      marks.flat().forEach((word, i) => {
        machine.words[machine.at("path") + i] = word;
      });
    }
  }

  /** The value within a window. `together`: by all threads there are, as it is worth calling them. */
  search(state: State, depth: number, alpha: number, beta: number, together = false): Found {
    for (const block of this.team) {
      block.set("command", SEARCH);
      block.set("depth", depth);
      block.set("alpha", alpha);
      block.set("beta", beta);
      block.set("top", 0);
      block.set("depends", this.rules.common.maxPly);
      block.set("horizon", 0);
      block.set("root_place", NOWHERE);
      block.set("root_first", NOWHERE);
      block.set("root_value", -this.rules.common.infinity);
    }
    let found: Block = this.machine;
    if (together && this.machine instanceof Crew) found = this.machine.race(state);
    else this.machine.run(state);
    if (found.get("overflow")) throw new Error("There are more moves than a search can hold.");
    if (found.get("stop")) throw this.nodes > this.limit ? new Stopped() : new TurnOver();
    return {
      code: found.get("result"),
      place: found.get("root_place"),
      complete: found.get("horizon") === 0,
    };
  }

  /** Of a search that was stopped: the value and the place of a move that is better than the one at this place, which
   * was tried before it; null if none is known. */
  better(place: number): Pick<Found, "code" | "place"> | null {
    const [first, ...others] = this.team;
    const found = others.reduce((a, b) => (b.get("root_value") > a.get("root_value") ? b : a), first!);
    if (found.get("root_value") <= found.get("alpha") || found.get("root_tried") !== place) return null;
    return found.get("root_place") === place ? null : { code: found.get("root_value"), place: found.get("root_place") };
  }

  /** Whether this player gets so much, and a move by which the mover reaches its aim; null if there is no end to it. */
  prove(state: State, player: number, atLeast: number): { yes: boolean; place: number } | null {
    const machine = this.prover!;
    machine.set("prover", player);
    machine.set("at_least", atLeast);
    machine.set("horizon", 0);
    machine.run(state);
    if (machine.get("stop")) {
      if (machine.get("horizon")) return null;
      throw this.nodes > this.limit ? new Stopped() : new TurnOver();
    }
    return { yes: machine.get("result") === 1, place: machine.get("root_place") };
  }

  /** The move at that place among those that a search of this depth looks at. */
  moveAt(view: View, place: number, depth: number): bigint {
    return this.listed(view, depth)[Math.max(0, place)]!;
  }

  private listed(view: View, depth: number): bigint[] {
    const { fullDepth, switches } = this.rules.common;
    return depth === fullDepth && this.flags & switches.candidates ? view.few : view.moves;
  }

  /** The line of play that is worth `code`; where the table forgot it, searched again. */
  line(view: View, first: bigint, code: number, depth: number): bigint[] {
    const { common } = this.rules;
    const line: bigint[] = [];
    let here = view;
    let worth = code;
    let move: bigint | null = first;
    while (move !== null && line.length < Math.min(depth, LONGEST_LINE)) {
      line.push(move);
      const after = this.rules.play(here.state, move);
      worth = nearer(common, after.mover === here.mover ? worth : -worth, this.step);
      here = after;
      if (here.payoff !== null) break;
      const below = depth === common.fullDepth ? depth : depth - line.length;
      move = this.worth(here, worth, below) ?? this.searched(here, worth, below);
    }
    return line;
  }

  /** A move that guarantees this value, by what is known of the positions after it. */
  private worth(view: View, code: number, depth: number): bigint | null {
    this.machine.set("command", LOOK_UP);
    this.machine.set("depth", depth);
    this.machine.set("alpha", code);
    this.machine.set("top", 0);
    this.machine.run(view.state);
    return this.machine.get("result") ? this.machine.big("answer") : null;
  }

  private searched(view: View, code: number, depth: number): bigint | null {
    const { common, game } = this.rules;
    if (depth <= 0 || (game.repetition && depth === common.fullDepth)) return null;
    try {
      const found = this.search(view.state, depth, code - 1, code + 1);
      return found.code === code ? this.moveAt(view, found.place, depth) : null;
    } catch (error) {
      if (error instanceof Stopped || error instanceof TurnOver) return null;
      throw error;
    }
  }
}
