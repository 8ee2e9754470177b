"""What the heuristics of chess have in common: both colours, both wings, compiled, an oracle."""

import chess
import pytest
from boards import some
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.chess_by_squares import FEATURES
from games.chess_positions import any_position, scattered
from zermelo import load
from zermelo.compiler.records import Array, array
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.evaluation.chess import FITTED, HANDMADE, MATERIAL, PLAIN, STANDARD
from zermelo.evaluation.chess.material import opening
from zermelo.evaluation.linear import RECENT
from zermelo.games.chess import Chess
from zermelo.games.chess_fen import write_fen
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header
from zermelo.written import made_function

GAME = Chess()
KINDS = {**MATERIAL.features, **PLAIN.blended}
EXPERIENCE = STANDARD.blended["experience"]
seeds = st.integers(0, 10**6)


def squares(name, s):
    """White's squares and black's, by name."""
    return tuple(set(KINDS[name].names(GAME, s, player)) for player in (0, 1))


def colours_exchanged(s):
    board, turn, rights, en_passant, *rest = write_fen(s).split()
    board = "/".join(reversed(board.split("/"))).swapcase()
    en_passant = en_passant.translate(str.maketrans("36", "63"))
    return GAME.parse(" ".join([board, "b" if turn == "w" else "w", rights.swapcase(), en_passant,
                                *rest]))


def mirrored(s):
    """Left and right exchanged. The castling rook of one wing is that of the other then."""
    board, turn, rights, en_passant, *rest = write_fen(s).split()
    board = "/".join(row[::-1] for row in board.split("/"))
    wings = str.maketrans("KQkqabcdefghABCDEFGH", "QKqkhgfedcbaHGFEDCBA")
    return GAME.parse(" ".join([board, turn, rights.translate(wings), en_passant.translate(wings),
                                *rest]))


def other_rank(names):
    return {name[0] + str(9 - int(name[1])) for name in names}


def other_file(names):
    return {"hgfedcba"["abcdefgh".index(name[0])] + name[1] for name in names}


# --- an oracle ---

def agrees(s):
    """Each feature means the squares that it means when one looks at one after the other."""
    board = chess.Board(write_fen(s), chess960=True)
    for name in KINDS:
        for player, colour in enumerate((chess.WHITE, chess.BLACK)):
            expected = {chess.square_name(q) for q in FEATURES[name](board, colour)}
            assert squares(name, s)[player] == expected, (name, colour, board.fen())


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(seeds)
def test_square_by_square(seed):
    agrees(any_position(seed))
    agrees(scattered(seed))


@pytest.mark.slow
def test_square_by_square_at_length():
    for seed in range(500):
        agrees(any_position(seed))
        agrees(scattered(seed))


def test_the_oracle_knows_every_feature():
    assert set(FEATURES) == set(KINDS)


# --- both colours, both wings ---

@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(seeds)
def test_exchanged_colours_give_the_negative(seed):
    s = any_position(seed)
    other = colours_exchanged(s)
    for name, feature in KINDS.items():
        white, black = squares(name, s)
        assert squares(name, other) == (other_rank(black), other_rank(white)), name
        assert feature(GAME, other) == -feature(GAME, s) == len(black) - len(white), name
    for evaluator in (STANDARD, PLAIN, MATERIAL):
        assert evaluator(GAME, other) == -evaluator(GAME, s)
    assert EXPERIENCE(GAME, other) == -EXPERIENCE(GAME, s)


@pytest.mark.parametrize("pieces, says", [
    ("4k3/8/8/8/8/8/8/2B1KB2", False), ("2b1kb2/8/8/8/8/8/8/4K3", False),
    ("4k3/8/8/8/8/8/4P3/4K3", False), ("4k3/4p3/8/8/8/8/8/2B1KB2", True)])
@pytest.mark.parametrize("mover", "wb")
def test_experience_is_silent_against_a_bare_king(pieces, says, mover):
    assert (EXPERIENCE(GAME, GAME.parse(f"{pieces} {mover} - - 0 1")) != 0) == says


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(seeds)
def test_mirrored_files_change_nothing(seed):
    s = any_position(seed)
    other = mirrored(s)
    for name in KINDS:
        white, black = squares(name, s)
        assert squares(name, other) == (other_file(white), other_file(black)), name
    assert EXPERIENCE(GAME, other) == EXPERIENCE(GAME, s)
    assert STANDARD(GAME, other) == STANDARD(GAME, s)


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(seeds)
def test_whose_turn_it_is_changes_no_feature_but_the_move(seed):
    s = any_position(seed)._replace(rights=0)
    for name in KINDS:
        same = squares(name, s) == squares(name, s.turned())
        assert same == (name != "the move"), name


# --- the sum ---

class Scores(Header):
    score: float
    phase: float
    values: Array[float] = array(float, 96)
    weights: Array[float] = array(float, 192)
    recent: Array[int] = array(int, RECENT)


def judge(rules, memory, s):
    memory.score = rules.evaluate(memory.weights, memory.recent, s)
    rules.note(memory, s)


