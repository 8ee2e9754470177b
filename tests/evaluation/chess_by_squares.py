"""The heuristics of chess once more, square by square with python-chess: to compare with.

Every function takes a board and a colour, and gives a set of squares.
"""

import chess

PIECES = {"pawns": chess.PAWN, "knights": chess.KNIGHT, "bishops": chess.BISHOP,
          "rooks": chess.ROOK, "queens": chess.QUEEN, "king": chess.KING}


def rank(square, colour):
    """1 to 8, counted from this colour's side."""
    row = chess.square_rank(square)
    return row + 1 if colour else 8 - row


def file(square):
    return chess.square_file(square)


def pieces(board, colour, *kinds):
    return {q for kind in kinds for q in board.pieces(kind, colour)}


def pawns(board, colour):
    return pieces(board, colour, chess.PAWN)


def attacked(board, colour, *kinds):
    kinds = kinds or tuple(range(1, 7))
    return {q for piece in pieces(board, colour, *kinds) for q in board.attacks(piece)}


def count_on_file(board, colour, square):
    return sum(file(q) == file(square) for q in pawns(board, colour))


def is_isolated(board, colour, square):
    return not any(abs(file(q) - file(square)) == 1 for q in pawns(board, colour))


def is_passed(board, colour, square):
    def stands_ahead(q):
        return rank(q, colour) > rank(square, colour)
    return (not any(stands_ahead(q) and abs(file(q) - file(square)) <= 1
                    for q in pawns(board, not colour))
            and not any(stands_ahead(q) and file(q) == file(square)
                        for q in pawns(board, colour)))


def may_ever_attack(board, colour, square):
    """Whether a pawn attacks a square, now or further up its file."""
    return any(abs(file(q) - file(square)) == 1 and rank(q, colour) < rank(square, colour)
               for q in pawns(board, colour))


def is_backward(board, colour, square):
    stop = square + (8 if colour else -8)
    return (not is_isolated(board, colour, square) and not may_ever_attack(board, colour, stop)
            and stop in attacked(board, not colour, chess.PAWN))


def file_is(board, colour, square, own, theirs):
    """Whether a file has own pawns, and enemy pawns: both as said."""
    return (bool(count_on_file(board, colour, square)) == own
            and bool(count_on_file(board, not colour, square)) == theirs)


def king_row(board, colour):
    king = board.king(colour)
    return {q for q in chess.SQUARES if rank(q, colour) == rank(king, colour)
            and abs(file(q) - file(king)) <= 1}


def ring(board, colour):
    return {q for q in chess.SQUARES if chess.square_distance(q, board.king(colour)) == 1}


BUT_KING = tuple(range(1, 6))


def forward(square, colour):
    """The square ahead of one that is not on the last rank."""
    return square + (8 if colour else -8)


def way_ahead(square, colour):
    return {q for q in chess.SQUARES if file(q) == file(square)
            and rank(q, colour) > rank(square, colour)}


def is_unhindered(board, colour, square):
    enemies = {q for q in chess.SQUARES if board.color_at(q) == (not colour)}
    return (is_passed(board, colour, square) and rank(square, colour) >= 4
            and not way_ahead(square, colour) & (enemies | attacked(board, not colour)))


def is_passed_near(board, colour, square, whose, steps):
    """Whether a passed pawn is on its way to a square so near somebody's king."""
    return (is_passed(board, colour, square) and rank(square, colour) >= 4 and
            chess.square_distance(forward(square, colour), board.king(whose)) <= steps)


def neighbourhood(board, colour):
    around = ring(board, colour)
    return around | {board.king(colour)} | {
        forward(q, colour) for q in around if rank(q, colour) < 8}


def kinds_at(board, colour, square):
    """What kinds of enemies attack a square."""
    return {kind for kind in BUT_KING if square in attacked(board, not colour, kind)}


def defenceless(board, colour):
    near = neighbourhood(board, colour)
    there = set().union(*(kinds_at(board, colour, q) for q in near)) - {chess.PAWN}
    found = near & attacked(board, not colour) - attacked(board, colour, *BUT_KING)
    return found if len(there) > 1 else set()


def besieged(board, colour):
    found = {q: kinds_at(board, colour, q) for q in neighbourhood(board, colour)}
    there = set().union(*found.values()) - {chess.PAWN}
    return {q for q in found if found[q]} if chess.QUEEN in there and len(there) > 1 else set()


