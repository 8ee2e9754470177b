"""Arenas for the page's tests, played right here."""

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.playing import play
from zermelo.arena.running import sprt_text
from zermelo.arena.store import Store

GAME = load("connect4:width=5,height=4")


def planned(players, games, sprt=None):
    return Plan(GAME, players, games=games, opening=6, seed=2, sprt=sprt)


def made(file, players, games, sprt=None, left=0):
    """An open store with all games of a plan but the last `left`."""
    plan = planned(players, games, sprt)
    store = Store.create(file, plan.about())
    store.add_players({name: name for name in players})
    store.note("sprt", sprt_text(plan))
    store.note("wanted", str(plan.total))
    write(store, units(plan)[:plan.total - left])
    return store


def units(plan):
    return list(plan.units(plan.ready()))


def write(store, wanted):
    for unit in wanted:
        store.write(unit, play(**unit.arguments))
