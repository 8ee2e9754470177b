"""The engine for other people's programs: UCI for chess, UGI for every game.

    > uci
    < id name Zermelo …
    < uciok
    > position startpos moves e2e4
    > go movetime 100
    < info depth 5 … score cp -31 … pv b8c6 g1f3
    < bestmove b8c6 ponder g1f3

`docs/uci.md` says how to plug it in. Nothing is imported or compiled before it is
needed, so that `uciok` comes at once.
"""
