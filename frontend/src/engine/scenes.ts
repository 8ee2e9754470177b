// Positions as the server describes them: what they look like, and where moves are pointed at.
import type { Piece, Scene, SceneMove, Shown } from "../types";
import type { Position } from "./position";

const MOST_LOOKS = 20_000; // places looked at to see what moves would add

export function shown(here: Position): Shown {
  const { game } = here.rules;
  const line = here.line().reverse();
  const { result } = here;
  const { mover } = here.view;
  return {
    game: game.name,
    position: here.text,
    board: here.text,
    history: line.slice(1).map((p) => p.previous!.nameOf(p.move!)),
    to_move: result ? null : mover,
    player: result ? null : game.players[mover]!,
    moves: here.names,
    result,
    players: game.players,
    start: line[0]!.text,
    dealt: game.deals.length > 0,
    movers: line.map((p) => p.view.mover),
    plies: line.map((p) => p.text),
    scene: sceneOf(here),
    scale: game.scale,
  };
}

function sceneOf(here: Position): Scene {
  const { game } = here.rules;
  const { view, previous } = here;
  const looks = view.moves.length * game.board.places.length <= MOST_LOOKS;
  const moves = here.names.map((move, i): SceneMove => {
    const places = view.places[i]!;
    const alone = looks && places.length === 1; // else what it adds is where the last click is
    return { move, places, adds: alone ? added(view.pieces, here.after(view.moves[i]!).view.pieces) : [] };
  });
  let last: SceneMove | null = null;
  if (previous) {
    const i = previous.view.moves.indexOf(here.move!);
    last = {
      move: previous.names[i]!,
      places: previous.view.places[i]!,
      adds: added(previous.view.pieces, view.pieces),
    };
  }
  return {
    version: 1,
    board: game.board,
    pieces: view.pieces,
    words: [],
    moves: moves.filter((m) => m.places.length),
    last,
    players: game.players,
    colours: game.colours,
  };
}

/** The pieces that stand where none was. */
function added(before: Piece[], after: Piece[]): Piece[] {
  const taken = new Set(before.filter(([, , , count]) => count).map(([place]) => place));
  return after.filter(([place, , , count]) => count && !taken.has(place));
}
