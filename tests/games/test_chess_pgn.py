"""PGN: what is read and written, between us and python-chess and back."""

import io
import random
import re

import chess.pgn
import pytest

from games.chess_positions import along_a_game
from zermelo.errors import RecordError
from zermelo.games.chess import Chess
from zermelo.games.chess_fen import write_fen
from zermelo.games.chess_pgn import PgnGame, read_pgn, write_pgn
from zermelo.values import estimate, loss, win

GAME = Chess()

OPERA = r"""
% a line for programs
[Event "Paris"]
[White "Morphy, \"Paul\""]
[Black "Duke \\ Count"]
[Result "1-0"]

{The opera game} 1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {better 3... exd4 [%eval 0.66,18] [%clk 1:02:03.5]}
4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ {(not good)} Kxd8 (5... Kxd8) 6. Nxe5) 5. Qxf3 dxe5 6. Bc4 Nf6 $2
; the rest is famous
7.Qb3 Qe7 8.Nc3 c6 9. Bg5 b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+!! {[%eval #1]} Nxb8 17.Rd8# 1-0 {bravo}
"""


def test_a_game_with_everything():
    [game] = read_pgn(OPERA)
    assert game.tags["White"] == 'Morphy, "Paul"' and game.tags["Black"] == "Duke \\ Count"
    assert (game.comment, game.result, len(game.moves)) == ("The opera game", "1-0", 33)
    bishop, took, knight = game.moves[5], game.moves[7], game.moves[11]
    assert (bishop.san, bishop.marks, bishop.comment) == ("Bg4", (6,), "better 3... exd4")
    assert (bishop.evaluation, bishop.clock) == (estimate(0.66), 3723.5)
    assert took.variations == ("4... dxe5 5. Qxd8+ {(not good)} Kxd8 (5... Kxd8) 6. Nxe5",)
    assert (knight.marks, knight.comment) == ((2,), "the rest is famous")
    assert game.moves[30].evaluation == win(2) and game.moves[30].marks == (3,)
    assert game.moves[-1].comment == "bravo"
    assert GAME.reason(game.states[-1]) == "checkmate"


def test_what_is_written_is_read_back():
    [game] = read_pgn(OPERA)
    text = write_pgn([game])
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[:7] == [
        '[Event "Paris"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]',
        r'[White "Morphy, \"Paul\""]', r'[Black "Duke \\ Count"]', '[Result "1-0"]']
    [again] = read_pgn(text)
    assert (again.moves, again.comment, again.result) == (game.moves, game.comment, game.result)
    assert write_pgn([again]) == text


def test_several_games_and_none():
    games = list(read_pgn(write_pgn([*read_pgn(OPERA), PgnGame(), *read_pgn(OPERA)])))
    assert [len(game.moves) for game in games] == [33, 0, 33]
    assert list(read_pgn("")) == list(read_pgn("\n \n")) == []
    two = list(read_pgn("1. e4 e5 1/2-1/2 1. d4 *"))
    assert [(g.result, len(g.moves)) for g in two] == [("1/2-1/2", 2), ("*", 1)]
    assert [g.result for g in read_pgn('[Result "0-1"]\n\n1. e4')] == ["0-1"]


def test_games_that_begin_elsewhere():
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 41"]\n\n41... Kd7 42. e4 *'
    [game] = read_pgn(text)
    assert write_fen(game.states[-1]).startswith("8/3k4/8/8/4P3/8/8/4K3 b")
    assert write_pgn([game]).splitlines()[-1] == "41... Kd7 42. e4 *"


