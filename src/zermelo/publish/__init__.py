"""A site of one's own: games that are played and analysed in a browser alone, with no server.

    sight.py        all that a page asks of rules, as one kernel
    scripts.py      the game's own texts, in JavaScript: javascript.py translates a function,
                    patterns.py regular expressions
    names.py        what moves are called where that cannot be done
    reasons.py      why games are over, likewise
    published.py    a game as data: its two modules of WebAssembly, its board, its names
    site.py         the folder: what is written, and what is not overwritten

The page itself is that of `zermelo serve`, with a worker where the server was.
"""
