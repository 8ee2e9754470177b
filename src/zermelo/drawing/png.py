"""Pictures in pixels, for slides and papers that take no SVG."""

from __future__ import annotations

from zermelo.errors import ParameterError

SHARP = 2.0  # pixels for each unit of the picture, so that print and large screens look well


def png_of(svg: str, scale: float = SHARP) -> bytes:
    """A picture as PNG. The renderer, resvg, is an extra: ParameterError if it is not there."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ParameterError("PNG needs a renderer: pip install 'zermelo[png]', or write .svg, "
                             "which needs nothing") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=scale))
