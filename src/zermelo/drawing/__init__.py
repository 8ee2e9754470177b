"""Boards as pictures: SVG from the text that a game shows itself with.

>>> from zermelo import load
>>> game = load("tictactoe")
>>> here = game.parse("xo./.x./..o:x")
>>> picture = board_picture(game.show(here), game.players)
>>> picture.body.count("zb-first"), picture.body.count("zb-second")
(2, 2)
"""

from zermelo.drawing.picture import BOARD_STYLE, Picture, board_picture, board_svg

__all__ = ["BOARD_STYLE", "Picture", "board_picture", "board_svg"]
