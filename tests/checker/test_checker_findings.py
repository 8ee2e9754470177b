"""Every broken game is found by the check that is meant for it, and by no other."""

import re
from itertools import count

import pytest

from checker import broken_games
from checker.broken_games import Drawn, Shuttle, Take, TakeFromPile
from zermelo.checker import check

EXPECTED = [
    # the game, the check that finds it, and words of the sentence
    ("RaisingPlay", "exceptions", "play raised ValueError: heap a is too small at line "),
    ("RepeatedMoves", "repeated moves", "moves yields the same move twice"),
    ("ListMoves", "bad moves", r"moves yields \[1\], which cannot be a move"),
    ("MixedMoves", "bad moves", "moves yields ints and also '12'"),
    ("EndlessMoves", "bad moves", "moves yields more than 100,000 moves"),
    ("NoMoves", "no moves", "moves yields nothing, though outcome says that the game goes on"),
    ("PlayInPlace", "changed states", "play changed the state that it was asked about"),
    ("OutcomeCounts", "changed states", "outcome changed the state"),
    ("NoEquality", "unequal states", "give their class __eq__ and __hash__"),
    ("UnequalHashes", "unequal states", "two equal states have unequal hashes"),
    ("ListStates", "bad states", r"a state cannot be hashed \(\[.*\]\)"),
    ("ForgottenReturn", "bad states", "play gives None: return the new state .* the move a2"),
    ("BoolInState", "bad states", "a state is no longer made of ints"),
    ("ChangedGame", "changed game", "play changed the game's attribute 'asked'"),
    ("FickleMoves", "more than the state", "moves sa(id|ys) .* about (the same|an equal) state"),
    ("FicklePlay", "more than the state", "play led to .* and later to"),
    ("OutcomeByHistory", "more than the state", "outcome says .* and, about an equal state,"),
    ("RandomStart", "the start", "let deals yield the possible starts"),
    ("ThirdPlayer", "bad player to move", "to_move says 2, and should say 0 or 1"),
    ("FloatPayoff", "bad payoffs", r"outcome says -?0\.5, and should say None or an int"),
    ("HugePayoff", "bad payoffs", "payoffs must lie within ±500,000"),
    ("NeverEnds", "endless games", "was there before, after 0 plies.*set `repetition = 3`"),
    ("GoesOn", "endless games", "a random game was not over after 300 plies"),
    ("KeyWithoutMover", "key", "have the same key, but to_move says"),
    ("KeyWithoutHeap", "key", "have the same key, but after .* their futures differ"),
    ("UnhashableKey", "key", "which cannot be hashed"),
    ("CanonicalMover", "canonical", "where another player is to move"),
    ("CanonicalValue", "canonical: value", "which is worth .* and not"),
    ("CanonicalTwice", "canonical", "but the canonical state of that is yet another"),
    ("IllegalCandidates", "candidates", "a move that is not among the moves .* the move b2"),
    ("NoCandidates", "candidates", "candidates yields no move at all"),
    ("WorseCandidates", "candidates: value", "the best of the candidates a1 is worth"),
    ("SlowerCandidates", "candidates: value",
     "candidates b1 is worth win in 5, but the position win in 3"),
    ("NarrowBounds", "bounds", "bounds gives 1 to 1, but a game from here ended with -1"),
    ("Needle", "bounds: value", "bounds gives -1 to -1, but the exact payoff is 1"),
    ("RosyOutlook", "outlook", "nothing worse than loss in 6 .* the exact value is loss in [24]"),
    ("SwappedOutlook", "outlook", "win in 1 as the worst and loss in 1 as the best"),
    ("ShortOutlook", "outlook", "should give four ints"),
    ("RashDecision", "decided", "gives 1 when it is asked for .*, but the exact payoff is -1"),
    ("TimidDecision", "decided", "gives [0-9-]+ when it is asked for at least"),
    ("WordyDecision", "decided", "should give an int or None"),
    ("BlindUnsettled", "unsettled", "the same unsettled [0-9], but [+-][0-9] and .* come to"),
    ("WrongBank", "unsettled", "the same unsettled .*, but .* to the player to move beyond"),
    ("SwappedBounds", "bounds", "the lowest payoff comes first"),
    ("FloatOrder", "order", r"order gives 0\.1, and should give an int"),
    ("IntNoisy", "noisy", "noisy gives 0, and should give True or False"),
    ("RaisingOrder", "exceptions", "order raised KeyError: 12 at line .* the move b2"),
    ("FickleOrder", "fickle hooks", "order said .* and, asked again,"),
    ("UnkeySwaps", "unkey", "whose key is"),
    ("NegativeKey", "unkey", "needs a whole number from 0 to below"),
    ("FallingTier", "tier", "tier is 5, and [34] after"),
    ("SameMoverAfterNull", "null_move", "where the same player is to move"),
    ("LoudWithoutB", "loud", "loud leaves out a noisy move .* the move b2"),
    ("LoudWithQuiet", "loud", "loud yields a move that is not noisy .* the move [ab]1"),
    ("LoudTwice", "loud", "loud yields the same move twice"),
    ("WordyExchange", "exchange", "exchange gives 'a stone', and should give a number .* [ab][12]"),
    ("UrgentCount", "urgent", "urgent gives [0-9], and should give True or False"),
    ("ThreatensNothing", "threatens", "threatens overlooks a move that wins, or is urgent .* [ab]"),
    ("ThreatensAlways", "threatens", "says True of a move after which nothing is urgent .* [ab]"),
    ("ThreatensCount", "threatens", "threatens gives [0-9], and should give True or False .* [ab]"),
    ("FickleUrgent", "fickle hooks", "urgent said .* and, asked again,"),
    ("PlayingKeyWithoutMover", "playing_key", "the same playing key, but to_move differs"),
    ("ForgetfulShuttle", "reversible", "reversible says 3 of .* came back .* after 4 plies"),
    ("RepetitionWithoutMover", "repetition", "count as the same position, but to_move differs"),
    ("ScoredSigns", "scored", "outcome says .*1, and played for points .*3: the signs should be"),
    ("ScoredMoves", "scored", "played for points, moves says something else"),
    ("ScoredWord", "scored", "scored gives 'margin', which is no game"),
    ("DealsBelowOne", "deals", "the 2 deals add up to 2/3, not to 1"),
    ("RepeatedDeals", "deals", "deals yields the same state twice"),
    ("TextWithoutMover", "position text", "two different states have this text|another state"),
    ("TextWithoutHistory", "position text", "outcome answers differently when .* read back"),
    ("TextWithSpaces", "position text", "leave out the spaces"),
    ("ParseSwaps", "position text", "parse reads the position's own text as another state"),
    ("RaisingParse", "unreadable positions", r"raised ValueError.*raise self\.bad_position"),
    ("SameMoveText", "move text", "two moves have the text 'take1', 1 and 11"),
    ("ParseMoveSwaps", "move text", "parse_move reads 'a1' as 11 and not 1"),
    ("RaisingParseMove", "unreadable moves", r"raise self\.illegal_move"),
    ("NoPicture", "pictures", "show gives None"),
    ("PlaceOutside", "pieces", r"is on place 2, and there are 0 to 1"),
    ("OwnedByThird", "pieces", "which is neither 0, 1 nor NOBODY"),
    ("UnknownKind", "pieces", "is of kind 1, and there are 0 to 0"),
    ("PlainTuples", "pieces", r"should yield Piece\(place, owner, kind, count\)"),
    ("OnlyOneHeapSeen", "looks", "two different positions look the same, .* say in `unseen`"),
    ("TouchesOutside", "touched places", "the board has places 0 to 1"),
    ("TouchesNothing", "touched places", "no move of this position can be pointed at"),
    ("UnknownColour", "places", "there is no colour 'gren' .did you mean green"),
    ("OneName", "places", "two places of the board are called 'a'"),
    ("ForgottenParameter", "parameters", "the parameter 'c' is not kept: set self.c in __init__"),
    ("OnePlayer", "players", "should be two different names"),
]


def by_check():
    """The first game for each check in every run."""
    seen = set()
    for name, expected, words in EXPECTED:
        yield pytest.param(name, expected, words, id=name,
                           marks=[pytest.mark.slow] if expected in seen else [])
        seen.add(expected)


@pytest.mark.parametrize("name, expected, words", list(by_check()))
def test_a_broken_game_is_found_by_the_check_meant_for_it(name, expected, words, monkeypatch):
    monkeypatch.setattr(broken_games.right, "TICKS", count())
    report = check(getattr(broken_games, name)(), games=100, plies=300, time=20)
    assert [finding.check for finding in report.findings] == [expected], str(report)
    assert not report.ok
    assert re.search(words, str(report.findings[0])), str(report.findings[0])


@pytest.mark.parametrize("game", [Take(), Take(1, 6), Drawn(), TakeFromPile(), Shuttle()], ids=repr)
def test_the_right_games_pass(game):
    report = check(game, games=200)
    assert report.ok, str(report)
