"""A compiler for rules: Python's syntax tree → LLVM → the processor, a GPU, a browser.

It knows just what rules, evaluators and the kernels of this project are written in: ints of 64
bits, bools, floats, tuples, loops, generators and functions. Read it in this order:

    source        a function's syntax tree
    types         what is known of a value
    values        constants, and registers that hold what is not known yet
    refusal       what cannot be compiled, and how that is told
    frames        what is remembered of a function while it is compiled: variables, loops
    callee        … and what its callers see of it
    shared        what all functions that are compiled together have in common
    instructions  the lines written so far, and faults
    conversions   a value as one of another type
    body          all of these: a function under way
    operators     arithmetic and comparisons, meaning what Python means
    attributes    `of.name`
    items         `of[index]`
    expressions   everything that has a value, from names to lists
    subscripts    … and items of what lies in memory
    conditions    … and comparisons, `and`, `or`, `if … else`
    statements    what has none
    order         what is worked out before what
    iteration     everything that `for` can run through
    loops         … and `for` itself, with `while`
    generators    `yield`, as a body of the loop that asks for it
    comprehensions  `[… for …]`, `any(… for …)`
    endings       how a function comes back: values, faults, generators that are done
    calling       arguments and parameters
    calls         which function is meant
    functions     one copy for each sort of arguments; recursion
    annotations   what one that calls itself says it returns
    module        everything that is compiled together, and the entry
    builtin       `min`, `sum`, `enumerate`, `math.floor` …
    machine       the functions of `zermelo.portable`, as machine instructions
    lanes         … and those of `zermelo.lanes`, on many numbers at once
    records       memory with named fields
    fields        … in compiled code
    hooks         what a game's methods must give
    faults        what may go wrong while it runs, and where
    doors         from quick code into better code, while it runs
    build         all of it, for one kernel
    targets       machine code, quick or optimised, PTX or WebAssembly
    wasm          an object file made a module of its own
    objects       compiled code on disk, and loaded
    leftovers     what LLVM leaves in memory, given back
    fingerprint   what compiled code depends on
    diagnosis     why something does not compile, and what to write instead

What cannot be compiled is refused before anything runs, with the line, the piece of source and what
to write instead. What is compiled means what it means interpreted; only whole numbers that outgrow
64 bits do not, and are noticed where that is cheap.
"""
