"""Every command against every kind of mistake: one clear sentence, status 2, no traceback.

A new command is one line in TAKES_GAME (with what it needs besides) or in OTHERS, and one list
in MISTAKES.
"""

import pytest
from bad_input import GAMES, MOVES, POSITIONS, assert_refused

TAKES_GAME = {  # a command, and how it is given a game
    "show": lambda game: ["show", game],
    "analyze": lambda game: ["analyze", game],
    "explain": lambda game: ["explain", game],
    "solve": lambda game: ["solve", game],
    "perft": lambda game: ["perft", game, "--depth", "2"],
    "tree": lambda game: ["tree", game],
    "check": lambda game: ["check", game],
    "bench": lambda game: ["bench", game],
    "play": lambda game: ["play", game],
    "match": lambda game: ["match", "random", "random", "--game", game],
    "deals": lambda game: ["deals", game],
    "report": lambda game: ["report", game],
    "sweep": lambda game: ["sweep", game],
    "judge": lambda game: ["judge", game, "random"],
    "examples": lambda game: ["examples", game, "--out", "set"],
    "tune": lambda game: ["tune", game],
    "publish": lambda game: ["publish", game, "-o", "site"],
    "database": lambda game: ["database", "make", game, "--out", "base"],
    "book": lambda game: ["book", "make", game, "--plies", "2", "--out", "base"],
}
TAKES_POSITION = ["show", "analyze", "explain", "solve", "perft", "tree", "play"]
OTHERS = {"games": ["games"]}

WHOLE = "is not a whole number"
NUMBER = "is not a number"
SENSE = "makes no sense"
LIMITS = [
    ("--depth=-1", SENSE), ("--depth=deep", WHOLE), ("--depth=2.5", WHOLE), ("--depth=", WHOLE),
    ("--nodes=0", SENSE), ("--nodes=-5", SENSE), ("--nodes=many", WHOLE), ("--nodes=1e6", WHOLE),
    ("--time=0", SENSE), ("--time=-1", SENSE), ("--time=nan", SENSE), ("--time=inf", SENSE),
    ("--time=soon", NUMBER),
]
ENGINE = [
    ("--threads=0", "an engine cannot have 0 threads"), ("--threads=-2", "-2 threads"),
    ("--threads=two", WHOLE), ("--table=0", SENSE), ("--table=-1", SENSE), ("--table=big", NUMBER),
    ("--table=nan", SENSE),
]
CLOCKS = [
    ("--clock=soon", "'soon' is not a clock: write 5/move"), ("--clock=0", SENSE),
    ("--clock=-1", "is not a clock"), ("--clock=", "'' is not a clock"),
    ("--clock=5/game", "is not a clock"), ("--seed=x", WHOLE),
]
PLAYERS = [
    ("xyzzy", "there is no player 'xyzzy'; there are random, greedy"),
    ("randm", "did you mean random?"), ("", "there is no player ''"),
    ("random:seed=x", "seed=x in 'random:seed=x': give a whole number"),
    ("level:0", "there is no level 0"), ("level:11", "there is no level 11"),
    ("level:top", "does not say which level"), ("engine:depth=-3", "a depth of -3 makes no sense"),
    ("engine:time=0", SENSE), ("engine:speed=3", "engine has no setting 'speed'"),
    ("minimax:depth=0", "a depth of 0 makes no sense"), ("program:", "does not say which program"),
    ("program:./no-such-bot", "there is no program './no-such-bot'"),
    ("nothere.py:f", "there is no file 'nothere.py'"), ("empty.py:f", "empty.py has no 'f'"),
    ("syntax.py:f", "running syntax.py failed at line 1: SyntaxError"),
    ("raises.py:f", "running raises.py failed at line 2: ZeroDivisionError"),
    ("exits.py:f", "exits.py calls sys.exit(3) when it is run"),
    ("right.py:", "does not say which function"),
    ("right.py:tak", "right.py has no 'tak' (did you mean Take?)"),
]