@pytest.mark.parametrize("evaluation, turn, value", [
    ("0.25", 1, estimate(0.25)), ("-3.1", 1, estimate(-3.1)), ("#1", 0, win(1)), ("#1", 1, win(2)),
    ("#3", 0, win(5)), ("#-2", 0, loss(4)), ("#-2", 1, loss(3)), ("+0.50,21", 1, estimate(0.5)),
])
def test_evaluations_are_in_whites_view_and_mates_in_plies(evaluation, turn, value):
    line = "1. e4 {[%eval EV]} *" if turn == 1 else "1. e4 e5 {[%eval EV]} *"
    [game] = read_pgn(line.replace("EV", evaluation))
    found = game.moves[-1].evaluation
    assert (found.kind, found.score, found.distance) == (value.kind, value.score, value.distance)
    [again] = read_pgn(write_pgn([game]))
    assert again.moves[-1].evaluation == found and again.moves[-1].comment == ""


def test_the_game_that_led_to_a_position():
    here = GAME.position().play_all("f3 e5 g4 Qh4#")
    game = PgnGame.of(here, {"White": "A", "Black": "B"}, [None, estimate(-0.5), None, loss(0)])
    lines = write_pgn([game]).splitlines()
    assert lines[-1] == "1. f3 e5 {[%eval -0.50]} 2. g4 Qh4# {[%eval #-0]} 0-1"
    assert '[Result "0-1"]' in lines and not any("FEN" in line for line in lines)
    shuffled = PgnGame.of(Chess(0).position().play("e4"))
    assert (shuffled.tags["Variant"], shuffled.tags["SetUp"]) == ("Chess960", "1")
    assert shuffled.result == "*"


def test_games_may_go_on_where_the_rules_call_it_a_draw():
    moves = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 60, 2))
    [game] = read_pgn(moves)
    assert len(game.moves) == 120 and game.states[-1].quiet == 120


# --- with python-chess ---

@pytest.mark.parametrize("seed", range(12))
@pytest.mark.few(4)
def test_python_chess_reads_what_we_write(seed):
    rng = random.Random(seed)
    start = 518 if seed % 2 else rng.randrange(960)
    here = Chess(start).position()
    for _ in range(rng.randint(1, 90)):
        if here.moves:
            here = here.play(rng.choice(here.moves))
    opinions = [rng.choice([None, estimate(round(rng.uniform(-9, 9), 2)), win(7), loss(12)])
                for _ in here.history]
    text = write_pgn([PgnGame.of(here, {"White": "Doe, Jane", "Black": "B"}, opinions)])
    game = chess.pgn.read_game(io.StringIO(text))
    assert game.errors == [] and game.headers["White"] == "Doe, Jane"
    assert [node.san() for node in game.mainline()] == here.history
    end = game.end().board()
    assert end.fen(en_passant="legal").split()[:5] == here.text.split("_")[:5]
    for node, opinion in zip(game.mainline(), opinions, strict=True):
        found = None if node.eval() is None else node.eval().white()
        if opinion is None:
            assert found is None
        elif opinion.proven:
            assert found.mate() == {win(7): 4, loss(12): -6}[opinion]
        else:
            assert abs(found.score() - 100 * opinion.score) < 0.6


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.few(4)
def test_we_read_what_python_chess_writes(seed):
    rng = random.Random(100 + seed)
    board = chess.Board() if seed % 2 else chess.Board.from_chess960_pos(rng.randrange(960))
    game = chess.pgn.Game()
    game.setup(board)
    if board.chess960:
        game.headers["Variant"] = "Chess960"
    node, sans = game, []
    for _ in range(rng.randint(1, 80)):
        legal = list(node.board().legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        sans.append(node.board().san(move))
        if len(legal) > 1 and rng.random() < 0.2:
            node.add_variation(rng.choice(legal), comment="or (this) [so]")
        before, node = node, node.add_main_variation(move)
        if rng.random() < 0.3:
            node.comment = rng.choice(["a plan", "with {a brace", "two\nlines", "[%csl Gf6] marks"])
        if rng.random() < 0.2:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(37), chess.WHITE), 12)
        if rng.random() < 0.2:
            node.nags.add(rng.randint(1, 139))
        assert before is not node
    [read] = read_pgn(str(game))
    assert [move.san for move in read.moves] == sans
    assert write_fen(read.states[-1]).split()[:4] == node.board().fen(
        en_passant="legal").split()[:4]
    for move, node in zip(read.moves, game.mainline(), strict=True):
        assert move.marks == tuple(sorted(node.nags))
        assert (move.evaluation is not None) == (node.eval() is not None)
        assert len(move.variations) == len(node.parent.variations) - 1
    assert list(read_pgn(write_pgn([read]))) == [read]


