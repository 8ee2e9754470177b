"""`zermelo solve --table-file`: stopped, and asked again."""

from zermelo.cli import main

WORDS = ["solve", "connect4:width=5,height=5", "--nodes", "60000", "--table-file"]


def test_a_proof_in_several_goes(zermelo, tmp_path):
    place = str(tmp_path / "a.table")
    ran = zermelo(*WORDS, place)
    assert ran.status == 1
    assert ran.err == (f"zermelo: not proven within the limit; what was found is in {place!r}: ask "
                       f"again to go on\n")
    for _ in range(30):
        ran = zermelo(*WORDS, place)
        if ran.status == 0:
            break
    assert "\nvalue     draw for " in ran.out
    assert ran.err == ""


def test_a_table_of_another_game(capsys, tmp_path):
    place = str(tmp_path / "a.table")
    assert main(["solve", "nim", "--table-file", place]) == 0
    assert main(["solve", "tictactoe", "--table-file", place]) == 2
    assert capsys.readouterr().err.endswith(
        f"the table {place!r} is of nim, and the engine of tictactoe: choose another file\n")
