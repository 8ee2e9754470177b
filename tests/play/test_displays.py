"""What is shown, in colour and without."""

import io
import re

import pytest

from zermelo import load
from zermelo.games import GAMES
from zermelo.play import Match, RichDisplay, TextDisplay
from zermelo.play.boards import COLOURS, changed, coloured, coordinates, marks_of
from zermelo.play.callables import CallablePlayer
from zermelo.play.series import random_opening


def shown(display, game="tictactoe"):
    out = io.StringIO()
    match = Match(game, CallablePlayer(lambda p: p.moves[0], "one"),
                  CallablePlayer(lambda p: p.moves[0], "other"), display=display(out))
    match.play()
    return re.sub(r"\(\d+\.\d s\)", "(T s)", out.getvalue()), match


@pytest.mark.parametrize("display", [TextDisplay, RichDisplay])
def test_a_match_is_shown_move_by_move(display):
    text, match = shown(display)
    assert text.startswith("tictactoe: one (x) against other (o)\n  a b c\n1 . . .\n")
    for number, entry in enumerate(match.entries, 1):
        assert f"\n{number}. {'xo'[entry.player]} plays {entry.move} (T s)\n" in text
    assert text.endswith("\nx wins: 3 in a row\n")
    assert text.count("  a b c\n") == len(match.entries) + 1
    assert "\x1b" not in text  # this is no terminal


def test_both_displays_say_the_same_without_colour():
    assert shown(TextDisplay)[0] == shown(RichDisplay)[0]


def styles(text, place):
    return {str(span.style) for span in text.spans if span.start <= place < span.end}


@pytest.mark.parametrize("name", GAMES)
def test_a_coloured_board_is_the_board(name):
    here = random_opening(load(name), 5, "1")
    assert coloured(here, here.previous).plain == str(here)


@pytest.mark.parametrize("name, picture", [
    ("tictactoe", "xo./.x./...:o"), ("breakthrough", None), ("othello", None), ("checkers", None),
    ("isolation", None), ("hex", None), ("rps", None), ("connect4", "443"),
])
def test_pieces_have_their_players_colour_and_coordinates_none(name, picture):
    game = load(name)
    here = game.position(picture) if picture else random_opening(game, 6, "2")
    text = coloured(here)
    labels = coordinates(text.plain)
    seen = [0, 0]
    for place, letter in enumerate(text.plain):
        own = styles(text, place) & set(COLOURS)
        if place in labels:
            assert not own
        for player in (0, 1):
            if COLOURS[player] in own:
                seen[player] += 1
                assert letter in marks_of(game)[player]
    assert all(seen), text.plain


def test_a_wide_board_does_not_colour_its_letters():
    game = load("tictactoe:width=8,height=8,k=5")
    header = str(game.position()).splitlines()[0]
    assert coordinates(str(game.position())) >= set(range(len(header)))


def test_what_changed_is_marked():
    here = load("tictactoe").position().play("b2").play("c1")
    text = coloured(here, here.previous)
    marked = [i for i in range(len(text.plain)) if "underline" in styles(text, i)]
    assert [text.plain[i] for i in marked] == ["o"]
    assert changed("abc", "abcd") == []