MISTAKES = {  # what follows the command and its game, and words of the answer
    "games": [("--json=yes", "--json"), ("extra", "extra"), ("--xyzzy", "no option --xyzzy"),
              ("--jsno", "did you mean --json?"), ("-q", "-q")],
    "show": [("--moves", "requires an argument"), ("--depth=3", "no option --depth")],
    "analyze": [*LIMITS, *ENGINE, ("--evaluator=nope", "tictactoe has no evaluator 'nope'"),
                ("--evaluator=standrd", "did you mean standard?"), ("--al", "did you mean --all?")],
    "explain": [("--evaluator=nope", "tictactoe has no evaluator 'nope'; it has standard"),
                ("--evaluator=standrd", "did you mean standard?"),
                ("--evaluator=nothere.json", "cannot be read: No such file"),
                ("--depth=3", "no option --depth"), ("--seed=x", WHOLE),
                ("--deal=zzz", "zzz"), ("--output=x.svg", "say which squares to draw: --feature"),
                ("--feature=open", "there is no feature 'open' here (did you mean open rows?)"),
                ("--deal=1", "tictactoe is not dealt")],
    "solve": [*(m for m in LIMITS if "depth" not in m[0]), *ENGINE, ("--depth=3", "no option")],
    "perft": [*(m for m in LIMITS if "depth" in m[0]), ("--time=3", "no option --time")],
    "tree": [*(m for m in LIMITS if "time" not in m[0]), ("--algorithm=magic", "'magic'"),
             ("--compare=minimax,magic", "'magic'"), ("--evaluator=nope", "no evaluator 'nope'"),
             ("--output=x.xyz", "x.xyz"), ("--output=x", "'x'"), ("--drawn=0", "0"),
             ("--drawn=x", WHOLE), ("--theme=pink", "'pink'")],
    "check": [("--games=0", SENSE), ("--games=few", WHOLE), ("--seed=x", WHOLE),
              ("--time=0", SENSE), ("--time=x", NUMBER), ("--natve", "did you mean --native?")],
    "bench": [("--depth=0", SENSE), ("--depth=x", WHOLE), ("--positions=x", WHOLE),
              ("--positions=0", "0 positions make no sense"),
              ("--without=nothing", "there is no technique 'nothing'"),
              ("--without=kilers", "did you mean killers?"), ("--trial-depth=x", WHOLE), *ENGINE],
    "sweep": [("--width", "--width does not say which values: write --width 3..6"),
              ("--width --json", "--width does not say which values"),
              ("--width=6..3", "width=6..3: '6..3' comes to nothing: write 3..6"),
              ("--width 3..9..0", "'3..9..0' comes to nothing"),
              ("--width 3..9..-2", "'3..9..-2' comes to nothing"),
              ("--width=3..", "'3..' is no value and no range"), ("--width=3,,4", "'' is no value"),
              ("--width=", "width=: '' is no value"), ("--width=three", "give a whole number"),
              ("--width=3.5", "width=3.5 in 'tictactoe': give a whole number"),
              ("--width=1..1001", "more than 1,000 values: take a larger step"),
              ("--width=1..40 --height=1..40", "40 × 40 = 1,600 combinations are more than 1,000"),
              ("--width=30", "tictactoe cannot have width=30: give 1 to 26"),
              ("--width=30..33", "none of the 4 combinations can be had: tictactoe cannot have"),
              ("--width=3 --width=4", "'width' is given twice: put its values in one list"),
              ("--width=3 --set width=4", "'width' is given twice"),
              ("--set width", "write --set NAME=VALUES"), ("--set wdith=3", "did you mean width?"),
              ("--wdith 3..4", "there is no option --wdith (did you mean --width?), and "),
              ("3..4", "'3..4' belongs to no parameter: write --name VALUES"),
              ("--games=0", "0 random games measure nothing"), ("--games=few", WHOLE),
              ("--svg=x.png", "cannot draw 'x.png': give a name that ends with .svg"),
              ("--svg=no/x.svg", "cannot write 'no/x.svg': there is no folder 'no'"),
              *(m for m in LIMITS if "depth" not in m[0])],
    "play": [*CLOCKS, *((f"--against={text}", words) for text, words in PLAYERS if text),
             ("--load=x", "cannot read 'x': No such file"),
             ("--second=1", "--second")],
    "book": [("--plies=x", WHOLE), ("--plies=-1", "cannot have -1 plies")],
    "match": [*CLOCKS, ("--games=0", "a number of games of 0"), ("--games=-2", "games of -2"),
              ("--games=many", WHOLE), ("--threads=0", "0 threads make no sense"),
              ("--threads=x", WHOLE), ("--opening=-1", "an opening of -1 plies"),
              ("--opening=x", WHOLE), ("--save=right.py", "cannot keep games in 'right.py'"),
              ("--save", "requires an argument")],
}
EVERY = [  # what no command takes
    ("--xyzzy", "there is no option --xyzzy"), ("--jsno", "did you mean --json?"),
    ("-z", "-z"), ("zqx zqx zqx zqx", "zqx"), ("--json=1", "--json"),
]


