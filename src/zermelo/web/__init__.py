"""The page: a small server on this machine, and what it shows in the browser.

    app.py          routes, checks, headers
    clients.py      one browser tab over a WebSocket
    searches.py     many searches, few cores: slices by turns, each can be called off
    engines.py      engines lent out, one search at a time
    opponents.py    levels, and perfect play
    catalogue.py    which games may be asked for
    wishes.py       what a client asks, read with suspicion
    arenas.py       an arena while it is played, and its games as boards
    arena_report.py … as one file that needs nothing else
    steps.py        a textbook search, step by step, for the tree lab
    scale.py        how large an evaluator's numbers are
    serving.py      the server itself
"""
