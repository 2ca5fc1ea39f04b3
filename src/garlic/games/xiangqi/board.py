"""The board and how pieces move on it, ignoring the safety of the king.

A board is a string of 90 characters in reading order, as a FEN lists them: from a9, black's
corner on the left, along each rank to i0. Letters are those of a FEN, upper case for red,
``.`` for an empty point. A square is the index into that string.
"""

from functools import cache
from itertools import product

from garlic.core import Seat

FILES = "abcdefghi"
ROWS, COLUMNS = 10, 9
SQUARES = ROWS * COLUMNS
EMPTY = "."
ATTACKERS = frozenset("rncpRNCP")  # the pieces that can give check: without them nobody can win

Squares = tuple[int, ...]
Steps = tuple[tuple[int, int], ...]  # (what must be empty, where the step ends)


def square_name(square: int) -> str:
    """``"e0"`` for the point of the red king: file from red's left, rank from red's side."""
    return f"{FILES[square % COLUMNS]}{ROWS - 1 - square // COLUMNS}"


def owner(piece: str) -> Seat | None:
    """Whose piece it is; None for an empty point."""
    if piece == EMPTY:
        return None
    return Seat.A if piece.isupper() else Seat.B


def moved(board: str, source: int, target: int) -> str:
    """The board after the piece on *source* went to *target*."""
    piece = board[source]
    low, high = (source, target) if source < target else (target, source)
    first, second = (EMPTY, piece) if source < target else (piece, EMPTY)
    return f"{board[:low]}{first}{board[low + 1 : high]}{second}{board[high + 1 :]}"


def crossed_river(square: int, seat: Seat) -> bool:
    """Does *square* lie on the other side of the river for *seat*?"""
    return square < SQUARES // 2 if seat is Seat.A else square >= SQUARES // 2


def in_palace(square: int, seat: Seat) -> bool:
    """Is *square* one of the nine points of *seat*'s palace?"""
    row, column = divmod(square, COLUMNS)
    return 3 <= column <= 5 and (row >= 7 if seat is Seat.A else row <= 2)


def _neighbours(square: int, steps: tuple[tuple[int, int], ...]) -> Squares:
    row, column = divmod(square, COLUMNS)
    return tuple(
        (row + down) * COLUMNS + column + right
        for down, right in steps
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
    )


_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_HORSE = tuple((a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b))


def _ray(square: int, down: int, right: int) -> Squares:
    squares: list[int] = []
    while step := _neighbours(squares[-1] if squares else square, ((down, right),)):
        squares += step
    return tuple(squares)


def _horse_steps(square: int) -> Steps:
    row, column = divmod(square, COLUMNS)
    steps = []
    for target in _neighbours(square, _HORSE):
        down, right = target // COLUMNS - row, target % COLUMNS - column
        # The leg is the first, orthogonal half of the step.
        leg = (row + int(down / 2)) * COLUMNS + column + int(right / 2)
        steps.append((leg, target))
    return tuple(steps)


