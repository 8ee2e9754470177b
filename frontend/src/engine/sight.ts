// What there is to see of a state, asked of compiled code: `publish/sight.py` is what answers.
import type { Piece } from "../types";
import { Machine } from "./machine";
import type { Common, GameData } from "./published";

const LOOK = 0;
const PLAY = 1;

export type State = readonly bigint[];

/** All there is to see of a state. */
export interface View {
  state: State;
  mover: number;
  payoff: number | null; // null: the game goes on
  reason: number; // among the game's
  worst: number;
  best: number;
  home: bigint; // the hashes that a repetition is known by
  check: bigint;
  back: number; // how many plies back it may lie
  images: boolean; // some moves lead to mirror images
  pieces: Piece[];
  moves: bigint[];
  noisy: boolean[];
  places: number[][]; // that each move is pointed at with
  few: bigint[]; // moves that suffice for proofs
}

export class Sight {
  private readonly machine: Machine;

  constructor(
    readonly common: Common,
    readonly game: GameData,
  ) {
    this.machine = new Machine(game.sight, common.sight, [common.sightWords]);
  }

  look(state: State): View {
    this.machine.set("command", LOOK);
    return this.seen(state);
  }

  play(state: State, move: bigint): View {
    this.machine.set("command", PLAY);
    this.machine.set("asked", move);
    return this.seen(state);
  }

  private seen(state: State): View {
    const { machine, game } = this;
    machine.run(state);
    const over = machine.get("over") === 1;
    const standing = machine.read("standing", 4 * machine.get("pieces")).map(Number);
    const pieces: Piece[] = [];
    for (let i = 0; i < standing.length; i += 4) pieces.push(standing.slice(i, i + 4) as Piece);
    const ways = machine.read("ways", machine.get("words"));
    const moves: bigint[] = [];
    const places: number[][] = [];
    for (let at = 0; at < ways.length; ) {
      const next = at + 2 + Number(ways[at + 1]);
      moves.push(ways[at]!);
      places.push(ways.slice(at + 2, next).map(Number));
      at = next;
    }
    return {
      state: machine.read("next", game.start.length),
      mover: machine.get("mover"),
      payoff: over ? machine.get("payoff") : null,
      reason: machine.get("reason"),
      worst: machine.get("worst"),
      best: machine.get("best"),
      home: machine.big("home"),
      check: machine.big("check"),
      back: machine.get("back"),
      images: machine.get("images") === 1,
      pieces,
      moves,
      noisy: machine.read("noisy", moves.length).map((n) => n === 1n),
      places,
      few: machine.read("candidates", machine.get("few")),
    };
  }
}
