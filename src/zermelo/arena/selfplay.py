"""Games of an engine with itself, thousands at once in lanes: something to tune by.

    asked = Conditions(pairs=5000, nodes=2000)
    with Store.create("own.arena", about(game, asked)) as store:
        keep(store, engine, asked, device="cuda")
    tune_by_games(game, ["own.arena"])

A network learns from far more of them, which are packed:

    save("own.npz", game, packed(played(engine, asked, device="cuda").values(), asked.opening))
    learn_network(game, ["own.npz"])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zermelo.arena.duels import Conditions, Duels, End
from zermelo.arena.duels import Unit as Seat
from zermelo.arena.plan import Plan
from zermelo.arena.store import Store, key_of
from zermelo.game import Game
from zermelo.kernel.devices import lanes_of
from zermelo.kernel.lanes import Lanes
from zermelo.search.codes import PER_UNIT, PROVEN
from zermelo.search.engine import Engine
from zermelo.work.units import Unit

_NAMES = ("engine", "itself")


def about(game: Game, asked: Conditions) -> dict[str, str]:
    """What an arena of these games says of itself."""
    texts = tuple(f"{name}=engine:nodes={asked.nodes}" for name in _NAMES)
    return Plan(game, texts, 2 * asked.pairs, seed=asked.seed, opening=asked.opening).about()


def played(engine: Engine, asked: Conditions, *, device: str | Lanes = "cpu",
           told: Callable[[int, int], None] = lambda done, total: None) -> dict[Seat, End]:
    """The games, each opening once; Ctrl-C ends it with those that are over."""
    duels = Duels(engine, [engine], lanes_of(device), asked.pairs)
    return duels.played(replace(asked, sides=1), told)


def keep(store: Store, engine: Engine, asked: Conditions, *, device: str | Lanes = "cpu",
         told: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Play them, and write them down."""
    store.add_players(dict.fromkeys(_NAMES, f"engine:nodes={asked.nodes}"))
    for unit, end in played(engine, asked, device=device, told=told).items():
        store.write(Unit(key_of(*_NAMES, unit.number), ""), _record(engine.game, asked, end))


def _record(game: Game, asked: Conditions, end: End) -> dict[str, object]:
    here, texts, movers = game.position(), [], ""
    for move in end.moves:
        texts.append(game.move_text(here.state, move))
        movers += str(here.to_move)
        here = here.play(move)
    thought = [None if ply < asked.opening or abs(value) >= PROVEN
               else (value if mover == "0" else -value) / PER_UNIT
               for ply, (value, mover) in enumerate(zip(end.values, movers, strict=True))]
    over = here.result
    return {"start": None, "opening": asked.opening, "movers": movers, "moves": texts,
            "seconds": [None] * len(texts), "evaluations": thought,
            "payoff": over.payoff if over else end.halves - 1,
            "how": "rules" if over else "adjudicated",
            "reason": over.reason if over else "somebody gave up, or it took too long"}