def exposed(board, colour):
    if not board.pieces(chess.QUEEN, not colour):
        return set()
    seen = board.copy()
    seen.set_piece_at(board.king(colour), chess.Piece(chess.QUEEN, colour))
    return {q for q in seen.attacks(board.king(colour)) if board.color_at(q) != colour}


def threatened_by_pushes(board, colour):
    found = set()
    for q in pawns(board, colour):
        goal = forward(q, colour)
        if board.piece_at(goal) or goal in attacked(board, not colour, chess.PAWN) or (
                goal in attacked(board, not colour) and goal not in attacked(board, colour)):
            continue
        found |= set(chess.SquareSet(chess.BB_PAWN_ATTACKS[colour][goal]))
    return found & pieces(board, not colour, *OFFICERS)


def like_the_bishop(board, colour, square):
    return any((file(q) + chess.square_rank(q)) % 2
               == (file(square) + chess.square_rank(square)) % 2
               for q in pieces(board, colour, chess.BISHOP))


def shelter(board, colour):
    king = board.king(colour)
    return {q for q in pawns(board, colour) if abs(file(q) - file(king)) <= 1
            and 1 <= rank(q, colour) - rank(king, colour) <= 2}


def space(board, colour):
    return {q for q in chess.SQUARES if file(q) in (2, 3, 4, 5) and rank(q, colour) in (2, 3, 4)
            and q not in pawns(board, colour)
            and q not in attacked(board, not colour, chess.PAWN)}


def castled(board, colour):
    king = board.king(colour)
    if rank(king, colour) != 1 or file(king) in (3, 4) or board.has_castling_rights(colour):
        return set()
    outside = {q for q in chess.SQUARES if rank(q, colour) == 1
               and (file(q) < file(king) if file(king) < 3 else file(q) > file(king))}
    return set() if outside & pieces(board, colour, chess.ROOK) else {king}


def connected(board, colour):
    home = {q for q in pieces(board, colour, chess.ROOK) if rank(q, colour) == 1}
    return {q for q in home if any(other in board.attacks(q) for other in home)}


def strong(board, colour):
    return {q for q in attacked(board, colour, chess.PAWN) if 4 <= rank(q, colour) <= 6
            and not may_ever_attack(board, not colour, q)}


def is_bare(board, colour):
    return len(pieces(board, colour, *range(1, 7))) == 1


def reach(board, colour, kind):
    if is_bare(board, not colour):
        return set()
    own = {q for q in chess.SQUARES if board.color_at(q) == colour}
    return attacked(board, colour, kind) - own - attacked(board, not colour, chess.PAWN)


def safe_checks(board, colour):
    king, found = board.king(not colour), set()
    for kind in BUT_KING[1:] if not is_bare(board, not colour) else ():
        for q in attacked(board, colour, kind):
            if board.color_at(q) == colour or q in attacked(board, not colour):
                continue
            seen = chess.Board(None)
            for other, piece in board.piece_map().items():
                seen.set_piece_at(other, piece)
            seen.set_piece_at(q, chess.Piece(kind, colour))
            if king in seen.attacks(q):
                found.add(q)
    return found


WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def threatened(board, colour):
    found = set()
    for q in chess.SQUARES:
        if board.color_at(q) == (not colour) and board.piece_type_at(q) != chess.KING:
            by = board.attackers(colour, q)
            worth = WORTH[board.piece_type_at(q)]
            cheaper = any(WORTH.get(board.piece_type_at(a), 100) < worth for a in by)
            if by and (cheaper or not board.attackers(not colour, q)):
                found.add(q)
    return found


def bishop_pair(board, colour):
    found = pieces(board, colour, chess.BISHOP)
    return found if len({(file(q) + chess.square_rank(q)) % 2 for q in found}) == 2 else set()


def in_middle(q):
    return 2 <= file(q) <= 5 and 2 <= chess.square_rank(q) <= 5


def on_edge(q):
    return file(q) in (0, 7) or chess.square_rank(q) in (0, 7)


HOME = (1, 2, 5, 6)
MINORS = (chess.KNIGHT, chess.BISHOP)
OFFICERS = (*MINORS, chess.ROOK, chess.QUEEN)
CENTRE = {chess.D4, chess.E4, chess.D5, chess.E5}


def some(of, condition):
    """Those squares of a kind that meet a condition of board, colour and square."""
    return lambda b, c: {q for q in of(b, c) if condition(b, c, q)}


def of_kind(*kinds):
    return lambda b, c: pieces(b, c, *kinds)


