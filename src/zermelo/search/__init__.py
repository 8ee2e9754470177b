"""The engine: one search, run interpreted for any states and compiled for states of ints."""
