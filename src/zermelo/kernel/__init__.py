"""One runtime for everything that runs a game's rules many times over.

A kernel is a plain function of rules, memory and a state. It runs as it stands, interpreted, or
compiled together with the rules; both do the same, word for word.
"""