ROOKS, KNIGHTS, KING = of_kind(chess.ROOK), of_kind(chess.KNIGHT), of_kind(chess.KING)

def mated_by(board, colour):
    """Whether a side has only its king, and the other more than pawns."""
    return (set(chess.SquareSet(board.occupied_co[colour])) == KING(board, colour)
            and bool(pieces(board, not colour, *range(2, 6))))


def room(board, colour):
    found, waiting = set(), list(KING(board, colour)) if mated_by(board, colour) else []
    while waiting:
        for q in set(chess.SquareSet(chess.BB_KING_ATTACKS[waiting.pop()])) - found:
            if not board.attackers_mask(not colour, q):
                found.add(q)
                waiting.append(q)
    return found


def way(start, end):
    """Along the rank, then along the file."""
    turn = chess.square(file(end), chess.square_rank(start))
    return set(chess.SquareSet.between(start, turn) | chess.SquareSet.between(turn, end)
               | chess.BB_SQUARES[turn] | chess.BB_SQUARES[end]) - {start}


def way_to_the_corner(board, colour):
    if not mated_by(board, colour):
        return set()
    corners, bishops = chess.SquareSet(chess.BB_CORNERS), board.pieces(chess.BISHOP, not colour)
    if not pieces(board, not colour, chess.PAWN, chess.ROOK, chess.QUEEN):
        for squares in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES):
            if bishops and not bishops & ~chess.SquareSet(squares):
                corners &= squares
    own = sorted(corners, key=lambda q: rank(q, colour))  # of equally near ones the first
    return min((way(*KING(board, colour), corner) for corner in own), key=len)


def way_between_the_kings(board, colour):
    return way(*KING(board, not colour), *KING(board, colour)) if mated_by(board, colour) else set()


