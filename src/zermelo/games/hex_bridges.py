"""Hex: sides that are as good as connected.

    . r .      A bridge: two stones and the two empty cells that both of them touch. Should the
     . .       other player take one of these, its owner takes the other. A stone in the second
      . r .    row has such a bridge to the side.

Who has his sides linked by chains and bridges, of which no two share a cell, wins, whoever is to
move: he answers every attack, and with any other move of his he makes a bridge a chain.
"""

from __future__ import annotations

from zermelo.games.boards import board_of

NOT_LINKED = -1
# The two ways from a stone to a player's first side, from which he looks, and to his last side: of
# the six directions clockwise from the right.
_TO_FIRST = ((4, 5), (3, 2))
_TO_LAST = ((1, 2), (0, 5))


class Bridges:
    """The bridges on a rhombus whose cells fit in one number; of the players, red has 0."""

    def __init__(self, size: int) -> None:
        rows = [board_of(y * size + x for x in range(size)) for y in range(size)]
        columns = [board_of(y * size + x for y in range(size)) for x in range(size)]
        full = self.everywhere = board_of(range(size * size))
        self.lines = (tuple(rows), tuple(columns))  # each must have a stone that connects the sides
        self.steps = (1, size, size - 1)  # cells further on, in half of the directions
        self.reachable = (full & ~columns[0], full, full & ~columns[-1],
                          full & ~columns[-1], full, full & ~columns[0])
        self.first_line, self.last_line = (rows[0], columns[0]), (rows[-1], columns[-1])
        large = size > 1
        self.second_line = (rows[1], columns[1]) if large else (0, 0)
        self.next_to_last = (rows[-2], columns[-2]) if large else (0, 0)
        # What lies in a direction off the board is a side: top and bottom are red, and a corner
        # may be either.
        self.red_side = (0, rows[-1], rows[-1], 0, rows[0], rows[0])
        self.blue_side = (columns[-1], 0, columns[0], columns[0], 0, columns[-1])

    def bridges_linking(self, own: int, free: int, player: int) -> int:
        """How many bridges link a player's sides, with all that were tried on the way; NOT_LINKED
        if no way was found."""
        reached, bridges = own & self.first_line[player], 0
        here, there = _TO_LAST[player]
        while True:
            reached = self.chains(reached, own)
            if reached & self.last_line[player] != 0:
                return bridges
            if reached & self.next_to_last[player] & self.beside(free, here, there) != 0:
                return bridges + 1
            stone, between = self.next_bridge(reached, own & ~reached, free, player)
            if stone == 0:
                return NOT_LINKED
            reached |= stone
            free &= ~between
            bridges += 1

    def missing(self, own: int, player: int) -> int:
        """How many stones a player surely needs yet: one in each line that has none."""
        lines = 0
        for line in self.lines[player]:
            lines += 1 if line & own == 0 else 0
        return max(lines, 1)

    def chains(self, reached: int, own: int) -> int:
        """The stones to which these lead, from neighbour to neighbour."""
        before = 0
        while reached != before:
            before = reached
            for direction in range(6):
                reached |= self.stepped(before, direction) & own
        return reached

    def next_bridge(self, reached: int, others: int, free: int, player: int) -> tuple[int, int]:
        """One of the others with a bridge to these, or to the first side, and the two cells that it
        needs; no stone if there is none."""
        here, there = _TO_FIRST[player]
        ends = others & self.second_line[player] & self.beside(free, here, there)
        for direction in range(6):
            if ends != 0:
                break
            here, there = direction, (direction + 1) % 6
            ends = (others & self.stepped(self.stepped(reached, here) & free, there)
                    & self.stepped(self.stepped(reached, there) & free, here))
            here, there = (here + 3) % 6, (there + 3) % 6
        stone = ends & -ends
        return stone, self.stepped(stone, here) | self.stepped(stone, there)

    def beside(self, cells: int, here: int, there: int) -> int:
        """The cells that have one of these as a neighbour in both directions."""
        return self.stepped(cells, (here + 3) % 6) & self.stepped(cells, (there + 3) % 6)

    def stepped(self, cells: int, direction: int) -> int:
        """The neighbours of these in one direction."""
        by = self.steps[direction % 3]
        moved = cells << by if direction < 3 else cells >> by
        return moved & self.reachable[direction]

    def alive(self, red: int, blue: int) -> int:
        """The empty cells whose colour may matter yet.

              r r       Around a cell of which all red neighbours hang together by themselves, and
             r . .      all blue ones too, whatever the empty ones become, nothing needs that cell:
              r .       it is dead. The colours there must not alternate red, blue, red, blue.
        """
        open_to_red, open_to_blue = self.everywhere & ~blue, self.everywhere & ~red
        red_first = then_blue = then_red = alive = 0
        blue_first = next_red = next_blue = 0
        for direction in range(6):
            opposite = (direction + 3) % 6
            reds = self.stepped(open_to_red, opposite) | self.red_side[direction]
            blues = self.stepped(open_to_blue, opposite) | self.blue_side[direction]
            alive |= then_red & blues | next_blue & reds
            then_red |= then_blue & reds
            next_blue |= next_red & blues
            then_blue |= red_first & blues
            next_red |= blue_first & reds
            red_first |= reds
            blue_first |= blues
        return alive & open_to_red & open_to_blue