@pytest.mark.long
def test_compiled_features_are_the_interpreted_ones():
    """Each by itself, and all in the evaluator's sum, to the last bit."""
    formula = STANDARD.formula()
    features = [*KINDS.values(), EXPERIENCE]
    source = ["def note(game, memory, s):", "    memory.phase = opening(game, s)"]
    source += [f"    memory.values[{i}] = 1.0 * feature_{i}(game, s)" for i in range(len(features))]
    note = made_function("\n".join([*source, ""]), "note", {
        "opening": opening, "__name__": __name__,
        **{f"feature_{i}": feature for i, feature in enumerate(features)}})
    kernel = Kernel(GAME, judge, (Scores,), {"evaluate": formula.function, "note": note},
                    native=True)
    memory = kernel.new(Scores)
    for i, weight in enumerate(formula.weights):
        memory.weights[i] = weight

    @some(100)
    @given(seeds)
    def agree(seed):
        s = any_position(seed)
        kernel.run(s, memory)
        assert memory.score == formula.function(GAME, formula.weights, [0] * RECENT, s)
        assert memory.phase == opening(GAME, s)
        assert [memory.values[i] for i in range(len(features))] == [
            feature(GAME, s) for feature in features]

    agree()


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(seeds)
def test_explanations_add_up(seed):
    s = any_position(seed)
    for evaluator in (STANDARD, PLAIN, MATERIAL):
        found = evaluator.explain(GAME, s)
        if GAME.outcome(s) is None:
            assert sum(t.score for t in found.terms) == pytest.approx(found.total, abs=1e-9)
            assert all(t.value == len(t.first) - len(t.second) for t in found.terms
                       if t.feature != "experience")
        assert found.total == evaluator(GAME, s)


def test_the_standard_evaluator_has_all_and_material_is_another():
    assert evaluator_for(GAME) is STANDARD
    assert list(evaluators(GAME)) == ["standard", "handmade", "heuristics", "material"]
    assert list(STANDARD.blended) == [*PLAIN.blended, "experience"]
    groups = dict.fromkeys(feature.group for feature in PLAIN.blended.values())
    assert list(groups)[:8] == ["material", "pawn structure", "king safety", "space",
                                "weak and strong squares", "development", "centre", "initiative"]


def test_the_standard_weights_are_those_of_the_file_and_better_beyond_doubt():
    """Every feature has one, what beginners learn still holds, and bare kings are still driven."""
    assert PLAIN.weights == FITTED["weights"] and list(PLAIN.weights) == list(HANDMADE.weights)
    assert FITTED["tuned"]["better"] and FITTED["tuned"]["difference"]["high"] < 0
    worth = [sum(STANDARD.weights[f"{name} {when}"] for when in ("early", "late")) / 2
             for name in ("pawns", "knights", "bishops", "rooks", "queens")]
    assert worth == sorted(worth) and all(
        abs(found - known) < 0.2 * known + 0.1 for found, known in zip(
            worth, (1, 3, 3.25, 5, 9.5), strict=True))
    for name in ("room", "way to the corner", "way between the kings"):
        assert STANDARD.weights[f"{name} late"] == HANDMADE.weights[f"{name} late"]


def test_five_pawns_a_bishop_a_knight_and_two_rooks_are_21():
    s = GAME.parse("4k3/8/8/8/8/8/PPPPP3/RNB1K2R w KQ -")
    assert MATERIAL(GAME, s) == 21
    terms = {t.feature: t.score for t in MATERIAL.explain(GAME, s).terms}
    assert terms == {"pawns": 5, "knights": 3, "bishops": 3, "rooks": 10, "queens": 0, "king": 0}
    assert MATERIAL.weights["king"] == 100


@pytest.mark.parametrize("board, phase", [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 1.0),  # 24 of 24
    ("4k3/pppp4/8/8/8/8/PPPP4/4K3", 0.0),
    ("r3k3/8/8/8/8/8/8/R3K3", 4 / 24),
    ("q3k3/8/8/8/8/8/8/Q3K3", 8 / 24),
    ("n3k3/8/8/8/8/8/8/B3K3", 2 / 24),
    ("qqqqk3/8/8/8/8/8/8/QQQQK3", 1.0),  # 32, and 1 is the most
])
def test_the_phase(board, phase):
    assert opening(GAME, GAME.parse(f"{board} w - -")) == pytest.approx(phase)


def test_weights_change_with_the_phase():
    """A king in the middle is bad while there are queens, and good when there are none."""
    def weight(text):
        terms = HANDMADE.explain(GAME, GAME.parse(text)).terms
        return next(t.weight for t in terms if t.feature == "king in the middle")
    assert weight("rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w kq -") < -0.25
    assert weight("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -") > 0.15


def test_homes_in_chess960():
    """In BBQNNRKR the bishops come from a1 and b1, the knights from d1 and e1."""
    game = load("chess:start=0")
    assert KINDS["developed"].names(game, game.initial(), 0) == ()
    assert set(KINDS["developed"].names(GAME, game.initial(), 0)) == {"a1", "d1", "e1"}