def cases(command):
    return [*MISTAKES.get(command, []), *EVERY]


@pytest.mark.parametrize("command", TAKES_GAME)
def test_games_that_cannot_be_had(zermelo, files, command):
    for spec, words in GAMES:
        assert_refused(zermelo(*TAKES_GAME[command](spec)), words)


@pytest.mark.parametrize("command", TAKES_POSITION)
def test_text_that_is_no_position(zermelo, files, command):
    for spec, position, words in POSITIONS:
        given = TAKES_GAME[command](spec)
        assert_refused(zermelo(*given[:2], position, *given[2:]), words)


@pytest.mark.parametrize("command", TAKES_POSITION)
def test_moves_that_cannot_be_played(zermelo, files, command):
    for spec, moves, words in MOVES:
        assert_refused(zermelo(*TAKES_GAME[command](spec), "--moves", moves), words)


@pytest.mark.parametrize("command", [*TAKES_GAME, *OTHERS])
def test_mistakes(zermelo, files, command):
    start = TAKES_GAME[command]("tictactoe") if command in TAKES_GAME else OTHERS[command]
    for typed, words in cases(command):
        assert_refused(zermelo(*start, *typed.split(" ")), words)


def words_of(command):
    """What is typed for it."""
    return [command, "make"] if command in ("database", "book") else [command]


@pytest.mark.parametrize("command", TAKES_GAME)
def test_nothing_given(zermelo, command):
    assert_refused(zermelo(*words_of(command)), "game" if command == "play" else "missing argument")


@pytest.mark.parametrize("side", [0, 1])
def test_players_that_cannot_be_had(zermelo, files, side):
    for text, words in PLAYERS:
        players = ["random", "random"]
        players[side] = text
        assert_refused(zermelo("match", *players, "--game", "tictactoe"), words)


@pytest.mark.parametrize("text, words", [
    (None, "cannot read 'game.txt': No such file"),
    ("", "game.txt, line 1: a game begins with"),
    ("# a game of Zermelo's, version 1\ngame: nim\n", "game.txt: there is no header 'first'"),
    ("# a game of Zermelo's, version 1\ngame: nim\nfirst: human\nsecond: xyzzy\nresult: *\n",
     "there is no player 'xyzzy'"),
    ("# a game of Zermelo's, version 1\ngame: nim\nfirst: human\nsecond: human\nresult: *\n\n"
     "1 first zz 0.1\n", "game.txt, line 7: illegal move 'zz'"),
])
def test_saved_games_that_cannot_be_resumed(zermelo, files, text, words):
    if text is not None:
        (files / "game.txt").write_text(text)
    assert_refused(zermelo("play", "--load", "game.txt"), words)


def test_each_command_meets_forty_kinds():
    for command in TAKES_GAME:
        kinds = len(GAMES) + len(cases(command))
        assert kinds >= 40, command


@pytest.mark.parametrize("command", [*TAKES_GAME, *OTHERS])
def test_help_has_examples_and_json(zermelo, command):
    ran = zermelo(*words_of(command), "--help")
    assert ran.status == 0 and ran.err == ""
    assert f"\n    zermelo {command}" in ran.out and "--json" in ran.out
