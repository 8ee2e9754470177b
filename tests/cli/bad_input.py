"""What people type by mistake, and words that the answer must have."""

COMMANDS = [
    ("gmes", "there is no command 'gmes' (did you mean games?)"),
    ("xyzzy", "there is no command 'xyzzy'; there are games, show, analyze, explain, solve, perft"),
    ("shwo tictactoe", "'shwo' (did you mean show?)"),
    ("--versoin", "there is no option --versoin (did you mean --version?)"),
    ("--xyzzy", "there is no option --xyzzy;"),
    ("-z", "-z"),
    ("games extra", "extra"),
    ("games --jsn", "there is no option --jsn (did you mean --json?)"),
    ("show", "missing argument 'GAME'"),
    ("show tictactoe .../.../...:x extra", "extra"),
    ("show tictactoe --mvoes a1", "there is no option --mvoes (did you mean --moves?)"),
    ("show tictactoe --moves", "'--moves' requires an argument"),
    ("check", "missing argument 'GAME'"),
    ("check nim extra", "extra"),
    ("check nim --gams 3", "there is no option --gams (did you mean --games?)"),
    ("check nim --games", "'--games' requires an argument"),
    ("check nim --games many", "'--games': 'many' is not a whole number"),
    ("check nim --games 1.5", "'--games': '1.5' is not a whole number"),
    ("check nim --games 0", "a number of games of 0 makes no sense"),
    ("check nim --games=-3", "a number of games of -3 makes no sense"),
    ("check nim --seed abc", "'--seed': 'abc' is not a whole number"),
    ("check nim --time soon", "'--time': 'soon' is not a number"),
    ("check nim --time 0", "a time of 0.0 makes no sense"),
    ("check nim --time=-1", "a time of -1.0 makes no sense"),
    ("check nim --time nan", "a time of nan makes no sense"),
]

GAMES = [
    ("tictacto", "unknown game 'tictacto' (did you mean tictactoe?); `zermelo games` lists"),
    ("TicTacTo", "unknown game 'TicTacTo' (did you mean tictactoe?)"),
    ("xyzzy", "unknown game 'xyzzy'; `zermelo games` lists"),
    ("connectfor", "(did you mean connectfour?)"),
    ("", "unknown game ''"),
    (":", "unknown game ''"),
    ("tictactoe:width", "'width' in 'tictactoe:width' is not a parameter: write name=value"),
    ("tictactoe:width=", "'width=' in 'tictactoe:width='"),
    ("tictactoe:=3", "'=3' in 'tictactoe:=3'"),
    ("tictactoe:width=3,width=4", "'width' stands twice"),
    ("tictactoe:widht=3", "no parameter 'widht' (did you mean width?)"),
    ("tictactoe:colour=red", "no parameter 'colour'; it takes width, height, k"),
    ("tictactoe:width=three", "width=three in 'tictactoe:width=three': give a whole number"),
    ("tictactoe:width=3.5", "width=3.5"),
    ("tictactoe:width=0", "tictactoe cannot have width=0"),
    ("tictactoe:k=99", "tictactoe cannot have k=99"),
    ("nim:misere=maybe", "misere=maybe in 'nim:misere=maybe': say true or false"),
    ("nim:heaps=3-4", "nim cannot have heaps=3-4"),
    ("othello:start=sideways", "othello cannot have start=sideways"),
    ("nothere.py:Take", "there is no file 'nothere.py'"),
    ("folder.py:Take", "there is no file 'folder.py'"),
    ("syntax.py:Broken", "'syntax.py:Broken': running syntax.py failed at line 1: SyntaxError"),
    ("raises.py:Take", "running raises.py failed at line"),
    ("imports.py:Take", "No module named 'there_is_no_such_module'"),
    ("exits.py:Take", "'exits.py:Take': exits.py calls sys.exit(3) when it is run"),
    ("binary.py:Take", "'binary.py:Take': running binary.py failed"),
    ("empty.py:Take", "has no game class 'Take'; it has none"),
    ("right.py:broken", "has no game class 'broken' (did you mean Broken?)"),
    ("right.py:NoGame", "has no game class 'NoGame'"),
    ("right.py:", "does not say which class: write right.py:Name; it has"),
    ("right.py:Unfinished", "the class Unfinished still lacks moves, outcome, play, to_move"),
    ("right.py:Take:stones=many", "stones=many in 'right.py:Take:stones=many'"),
    ("right.py:Take:stones=0", "'right.py:Take:stones=0': Take refused it: there must be a stone"),
    ("right.py:Take:stnoes=3", "no parameter 'stnoes' (did you mean stones?)"),
    ("right.py:Take:fast=perhaps", "fast=perhaps"),
]

POSITIONS = [
    ("tictactoe", "", "'' is not a position of tictactoe"),
    ("tictactoe", "nonsense", "'nonsense' is not a position of tictactoe"),
    ("tictactoe", "xo./.x./..:x", "'xo./.x./..:x' is not a position of tictactoe"),
    ("tictactoe", "xo?/.x./..o:x", "'?' in row 1"),
    ("tictactoe", "xxx/.../...:o", "o cannot be to move with 3 x and 0 o"),
    ("nim", "3+4:first", "'3+4:first' is not a position of nim"),
    ("right.py:Take", "[1,2]", "'[1,2]' is not a position of Take"),
    ("right.py:Take", "__import__('os')", "is not a position of Take: write it like (4,0)"),
]

MOVES = [
    ("tictactoe", "zz", "illegal move 'zz' in .../.../...:x: x may play a1"),
    ("tictactoe", "a1 a1", "illegal move 'a1' in x../.../...:o"),
    ("tictactoe", "a1 a2 b1 b2 c1 c2", "illegal move 'c2' in xxx/oo./...:o: 3 in a row"),
    ("right.py:Take", "3", "illegal move '3' in (4,0): first may play 1, 2"),
]


def assert_refused(ran, words):
    assert ran.status == 2, ran
    assert ran.out == "", ran
    assert ran.err.startswith("zermelo: ") and ran.err.count("\n") == 1, ran
    assert "Traceback" not in ran.err, ran
    assert words in ran.err, ran
