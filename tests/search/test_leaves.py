"""Leaves counted as a GPU does it: its kernel on the processor, and what is said without one."""

import ctypes
import random

import pytest

from zermelo import Engine, load
from zermelo.errors import ParameterError
from zermelo.kernel import cuda
from zermelo.kernel.codec import Codec
from zermelo.kernel.kernel import Kernel
from zermelo.search import leaves


class Twin:
    """What a thread of the GPU does, one state after the other, here."""

    def __init__(self, game, run, records, extra, hooks):
        self.codec = Codec(game.initial())
        self.kernel = Kernel(game, run, records, extra, hooks=hooks, native=True, quick=True)
        self.memory = self.kernel.new(records[0])

    def run(self, words, field, steps, path):
        import numpy as np

        found = []
        for row, way in zip(words.tolist(), path.tolist(), strict=True):
            self.memory.steps = steps
            for i, number in enumerate(way):
                self.memory.path[i] = number
            self.kernel.run(self.codec.state(row), self.memory)
            found.append(getattr(self.memory, field))
        return np.array(found, np.int64)


@pytest.fixture
def twin(monkeypatch):
    monkeypatch.setattr(cuda, "gpu", lambda: None)
    monkeypatch.setattr(cuda, "CudaKernel", Twin)


@pytest.mark.parametrize("spec, depth", [
    ("connect4", 7), ("othello", 6), ("dots:width=2,height=2", 6), ("tictactoe", 9)])
@pytest.mark.parametrize("few, enough", [(1, 1), (5, 50), (300, 1000)])
@pytest.mark.few(3, telling=["5-50-dots", "300-1000-connect4"])
def test_as_on_the_processor(twin, monkeypatch, spec, depth, few, enough):
    monkeypatch.setattr(leaves, "_FEW", few)
    monkeypatch.setattr(leaves, "_ENOUGH", enough)
    game = load(spec)
    engine = Engine(game, None, table_mb=1)
    rng = random.Random(enough)
    for plies in (0, 1, 3):
        here = game.position()
        for _ in range(plies):
            here = here.play(rng.choice(here.moves))
        assert leaves.count_on_gpu(game, here.state, depth) == engine.count_leaves(here, depth)


def test_games_that_are_over_have_no_leaves(twin):
    game = load("tictactoe")
    over = game.parse("xxx/oo./...:o")
    assert leaves.count_on_gpu(game, over, 5) == 0


def test_without_a_gpu_a_sentence_says_so():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        with pytest.raises(ParameterError, match="there is no NVIDIA GPU here"):
            leaves.count_on_gpu(load("connect4"), load("connect4").initial(), 8)
    else:
        pytest.skip("there is a driver here")
