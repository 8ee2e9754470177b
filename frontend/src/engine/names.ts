// What moves are called: by the game's own script, or as `publish/names.py` found out that the game calls them.
import type { Rules } from "./rules";
import type { View } from "./sight";

/** The names of a position's legal moves, in the order of the rules: the game's own where a script gives them. */
export function namesOf(rules: Rules, view: View): string[] {
  const own = view.moves.map((move) => rules.teller.move(view.state, move));
  const known = own.filter((name) => name !== null);
  return new Set(known).size === own.length ? known : foundOut(rules, view);
}

function foundOut(rules: Rules, view: View): string[] {
  const { joints, key, table } = rules.game.names;
  const places = rules.game.board.places;
  const called = view.moves.map((move, i) => {
    const noisy = view.noisy[i]!;
    const about = { move: String(move), mover: String(view.mover), noisy: noisy ? "1" : "0" };
    const tabled = key.length ? table[key.map((name) => about[name]).join(" ")] : undefined;
    if (tabled !== undefined) return { name: tabled, sure: true };
    const names = view.places[i]!.map((place) => places[place]!.name ?? "");
    return { name: names.length ? names.join(joints[noisy ? 1 : 0]) : `#${move}`, sure: false };
  });
  const times = new Map<string, number>();
  for (const { name } of called) times.set(name, (times.get(name) ?? 0) + 1);
  const found = new Set<string>();
  return called.map(({ name, sure }, i) => {
    const own = !sure && times.get(name)! > 1 ? toldApart(rules, view, i, name) : name;
    let free = own;
    for (let number = 2; found.has(free); number++) free = `${own}/${number}`;
    found.add(free);
    return free;
  });
}

/** With the name of what stands on the last place then. */
function toldApart(rules: Rules, view: View, i: number, name: string): string {
  const last = view.places[i]!.at(-1);
  if (last === undefined) return name;
  const piece = rules.play(view.state, view.moves[i]!).pieces.find(([place]) => place === last);
  const kind = piece ? rules.game.board.kinds[piece[2]]!.name : "";
  return kind ? `${name}=${kind}` : name;
}
