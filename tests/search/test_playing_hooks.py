"""What games say for playing well: exact searches never hear of it, playing claims nothing false by
it, whatever it is, and interpreted and compiled it means the same."""

from functools import cache

import pytest
from boards import assert_true, known_value, late_position, random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load
from zermelo.game import Game
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.checkers import Checkers
from zermelo.search.codes import INFINITY
from zermelo.search.margins import Margins, put
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT, PLAY, Switch

PLAYED = {"breakthrough:width=5,height=6": 4, "checkers": 5, "chess": 3}


class Silent(Breakthrough):
    """One that says nothing."""

    loud, exchange, urgent = Game.loud, Game.exchange, Game.urgent


class Excited(Breakthrough):
    """One that finds everything urgent, every exchange bad, and that most positions are alike."""

    def urgent(self, s):
        return True

    def exchange(self, s, m):
        return -1.5

    def playing_key(self, s):
        return s.turn

    def null_move(self, s):
        return s._replace(turn=1 - s.turn)


class Torn(Breakthrough):
    """One that says something else wherever one looks."""

    def urgent(self, s):
        return (s.white ^ s.black) % 3 == 0

    def exchange(self, s, m):
        return (s.white * 7 + m) % 9 - 4


class Forgetful(Checkers):
    """Where all that was before counts."""

    reversible, playing_key, loud = Game.reversible, Game.playing_key, Game.loud


@cache
def engine(rules, native, *size):
    return Engine(rules(*size), native=native, switches=EXACT, table_mb=1)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("rules", [Breakthrough, Excited, Torn])
@pytest.mark.few(3)
@pytest.mark.long_for("True")
def test_an_exact_search_does_not_hear_of_it(rules, native):
    for seed in range(4):
        here = random_position("breakthrough:width=4,height=6", seed, 2 * seed)
        found = []
        for each in (rules, Silent):
            asked = engine(each, native, 4, 6)
            asked.clear()
            asked.switches = EXACT
            got = asked.analyze(here.state, Limit(depth=5 if native else 3))
            found.append((got.nodes, got.value, got.move))
        assert found[0] == found[1]


@pytest.mark.parametrize("rules", [Breakthrough, Torn])
def test_what_is_claimed_in_play_is_true_whatever_they_say(rules):
    asked = engine(rules, True, 3, 5, 1)

    @some(40)
    @given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 6))
    def true(seed, before_end, depth):
        here = late_position("breakthrough:width=3,height=5,rows=1", seed, before_end)
        truth = known_value(here, 3000)
        if truth is not None:
            asked.switches = PLAY
            assert_true(asked.analyze(here.state, Limit(depth=depth)).value, truth)

    asked.clear()
    true()


@pytest.mark.long
@pytest.mark.parametrize("spec", PLAYED)
@pytest.mark.few(1)
def test_compiled_and_interpreted_play_alike(spec):
    game, found = load(spec), []
    for native in (True, False):
        asked = Engine(game, native=native, switches=PLAY, table_mb=1)
        for seed in range(2):
            asked.clear()
            got = asked.analyze(random_position(spec, seed, 12), Limit(depth=PLAYED[spec]))
            found.append((got.nodes, got.value, got.move))
    assert found[:2] == found[2:]


def test_how_far_back_a_repetition_lies_changes_nothing_but_time():
    """Kings that shuffle about, with a past that may not come again."""
    text = "B:WK31,K32,K22:BK1,K2,K9"
    nodes = []
    for rules in (Checkers, Forgetful):
        here = rules().position(text)
        for move in ("1-5", "31-26", "5-1", "26-31", "1-5", "31-26", "5-1", "26-31"):
            here = here.play(move)
        asked = engine(rules, True)
        asked.clear()
        asked.switches = EXACT
        got = asked.analyze(here.previous.previous, Limit(depth=9))
        nodes.append((got.nodes, got.value, got.move))
    assert nodes[0] == nodes[1]


def test_a_coarser_key_finds_more_in_the_table():
    """The same kings on squares with other counters: fewer nodes to the same depth."""
    here = Checkers().position("B:WK31,K32,K22:BK1,K2,K9:H3")
    nodes = {}
    full = PLAY & ~Switch.REDUCTIONS  # with them, what is not found is searched less deep
    for switches in (full, full & ~Switch.COARSE_KEYS):
        asked = engine(Checkers, True)
        asked.clear()
        asked.switches = switches
        nodes[switches] = asked.analyze(here, Limit(depth=12)).nodes
    assert nodes[full] < nodes[full & ~Switch.COARSE_KEYS]


