"""Functions and constants that games of the tests import by name."""

STEP = 2
WEIGHTS = (3, 1, 2)


def doubled(number):
    return STEP * number


def weighed(number):
    return doubled(number) + WEIGHTS[number % 3]


def depth_of(number: int) -> "int":
    """How often a number can be halved: a function that calls itself."""
    return 0 if number < 2 else 1 + depth_of(number // 2)
