"""A compiler for rules: Python's syntax tree → LLVM → the processor, a GPU, a browser.

It knows just what rules, evaluators and the kernels of this project are written in: ints of 64
bits, bools, floats, tuples, loops, generators and functions. Read it in this order:

    source        a function's syntax tree
    types         what is known of a value
    values        constants, and registers that hold what is not known yet
    body          a function under way: instructions, variables, faults
    operators     arithmetic and comparisons, meaning what Python means
    expressions   … and all else that has a value
    statements    what has none
    loops         `for`, and everything that it can run through; generators
    calls         which function is meant, and with what arguments
    functions     one copy for each sort of arguments; recursion
    builtin       `min`, `sum`, `enumerate`, `math.floor` …
    portable      the functions of `zermelo.portable`, as machine instructions
    records       memory with named fields
    hooks         what a game's methods must give
    targets       optimised machine code, PTX or WebAssembly
    wasm          an object file made a module of its own
    objects       compiled code on disk, and loaded
    fingerprint   what compiled code depends on
    diagnosis     why something does not compile, and what to write instead

What cannot be compiled is refused before anything runs, with the line, the piece of source and what
to write instead. What is compiled means what it means interpreted; only whole numbers that outgrow
64 bits do not, and are noticed where that is cheap.
"""