def test_exchanges_and_extensions_earn_their_nodes_in_chess():
    """A mate behind checks and sacrifices is found sooner; exchanges in order save nodes."""
    game = load("chess")
    asked = Engine(game, switches=PLAY, table_mb=4)
    mate = game.position("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1")
    depths = {}
    for switches in (PLAY, PLAY & ~Switch.EXTENSIONS):
        asked.clear()
        asked.switches = switches
        depths[switches] = next(depth for depth in range(1, 8) if asked.analyze(
            mate, Limit(depth=depth)).value.kind == "win")
    assert depths[PLAY] < depths[PLAY & ~Switch.EXTENSIONS]
    here = game.position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    nodes = []
    for switches in (PLAY, PLAY & ~Switch.EXCHANGES, PLAY & ~Switch.GOOD_EXCHANGES):
        asked.clear()
        asked.switches = switches
        nodes.append(asked.analyze(here, Limit(depth=4)).nodes)
    assert nodes[0] < nodes[1] and nodes[0] < nodes[2]


@pytest.mark.slow
def test_what_is_learnt_and_left_out_in_play_saves_nodes_in_chess():
    """Each by itself, with all else as it is, in six positions together."""
    game, nodes = load("chess"), {}
    asked = Engine(game, switches=PLAY, table_mb=4)
    asked.prepare()
    put(asked._searcher, Margins((0, 900, 1100, 1300, 1300), (0, 700, 900, 1000, 1000)))
    for left_out in (Switch(0), Switch.FOLLOW_UPS, Switch.LATE_MOVES, Switch.REDUCTIONS,
                     Switch.NULL_MOVE):
        asked.switches = PLAY & ~left_out
        nodes[left_out] = 0
        for seed in range(6):
            asked.clear()
            nodes[left_out] += asked.analyze(random_position("chess", seed, 10),
                                             Limit(depth=8)).nodes
    assert all(nodes[left_out] > nodes[Switch(0)] for left_out in nodes if left_out), nodes


class Careless(Breakthrough):
    """Where every quiet move gives two pawns away."""

    def exchange(self, s, m):
        return super().exchange(s, m) if self.noisy(s, m) else -2.0


def test_quiet_moves_that_give_something_away_are_looked_at_less():
    """… as far as `exchange` is listened to."""
    def nodes(rules, switches):
        asked = engine(rules, True, 5, 6)
        put(asked._searcher, Margins((0, 9000, 9000, 9000, 9000), (0, 900, 900, 900, 900)))
        asked.switches, total = switches, 0
        for seed in range(4):
            asked.clear()
            here = random_position("breakthrough:width=5,height=6", seed, 6)
            total += asked.analyze(here.state, Limit(depth=6)).nodes
        return total

    for technique in (Switch.FUTILITY, Switch.REDUCTIONS):
        switches = EXACT | Switch.QUIESCENCE | Switch.EXCHANGES | technique
        assert nodes(Careless, switches) < nodes(Breakthrough, switches), technique
        switches &= ~Switch.EXCHANGES
        assert nodes(Careless, switches) == nodes(Breakthrough, switches), technique


class Forks(Game):
    """Two ways at every turn, never the same place twice: no move comes late, nothing is noisy."""

    players = ("first", "second")

    def initial(self):
        return (1, 0)

    def to_move(self, s):
        return s[1]

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return (2 * s[0] + m, 1 - s[1])

    def outcome(self, s):
        return (s[0] * 2654435761 >> 7) % 3 - 1 if s[0] >= 1 << 14 else None


@pytest.mark.parametrize("native", [True, False])
def test_what_the_table_knows_nothing_of_is_looked_at_one_ply_less_deep(native):
    """Four plies and more above the horizon, but at the root; and where there is a table."""
    searcher = Searcher(Forks(), None, 1, 0.1, native)

    def nodes(switches, depth):
        searcher.clear()
        searcher.begin(searcher.game.position(), Limit(), switches)
        searcher.search(searcher.game.initial(), depth, -INFINITY, INFINITY)
        return searcher.nodes

    whole = [2 ** (depth + 1) - 1 for depth in range(1, 8)]  # as nothing is pruned
    for alone in (Switch.TABLE, Switch.REDUCTIONS):
        assert [nodes(alone, depth) for depth in range(1, 8)] == whole
    both = Switch.TABLE | Switch.REDUCTIONS
    # Of 5 plies the 4 below the root become 3; of 6 the 5 become 4; of 7 the 6 become 5, and the 4
    # below those become 3.
    assert [nodes(both, depth) for depth in range(1, 8)] == [3, 7, 15, 31, 31, 63, 63]
