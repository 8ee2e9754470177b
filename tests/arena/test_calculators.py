"""`zermelo arena sprt` and `zermelo arena elo`."""

import json

import pytest

from zermelo.cli import main


@pytest.fixture
def arena(capsys):
    def run(*words):
        status = main(["arena", *words])
        return status, *capsys.readouterr()
    return run


def test_the_golden_vector(arena):
    status, out, err = arena("sprt", "379,10170,21828,10640,343", "--bounds", "0,2", "--json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert round(found["llr"], 3) == 2.946 and found["verdict"] == "H1"
    assert (round(found["lower"], 3), round(found["upper"], 3)) == (-2.944, 2.944)
    assert (round(found["nelo"], 2), round(found["nelo_error"], 2)) == (3.05, 2.31)
    assert "H1 is accepted: 2 nElo rather than 0" in arena(
        "sprt", "379,10170,21828,10640,343", "--bounds", "0,2")[1]


@pytest.mark.parametrize("results, verdict", [
    ("10,20,10", "continue"), ("300,500,200", "H0"), ("200,500,300", "H1"),
])
def test_verdicts(arena, results, verdict):
    found = json.loads(arena("sprt", results, "--bounds", "0,10", "--json")[1])
    assert found["verdict"] == verdict
    assert (found["llr"] >= found["upper"]) == (verdict == "H1")


def test_elo(arena):
    found = json.loads(arena("elo", "90,120,60", "--json")[1])
    assert (found["elo"], found["error"], round(found["los"], 3)) == (38.76, 31.01, 0.993)
    assert "+38.8 ± 31.0" in arena("elo", "90,120,60")[1]


def test_a_clean_sheet_has_no_number(arena):
    found = json.loads(arena("elo", "10,0,0", "--json")[1])
    assert found["elo"] is None and found["error"] is None and found["los"] > 0.99
    assert "every game was won" in arena("elo", "10,0,0")[1]
    assert "nElo     less than can be told, 5 games" in arena("sprt", "5,0,0")[1]


@pytest.mark.parametrize("words, complaint", [
    (["elo", "1,2"], "'1,2' is not three counts"), (["elo", "1,x,2"], "'x' is not a whole number"),
    (["elo", "0,0,0"], "no result among the counts"),
    (["elo", "-1,2,3"], "'-1,2,3' has a count below 0"),
    (["sprt", "-1,2,3", "--bounds", "-5,0"], "'-1,2,3' has a count below 0"),
    (["sprt", "1,2"], "2 counts"), (["sprt", "1,2,3", "--bounds", "5"], "'5' is not two bounds"),
    (["sprt", "1,2,3", "--bounds", "5,0"], "H0 below H1"),
    (["sprt", "1,2,3", "--bounds", "a,b"], "'a,b' is not two bounds"),
    (["sprt", "1,2,3", "--alpha", "0"], "alpha is the chance"),
    (["sprt"], "missing argument"),
])
def test_mistakes_are_told_in_a_sentence(arena, words, complaint):
    status, out, err = arena(*words)
    assert (status, out) == (2, "") and complaint in err and err.count("\n") == 1
