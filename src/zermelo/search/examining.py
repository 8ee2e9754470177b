"""All that a game's rules and its evaluator say of a state, as one number: the same interpreted and
compiled, or one of the two is not what was meant (`agreement`)."""

from __future__ import annotations

from typing import Any

from zermelo.game import A_PAYOFF, PAYOFF_LIMIT
from zermelo.portable import flattened, promised, seldom, shr, wrap
from zermelo.search.codes import to_thousandths
from zermelo.search.memory import Memory
from zermelo.search.rules import Rules

_ODD = 0x2545F4914F6CDD1D


@seldom
def everything_about(rules: Rules, memory: Memory, s: Any) -> int:
    """A number that depends on every hook's answer, in this state and for each of its moves."""
    about = mixed(rules.to_move(s), rules.key(s))
    about = mixed(about, rules.key(rules.canonical(s)))
    about = mixed(about, rules.repetition_key(s))
    payoff = rules.outcome(s)
    if payoff is not None:
        promised(abs(payoff) <= PAYOFF_LIMIT, s, A_PAYOFF)
        return mixed(about, payoff)
    about = mixed(mixed(about, rules.bounds(s)), rules.evaluate(memory, s))
    for m in rules.candidates(s):
        about = mixed(about, m)
    for m in rules.moves(s):
        about = mixed(mixed(about, m), rules.play(s, m))
        about = mixed(mixed(about, rules.order(s, m)), 1 if rules.noisy(s, m) else 0)
        if rules.has_proof_order:
            about = mixed(about, rules.proof_order(s, m))
        if rules.has_threatens:
            about = mixed(about, 1 if rules.threatens(s, m) else 0)
        if rules.has_exchange and rules.noisy(s, m):
            about = mixed(about, to_thousandths(rules.exchange(s, m)))
    if rules.has_outlook:
        about = mixed(about, rules.outlook(s))
    if rules.has_decided:
        sure = rules.decided(s, 1)
        about = mixed(about, PAYOFF_LIMIT + 1 if sure is None else sure)
    if rules.has_nearly_over:
        about = mixed(about, 1 if rules.nearly_over(s) else 0)
    if rules.has_unsettled:
        about = mixed(mixed(about, rules.settled(s)), rules.unsettled(s))
    if rules.has_loud:
        for m in rules.loud(s):
            about = mixed(about, m)
    if rules.has_urgent:
        about = mixed(about, 1 if rules.urgent(s) else 0)
    if rules.has_reversible:
        about = mixed(about, rules.reversible(s))
    if rules.has_playing_key:
        about = mixed(about, rules.playing_key(s))
    if rules.has_null_move:
        about = mixed(about, rules.null_move(s))
    return about


@seldom
def mixed(about: int, words: Any) -> int:
    """A number that tells the same words told in the same order from others."""
    for word in flattened(words):
        about = wrap((about ^ word) * _ODD)
        about ^= shr(about, 32)
    return about
