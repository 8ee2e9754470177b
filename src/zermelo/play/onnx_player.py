"""A neural network as a player: an ONNX file with one input and one output.

What the network is shown is told by the width of its input, a batch of rows of float32:

    64 × the numbers of the state   their bits, 0 or 1, the lowest first (of a bitboard: squares)
    the numbers of the state        as they are
    the evaluator's features        of the game's standard evaluator, in the first player's view

and what it answers by the width of its output:

    1                               the worth of a position to the first player; the player looks
                                    one ply ahead, and takes what is proven to be over as such
    more                            a score for each move, by its number; the best legal one is
                                    played

Where two of the widths are the same, the first in the list holds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import MissingExtraError, ParameterError
from zermelo.evaluation import LinearEvaluator, evaluators
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.play.clock import Clock
from zermelo.play.player import Player
from zermelo.position import Position

_FINISHED = 1e9  # a finished game is worth more than any network says
_BITS = 64


class OnnxPlayer(Player):
    """Plays what the network likes best; of equals, the first."""

    def __init__(self, game: Game, file: str, name: str | None = None) -> None:
        self.name = name or f"onnx:{file}"
        if not file.strip():
            raise ParameterError(f"{self.name!r} does not say which network: write "
                                 f"onnx:network.onnx")
        if not Path(file).is_file():
            raise ParameterError(f"{self.name!r}: there is no file {file!r}")
        try:
            import onnxruntime
        except ImportError:
            raise MissingExtraError("onnxruntime", "onnx", "a network as a player") from None
        try:
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            self._network = onnxruntime.InferenceSession(
                file, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors have no common base but this
            raise ParameterError(f"{self.name!r} is not a network that can be run: "
                                 f"{str(error).splitlines()[0]}") from None
        self._game = game
        self._input = self._network.get_inputs()[0]
        self._encode = self._encoding()

    def _encoding(self) -> Any:
        try:
            codec = Codec(self._game.initial())
        except ValueError:
            raise ParameterError(f"{self.name!r}: the states of {self._game.spec} are not made of "
                                 f"64-bit ints, so that a network cannot be shown them") from None
        opinion = next(iter(evaluators(self._game).values()), None)
        features = list(opinion.features.values()) if isinstance(opinion, LinearEvaluator) else []
        widths: dict[int, Callable[[Any], list[float]]] = {
            _BITS * codec.length: lambda s: [float(word >> i & 1) for word in codec.words(s)
                                             for i in range(_BITS)],
            codec.length: lambda s: [float(word) for word in codec.words(s)]}
        if features:
            widths.setdefault(len(features), lambda s: [f(self._game, s) for f in features])
        width = self._input.shape[-1]
        if len(self._input.shape) != 2 or width not in widths:
            raise ParameterError(f"{self.name!r} takes an input of shape {self._input.shape}: for "
                                 f"{self._game.spec} it should be rows of "
                                 f"{' or '.join(map(str, widths))} numbers")
        return widths[width]

    def _answers(self, states: list[Any]) -> Any:
        """The network's output, a row for each state."""
        import numpy as np

        rows = np.array([self._encode(state) for state in states], np.float32)
        return np.asarray(self._network.run(None, {self._input.name: rows})[0]).reshape(
            len(states), -1)

    def choose(self, position: Position, clock: Clock) -> Any:
        """Ask the network about this position, and if it only knows worths, about the next ones."""
        moves, state = position.moves, position.state
        scores = self._answers([state])[0]
        if len(scores) > 1:
            beyond = [m for m in moves if not (isinstance(m, int) and 0 <= m < len(scores))]
            if beyond:
                raise ParameterError(f"{self.name!r} scores {len(scores)} moves, and move "
                                     f"{beyond[0]!r} is none of them")
            return max(moves, key=lambda m: float(scores[m]))
        sign = 1 if position.to_move == 0 else -1
        after = [position.play(m) for m in moves]
        worths = self._answers([p.state for p in after])[:, 0]
        worth = {m: sign * (_FINISHED * p.result.payoff if p.result else float(w))
                 for m, p, w in zip(moves, after, worths, strict=True)}
        return max(moves, key=lambda m: worth[m])
