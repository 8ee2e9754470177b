"""A clock that moves on whenever it is looked at: for promises about time, which a busy machine
cannot make fail and a slow answer cannot keep. How late answers are by a real clock is measured in
the benchmarks."""

from types import SimpleNamespace


class Ticking:
    """Stands in for the module `time` in one of ours."""

    def __init__(self, tick=1.0):
        self.now, self.tick = 1000.0, tick
        self.began = self.now

    def look(self):
        self.now += self.tick
        return self.now

    @property
    def gone(self):
        return self.now - self.began

    def within(self, monkeypatch, *modules):
        """Let these modules look at this clock alone."""
        stand_in = SimpleNamespace(monotonic=self.look, perf_counter=self.look)
        for module in modules:
            monkeypatch.setattr(f"{module}.time", stand_in)
        return self
