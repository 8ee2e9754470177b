"""Does a game keep the contract? Random games tell, with counter-examples.

    driver         plays the games and lets the checks look
    walk           one random game, and what the rules said on its way
    probe          asking a method with open eyes
    fingerprint    what an object is made of
    verdict        what a check is
    *_checks       the checks, one idea each
    report         what was found
    blame          whose mistake it is when something raises

>>> from zermelo import load
>>> print(check(load("nim:heaps=1+2"), games=50).summary().partition(" in ")[0])
nim:heaps=1+2: nothing wrong found
"""

from zermelo.checker.driver import CHECKS, check
from zermelo.checker.report import Finding, Report
from zermelo.checker.verdict import Check, Fault, GameCheck, Untested, Verdict, VisitCheck

__all__ = ["CHECKS", "Check", "Fault", "Finding", "GameCheck", "Report", "Untested", "Verdict",
           "VisitCheck", "check"]