FEATURES = {
    **{name: of_kind(kind) for name, kind in PIECES.items()},
    "bishop pair": bishop_pair,
    "isolated": some(pawns, is_isolated),
    "doubled": some(pawns, lambda b, c, q: count_on_file(b, c, q) == 2),
    "tripled": some(pawns, lambda b, c, q: count_on_file(b, c, q) == 3),
    "quadrupled": some(pawns, lambda b, c, q: count_on_file(b, c, q) >= 4),
    "passed": some(pawns, is_passed),
    **{f"passed on rank {n}": some(
        pawns, lambda b, c, q, n=n: is_passed(b, c, q) and rank(q, c) >= n) for n in (4, 5, 6)},
    "unhindered": some(pawns, is_unhindered),
    "unhindered on rank 6": some(
        pawns, lambda b, c, q: is_unhindered(b, c, q) and rank(q, c) >= 6),
    "escorted": some(pawns, lambda b, c, q: is_passed_near(b, c, q, c, 2)),
    "faced": some(pawns, lambda b, c, q: is_passed_near(b, c, q, not c, 3)),
    "supported": some(pawns, lambda b, c, q: is_passed(b, c, q) and rank(q, c) >= 5
                      and forward(q, c) in attacked(b, c)),
    "phalanx": some(pawns, lambda b, c, q: rank(q, c) >= 4 and any(
        rank(p, c) == rank(q, c) and abs(file(p) - file(q)) == 1 for p in pawns(b, c))),
    "chained": some(pawns, lambda b, c, q: q in attacked(b, c, chess.PAWN)),
    "loosened": some(pawns, lambda b, c, q: rank(q, c) == 4 and file(q) in (1, 6)),
    "backward": some(pawns, is_backward),
    "rooks on open files": some(ROOKS, lambda b, c, q: file_is(b, c, q, False, False)),
    "rooks on half-open files": some(ROOKS, lambda b, c, q: file_is(b, c, q, False, True)),
    "rooks on closed files": some(ROOKS, lambda b, c, q: file_is(b, c, q, True, True)),
    "shelter": shelter,
    "open files at the king": some(king_row, lambda b, c, q: file_is(b, c, q, False, False)),
    "half-open files at the king": some(king_row, lambda b, c, q: file_is(b, c, q, False, True)),
    "ring attacked": some(ring, lambda b, c, q: q in attacked(b, not c, *BUT_KING)),
    "ring undefended": some(ring, lambda b, c, q: q in attacked(b, not c, *BUT_KING)
                            and q not in attacked(b, c, *BUT_KING)),
    "attacked twice": some(neighbourhood, lambda b, c, q: len(kinds_at(b, c, q)) > 1),
    "defenceless": defenceless,
    "besieged": besieged,
    "queen near": lambda b, c: {q for q in pieces(b, not c, chess.QUEEN)
                                if chess.square_distance(q, b.king(c)) <= 3},
    "exposed": exposed,
    "pinned": some(of_kind(*MINORS), lambda b, c, q: b.is_pinned(c, q)),
    "space": space,
    "space behind pawns": some(space, lambda b, c, q: any(
        file(p) == file(q) and rank(p, c) > rank(q, c) for p in pawns(b, c))),
    "weak squares": lambda b, c: {q for q in attacked(b, not c) if rank(q, c) in (3, 4)
                                  and not may_ever_attack(b, c, q)},
    "strong squares": strong,
    "outposts": some(strong, lambda b, c, q: q in pieces(b, c, *MINORS)),
    "outposts in reach": lambda b, c: {q for q in strong(b, c) & attacked(b, c, chess.KNIGHT)
                                       if b.color_at(q) != c},
    "pawns like the bishop": some(pawns, like_the_bishop),
    "developed": some(of_kind(*MINORS), lambda b, c, q: rank(q, c) > 1 or file(q) not in HOME),
    "castled": castled,
    "may castle": lambda b, c: {q for q in ROOKS(b, c) if b.clean_castling_rights() >> q & 1},
    "connected rooks": connected,
    "centre pawns at home": some(
        pawns, lambda b, c, q: rank(q, c) == 2 and file(q) in (3, 4)),
    "centre pawns": some(pawns, lambda b, c, q: q in CENTRE),
    "centre attacked": lambda b, c: attacked(b, c) & CENTRE,
    "the move": some(KING, lambda b, c, q: b.turn == c),
    "safe checks": safe_checks,
    "threatened": threatened,
    "threatened by pawns": lambda b, c: attacked(b, c, chess.PAWN) & pieces(b, not c, *OFFICERS),
    "threatened by minors": lambda b, c: attacked(b, c, *MINORS) & pieces(
        b, not c, chess.ROOK, chess.QUEEN),
    "threatened by rooks": lambda b, c: attacked(b, c, chess.ROOK) & pieces(
        b, not c, *OFFICERS) - attacked(b, not c, chess.PAWN),
    "threatened by pushes": threatened_by_pushes,
    "weak pawns": lambda b, c: pawns(b, not c) & attacked(b, c, *OFFICERS) - attacked(
        b, c, chess.PAWN) - attacked(b, not c, chess.PAWN),
    "loose": lambda b, c: pieces(b, not c, *OFFICERS) - attacked(b, not c),
    "rooks towards the king": some(
        ROOKS, lambda b, c, q: abs(file(q) - file(b.king(not c))) <= 1),
    "knights off the edge": some(KNIGHTS, lambda b, c, q: not on_edge(q)),
    "knights in the middle": some(KNIGHTS, lambda b, c, q: in_middle(q)),
    "knights on rank 5": some(KNIGHTS, lambda b, c, q: rank(q, c) in (5, 6) and not on_edge(q)),
    "pawns near the king": lambda b, c: {
        q for q in pawns(b, c) | pawns(b, not c) if chess.square_distance(q, b.king(c)) <= 2},
    **{f"pawns on rank {n}": some(pawns, lambda b, c, q, n=n: rank(q, c) >= n) for n in (4, 5, 6)},
    "bishops on long diagonals": some(
        of_kind(chess.BISHOP), lambda b, c, q: rank(q, c) - 1 in (file(q), 7 - file(q))),
    "rooks on rank 2": some(ROOKS, lambda b, c, q: rank(q, c) == 2),
    "rooks on rank 5": some(ROOKS, lambda b, c, q: rank(q, c) >= 5),
    "king on the wing": some(KING, lambda b, c, q: rank(q, c) == 1 and file(q) in (1, 6)),
    "queens off rank 1": some(of_kind(chess.QUEEN), lambda b, c, q: rank(q, c) > 1),
    "rooks on rank 7": some(ROOKS, lambda b, c, q: rank(q, c) == 7),
    "king off the edge": some(KING, lambda b, c, q: not on_edge(q)),
    "king in the middle": some(KING, lambda b, c, q: in_middle(q)),
    "room": room,
    "way to the corner": way_to_the_corner,
    "way between the kings": way_between_the_kings,
    **{f"{name} reach": lambda b, c, kind=kind: reach(b, c, kind)
       for name, kind in list(PIECES.items())[1:5]},
}
