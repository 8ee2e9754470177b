"""Devices by their names, as users give them."""

from __future__ import annotations

from zermelo.errors import ParameterError
from zermelo.kernel.lanes import Lanes


def lanes_of(device: str | Lanes) -> Lanes:
    """Where to work: on the "cpu", or with "cuda" on a GPU; ParameterError if there is none."""
    if isinstance(device, Lanes):
        return device
    if device == "cpu":
        return Lanes()
    if device != "cuda":
        raise ParameterError(f"there is no device {device!r}: give cpu or cuda")
    from zermelo.kernel.cuda import CudaLanes

    return CudaLanes()
