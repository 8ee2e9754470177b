"""The traps that other libraries fell into, numbered as in their list: what users type."""

import ast
from functools import cache
from pathlib import Path

import pytest

import zermelo
from small_games import TakeAway
from traps.trap_games import SMALL, every_game
from zermelo import load
from zermelo.errors import (
    GameError,
    IllegalMoveError,
    MoveError,
    ParameterError,
    PositionError,
    UnknownGameError,
    ZermeloError,
    shortened,
)

SOURCES = sorted(Path(zermelo.__file__).parent.rglob("*.py"))


@cache
def parsed():
    return {file: ast.parse(file.read_text("utf-8")) for file in SOURCES}


# --- 8. broken error paths ---

@pytest.mark.long
def test_trap_8_only_exceptions_are_raised():
    raised = [(file, node) for file, tree in parsed().items() for node in ast.walk(tree)
              if isinstance(node, ast.Raise) and node.exc is not None]
    assert len(raised) > 50
    for file, node in raised:
        assert not isinstance(node.exc, ast.Constant | ast.JoinedStr | ast.BinOp), (
            file, node.lineno)


@every_game
def test_trap_8_every_game_refuses_in_one_sentence(name):
    game = load(SMALL[name])
    for wrong in ("", "?", "nonsense", "1 2 3", "x" * 500, "::", "-", "/" * 70):
        try:
            state = game.parse(wrong)  # nothing, say, may be the start
        except PositionError as error:
            check_sentence(error, shortened(repr(wrong)), game.spec)
        else:
            assert game.parse(game.text(state)) == state
    for wrong in ("", "?", "zz99", "pass please"):
        with pytest.raises(MoveError) as caught:
            game.position().play(wrong)
        check_sentence(caught.value, repr(wrong), game.text(game.initial()))
    with pytest.raises(ParameterError) as caught:
        load(f"{name}:nonsense=1")
    check_sentence(caught.value, "nonsense", "takes")


@every_game
def test_trap_8_a_finished_game_takes_no_move(name):
    game = load(SMALL[name])
    here = game.position()
    first = here.move_texts[0]
    while not here.result:
        here = here.play(here.moves[0])
    if game.outcome(here.state) is not None:
        with pytest.raises(IllegalMoveError) as caught:
            here.play(first)
        check_sentence(caught.value, repr(first), game.reason(here.state))
        with pytest.raises(IllegalMoveError):
            here.play(-1)


def check_sentence(error, *mentioned):
    text = str(error)
    assert isinstance(error, ZermeloError) and "\n" not in text
    for part in mentioned:
        assert part in text, f"{part} is not in: {text}"


@pytest.mark.parametrize("name", ["", "chess960", "conect4", "nim:heaps", "nim:heaps=1,heaps=2",
                                  "missing.py:Game"])
def test_trap_8_games_that_are_not_there(name):
    with pytest.raises(GameError) as caught:
        load(name)
    check_sentence(caught.value)


def test_trap_8_a_misspelt_game_is_guessed():
    with pytest.raises(UnknownGameError, match=r"did you mean connect4\?"):
        load("conect4")


# --- 13. unsafe input ---

# These make functions to compile out of words of their own; nothing that a user writes goes in.
MAY_EXEC = {"zermelo/written.py"}
MAY_ASK = {"cli/keyboard.py"}


@pytest.mark.long
def test_trap_13_no_eval_no_pickle():
    for file, tree in parsed().items():
        forbidden = {"eval", "__import__"} | (
            set() if file.as_posix().endswith(tuple(MAY_EXEC)) else {"exec"}) | (
            set() if file.as_posix().endswith(tuple(MAY_ASK)) else {"input"})
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                assert not {name.partition(".")[0] for name in names} & {
                    "pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}, (
                    file, node.lineno)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in forbidden, (file, node.lineno)


@every_game
@pytest.mark.parametrize("text", [
    "__import__('pathlib').Path('owned').touch()",
    "(lambda: open('owned', 'w'))()",
    "[" * 3000,
    "9" * 5000,
])
def test_trap_13_what_a_user_types_is_never_run(name, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = load(SMALL[name])
    with pytest.raises(PositionError):
        game.parse(text)
    with pytest.raises(MoveError):
        game.position().play(text)
    assert list(tmp_path.iterdir()) == []


def test_trap_13_nor_by_a_game_that_reads_its_positions_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for text in ("__import__('pathlib').Path('owned').touch()", "(1,", "[" * 3000, "{}", "''",
                 "True", "(3, 0.0)", "(3,)"):
        with pytest.raises(PositionError):
            TakeAway().parse(text)
    assert TakeAway().parse("(3,0)") == (3, 0)
    assert list(tmp_path.iterdir()) == []
