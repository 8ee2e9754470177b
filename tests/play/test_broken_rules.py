"""Players of Zermelo's own do not lose by broken rules: the rules are blamed, and what is wrong is
said as `zermelo check` says it."""

import pytest

from small_games import Take
from zermelo.analysis.judge import said_by
from zermelo.arena.playing import play
from zermelo.errors import RulesError
from zermelo.play import Match, TimeControl
from zermelo.play.callables import CallablePlayer
from zermelo.play.named import player_named

pytestmark = pytest.mark.filterwarnings("ignore:.*runs interpreted")


class NoBounds(Take):
    bounds = None


class HiddenOrder(Take):
    """A constructor that uses a method's name for something else."""

    def __init__(self, left: int = 12) -> None:
        super().__init__(left)
        self.order = 5


class BoundsInWords(Take):
    def bounds(self, s):
        return "x", "y"


class OneBound(Take):
    def bounds(self, s):
        return None


class OrderInWords(Take):
    def order(self, s, m):
        return "first"


class KeyOfLists(Take):
    def key(self, s):
        return [s.left]


BROKEN = {
    NoBounds: "bounds is None, and should be a method",
    HiddenOrder: "order is 5, and should be a method",
    BoundsInWords: "bounds",
    OneBound: "bounds",
    OrderInWords: "order",
    KeyOfLists: "key",
}


@pytest.mark.parametrize("player", ["engine:depth=2", "level:2", "perfect:time=2"])
@pytest.mark.parametrize("rules", BROKEN, ids=lambda rules: rules.__name__)
def test_the_rules_are_blamed_in_a_match(rules, player):
    with pytest.raises(RulesError) as caught:
        Match(rules(6), player, player).play()
    assert caught.match(BROKEN[rules]) and caught.match("zermelo check")


def test_a_players_own_mistake_stays_its_own():
    def clumsy(position):
        return position.nothing

    ending = Match(Take(6), CallablePlayer(clumsy), "random").play()
    assert ending.how == "error" and "raised AttributeError" in ending.reason


def test_the_rules_are_blamed_in_an_arena_and_by_the_judge(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from zermelo import Game\n"
        "class Own(Game):\n"
        "    initial = lambda self: (6, 0)\n"
        "    to_move = lambda self, s: s[1]\n"
        "    moves = lambda self, s: range(1, 3)\n"
        "    play = lambda self, s, m: (s[0] - m, 1 - s[1])\n"
        "    outcome = lambda self, s: None if s[0] > 0 else 1\n"
        "    bounds = lambda self, s: 'x'\n")
    with pytest.raises(RulesError, match=r"'own.py:Own': the rules .*bounds.*zermelo check own.py"):
        play(game="own.py:Own", first="engine:depth=2", second="random", start=None, opening=[],
             clock="none", seed=0)
    game = BoundsInWords(6)
    with pytest.raises(RulesError, match=r"bounds.*zermelo check"):
        said_by(player_named("engine:depth=2", game), game.position(), TimeControl(per_move=10), 0)