def test_random_games_are_read_back():
    for seed in range(4):
        here = Chess(seed).position()
        for s in list(along_a_game(seed, 60, start=seed))[1:]:
            [move] = [m for m in here.moves if GAME.play(here.state, m) == s][:1]
            here = here.play(move)
        [game] = read_pgn(write_pgn([PgnGame.of(here)]))
        assert game.states[-1] == here.state


# --- what cannot be read ---

BAD = [
    ("1. e5 *", "line 1 of the PGN: illegal move 'e5'"),
    ("1. e4 e5\n2. Nf6 *", "line 2 of the PGN: illegal move 'Nf6'"),
    ("1. e4 e5 2. hello *", "line 1 of the PGN: 'hello' is not a move of chess"),
    ("1. e4 e5 2. N3 *", "'N3' is not a move of chess"),
    ("1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 Nd5 4. Nb5 *", "could be Ncb5 or Ndb5: write it in full"),
    ("1. e4 *\n\n1. zz", "line 3 of the PGN: 'zz' is not a move of chess"),
    ("1. e4 {never closed", "line 1 of the PGN: the comment '{never closed' has no closing brace"),
    ("1. e4 (1. d4", "a bracket is opened and never closed"),
    ("1. e4 1. d4) *", "illegal move 'd4'"),
    ("1. e4) *", "a bracket is closed that was not opened"),
    ("(1. d4) 1. e4 *", "a variation stands before the first move"),
    ("$1 1. e4 *", "the mark '$1' stands before the first move"),
    ("! 1. e4 *", "the mark '!' stands before the first move"),
    ("1. e4!!! *", "'!!!' is no mark: write one of ! ? !! ?? !? ?!"),
    ("[Event \"no end\"\n\n1. e4 *", "line 1 of the PGN: '[Event \"no end\"' is not a tag"),
    ("[Event no quotes]\n\n1. e4 *", "is not a tag: write it like"),
    ("[Event \"a \"quote\" inside\"]\n\n1. e4 *", "is not a tag"),
    ("[White \"A\"]\n[White \"B\"]\n\n*", "line 2 of the PGN: the tag White stands there twice"),
    ("[FEN \"nonsense\"]\n\n*", "line 1 of the PGN: 'nonsense' is not a position of chess"),
    ("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n*", "black has no king"),
    ("1. e4 @ *", "'@ *' is neither a tag nor a move"),
    ("1. e4 -- *", "'-- *' is neither a tag nor a move"),
    ("1. f3 e5 2. g4 Qh4# 3. a3 *", "illegal move 'a3'"),
    ("1. Nf3 d5 2. Nc3 d4 3. Nb1 d3 4. Na3 dxe2 5. Nb1 exd1 *", "could be exd1=Q"),
]


@pytest.mark.parametrize("text, why", BAD)
def test_bad_pgn(text, why):
    with pytest.raises(RecordError) as caught:
        list(read_pgn(text))
    told = str(caught.value)
    assert why in told and told.startswith("line ") and "\n" not in told
    assert not re.search(r"[.!?] [A-Z][a-z]+ [a-z]+ [a-z]", told)


def test_what_was_read_before_the_trouble_is_not_lost():
    games = read_pgn(OPERA + "\n1. e4 e5 2. Ke3 *")
    assert len(next(games).moves) == 33
    with pytest.raises(RecordError):
        next(games)