def _elephant_steps(square: int) -> Steps:
    twice = tuple((2 * down, 2 * right) for down, right in _DIAGONAL)
    return tuple(
        ((square + target) // 2, target)
        for target in _neighbours(square, twice)
        if crossed_river(target, Seat.A) == crossed_river(square, Seat.A)
    )


def _palace_steps(square: int, steps: tuple[tuple[int, int], ...]) -> Squares:
    home = next((seat for seat in Seat if in_palace(square, seat)), None)
    if home is None:
        return ()
    return tuple(target for target in _neighbours(square, steps) if in_palace(target, home))


def _pawn_steps(square: int, seat: Seat) -> Squares:
    forward = (-1 if seat is Seat.A else 1, 0)
    sideways = ((0, -1), (0, 1)) if crossed_river(square, seat) else ()
    return tuple(sorted(_neighbours(square, (forward, *sideways))))


_RAYS = tuple(tuple(_ray(square, *step) for step in _ORTHOGONAL) for square in range(SQUARES))
_HORSE_STEPS = tuple(_horse_steps(square) for square in range(SQUARES))
_ELEPHANT_STEPS = tuple(_elephant_steps(square) for square in range(SQUARES))
_ADVISOR_STEPS = tuple(_palace_steps(square, _DIAGONAL) for square in range(SQUARES))
_KING_STEPS = tuple(_palace_steps(square, _ORTHOGONAL) for square in range(SQUARES))
_PAWN_STEPS = {
    "P": tuple(_pawn_steps(square, Seat.A) for square in range(SQUARES)),
    "p": tuple(_pawn_steps(square, Seat.B) for square in range(SQUARES)),
}
# From where a horse reaches a square, and the leg it needs: the steps seen from the other end.
_HORSES_TO = tuple(
    tuple(
        (leg, source)
        for source in range(SQUARES)
        for leg, target in _HORSE_STEPS[source]
        if target == square
    )
    for square in range(SQUARES)
)
_PAWNS_TO = {
    pawn: tuple(
        tuple(source for source in range(SQUARES) if square in steps[source])
        for square in range(SQUARES)
    )
    for pawn, steps in _PAWN_STEPS.items()
}


def targets(board: str, source: int) -> list[int]:
    """Where the piece on *source* may go, ignoring its king's safety, ascending."""
    piece = board[source]
    kind = piece.lower()
    if kind in "rc":
        reached = _line_targets(board, source, jumps=kind == "c")
    elif kind == "n":
        reached = [target for leg, target in _HORSE_STEPS[source] if board[leg] == EMPTY]
    elif kind == "b":
        reached = [target for eye, target in _ELEPHANT_STEPS[source] if board[eye] == EMPTY]
    elif kind == "p":
        reached = list(_PAWN_STEPS[piece][source])
    else:
        reached = list((_ADVISOR_STEPS if kind == "a" else _KING_STEPS)[source])
    red = piece.isupper()
    return sorted(
        target for target in reached if board[target] == EMPTY or board[target].isupper() != red
    )


def _line_targets(board: str, source: int, *, jumps: bool) -> list[int]:
    reached = []
    for ray in _RAYS[source]:
        screens = 0
        for target in ray:
            if board[target] == EMPTY:
                if screens == 0:
                    reached.append(target)
            else:
                if screens == jumps:
                    reached.append(target)
                screens += 1
                if screens > jumps:
                    break
    return reached


def in_check(board: str, seat: Seat) -> bool:
    """Could the king of *seat* be taken? Kings that face each other count as attacking."""
    red = seat is Seat.A
    king = board.index("K" if red else "k")
    chariot, cannon, horse, pawn, other = "rcnpk" if red else "RCNPK"
    for ray in _RAYS[king]:
        screens = 0
        for place in ray:
            piece = board[place]
            if piece == EMPTY:
                continue
            if piece == (cannon if screens else chariot):
                return True
            # Only a file can join the kings: they stand in different palaces.
            if piece == other and not screens:
                return True
            screens += 1
            if screens == 2:
                break
    for leg, place in _HORSES_TO[king]:
        if board[place] == horse and board[leg] == EMPTY:
            return True
    return any(board[place] == pawn for place in _PAWNS_TO[pawn][king])


def kings_face(board: str) -> bool:
    """Do the two kings stand on one file with nothing between them?"""
    king, other = board.index("K"), board.index("k")
    between = board[other + COLUMNS : king : COLUMNS]
    return king % COLUMNS == other % COLUMNS and set(between) <= {EMPTY}


def is_safe(board: str, seat: Seat, source: int, target: int) -> bool:
    """Is the king of *seat* safe after this move of its own?"""
    return not in_check(moved(board, source, target), seat)


def pieces_of(board: str, seat: Seat) -> list[int]:
    """The squares of *seat*'s pieces, in reading order."""
    if seat is Seat.A:
        return [square for square, piece in enumerate(board) if piece.isupper()]
    return [square for square, piece in enumerate(board) if piece.islower()]


@cache
def reachable(piece: str) -> frozenset[int]:
    """The squares that *piece* can ever stand on."""
    seat = Seat.A if piece.isupper() else Seat.B
    kind = piece.lower()
    if kind == "k":
        return frozenset(square for square in range(SQUARES) if in_palace(square, seat))
    home = {
        "a": ("d0", "f0", "d9", "f9"),
        "b": ("c0", "g0", "c9", "g9"),
        "p": ("a3", "c3", "e3", "g3", "i3", "a6", "c6", "e6", "g6", "i6"),
    }.get(kind)
    if home is None:
        return frozenset(range(SQUARES))
    steps = {
        "a": _ADVISOR_STEPS,
        "b": tuple(tuple(target for _, target in way) for way in _ELEPHANT_STEPS),
        "p": _PAWN_STEPS.get(piece, ()),
    }[kind]
    reached: set[int] = set()
    ahead = [
        square
        for square in range(SQUARES)
        if square_name(square) in home and not crossed_river(square, seat)
    ]
    while ahead:
        square = ahead.pop()
        if square not in reached:
            reached.add(square)
            ahead += steps[square]
    return frozenset(reached)
