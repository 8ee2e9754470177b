// A game's rules: what there is to see of a state, and what its game calls it.
import type { Common, GameData } from "./published";
import { Sight } from "./sight";
import { Teller } from "./telling";

export class Rules extends Sight {
  readonly teller: Teller;

  constructor(common: Common, game: GameData) {
    super(common, game);
    this.teller = new Teller(this);
  }
}
