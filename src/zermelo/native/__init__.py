"""Rules to machine code: the same methods that run interpreted, compiled with Numba."""
