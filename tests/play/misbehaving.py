"""Players that do what players must not."""

import sys
import threading
import time

from zermelo.play.player import Resigned


def raises(position):
    return 1 // (position.to_move * 0)


def exits(position):
    sys.exit(3)


def hangs(position, clock):
    threading.Event().wait(20)


def late(position, clock):
    time.sleep((clock.left or 0) + 0.02)
    return position.moves[0]


def illegal(position):
    return "zz9"


def nothing(position):
    return None


def a_list(position):
    return [position.moves[0]]


def wrong_move(position):
    return -17


def gives_up(position):
    raise Resigned


def first_move(position):
    return position.moves[0]


def first_text(position, clock):
    return position.move_texts[0]


class WithGame:
    """A player with nothing but `choose`, made with the game."""

    def __init__(self, game):
        self.game = game

    def choose(self, position, clock):
        assert position.game == self.game
        return position.moves[-1]


number = 7
