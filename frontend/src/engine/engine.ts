// One game's engine: analyses and proofs, one after the other, on one table.
import type { Analysis } from "../types";
import { Deepening } from "./deepening";
import type { Caller, Limit } from "./pace";
import type { Position } from "./position";
import type { Rules } from "./rules";
import { Searcher } from "./searcher";
import { Solving } from "./solving";

const NOBODY: Caller = { cancelled: false };

export interface Options {
  allMoves?: boolean;
  selective?: boolean; // for playing: see farther, and perhaps err about estimates
  listen?: (found: Analysis) => void;
  together?: boolean; // by all threads there are
  caller?: Caller;
}

export class Engine {
  private readonly searcher: Searcher;

  constructor(
    readonly rules: Rules,
    helpers = 0,
  ) {
    this.searcher = new Searcher(rules, helpers);
  }

  close(): void {
    this.searcher.close();
  }

  analyze(here: Position, limit: Limit, options: Options = {}): Promise<Analysis> {
    const { always, selective, measured } = this.rules.common.switches;
    const more = (options.selective ? selective : this.rules.game.beyond) | this.forImages(here);
    return new Deepening(
      this.searcher,
      here,
      {
        limit,
        allMoves: options.allMoves ?? false,
        together: options.together ?? false,
        switches: always | (more & ~measured),
        chosen: this.rules.game.chosen | more,
        listen: options.listen,
      },
      options.caller ?? NOBODY,
    ).work();
  }

  solve(here: Position, limit: Limit, caller: Caller = NOBODY): Promise<Analysis> {
    const { always, exact } = this.rules.common.switches;
    const more = this.forImages(here);
    this.searcher.learnToProve();
    return new Solving(this.searcher, here, limit, caller).work(
      (always | more) & exact,
      (this.rules.game.chosen | more) & exact,
    );
  }

  /** Where a position has mirror images, so has all that follows. */
  private forImages(here: Position): number {
    return this.rules.game.symmetric && here.view.images ? this.rules.common.switches.symmetry : 0;
  }
}
