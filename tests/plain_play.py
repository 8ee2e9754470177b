"""What can come up, and what players can expect, computed the plainest way."""

from fractions import Fraction

from zermelo.textbook import solve


def sign(number):
    return (number > 0) - (number < 0)


def all_from(game, starts=None):
    """Every state that can come of some, or of the start."""
    found, waiting = set(), [game.initial()] if starts is None else list(starts)
    while waiting:
        s = waiting.pop()
        if s not in found:
            found.add(s)
            waiting += [game.play(s, m) for m in game.legal_moves(s)]
    return found


def expected(game, s, choose, worth, known=None):
    """The expectation of `worth(payoff)`; `choose(s, moves)` is a probability for each move."""
    known = {} if known is None else known
    if s not in known:
        payoff = game.outcome(s)
        if payoff is not None:
            known[s] = Fraction(worth(payoff))
        else:
            moves = list(game.moves(s))
            known[s] = sum(p * expected(game, game.play(s, m), choose, worth, known)
                           for m, p in zip(moves, choose(s, moves), strict=True))
    return known[s]


def evenly(s, moves):
    return [Fraction(1, len(moves))] * len(moves)


def best_moves_only(game, values):
    """Perfect play: any of the best moves for the result, each as likely as the others."""

    def choose(s, moves):
        view = 1 if game.to_move(s) == 0 else -1
        worth = [view * sign(solve(game, game.play(s, m), known=values).score) for m in moves]
        best = worth.count(max(worth))
        return [Fraction(1, best) if w == max(worth) else Fraction(0) for w in worth]

    return choose


def best_against_random(game, s, seat, worth, known=None):
    """The most that `seat` can expect of `worth(payoff)` if the other plays at random."""
    known = {} if known is None else known
    if s not in known:
        payoff = game.outcome(s)
        if payoff is not None:
            known[s] = Fraction(worth(payoff))
        else:
            after = [best_against_random(game, game.play(s, m), seat, worth, known)
                     for m in game.moves(s)]
            mine = game.to_move(s) == seat
            known[s] = max(after) if mine else sum(after) / len(after)
    return known[s]
