"""Xiangqi boards on which exactly one move mates in 1, 2 or 3: random boards, then proved.

``python -m garlic.labs.authoring.mates 2 12 > mate2-cases.toml`` looks for twelve mates in 2.

A board counts if one first move of red forces the end within that number of red's moves against
every defence, no other first move does, and there is no shorter mate. By the rules a side without
a legal move loses, as by mate.
"""

import sys
from collections.abc import Iterator

from garlic.core import InputError, Stream
from garlic.engines.native import NativeTurnPosition, native_turn_position
from garlic.games.xiangqi.notation.lab import to_answer
from garlic.games.xiangqi.position import Move, Position

_ROWS, _COLUMNS = 10, 9
# The cells a piece may be on, as (row from the top, column); other pieces may be anywhere.
_OF_BLACK = {
    "k": [(row, column) for row in range(3) for column in (3, 4, 5)],
    "a": [(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)],
    "b": [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)],
}
_PLACES = _OF_BLACK | {
    letter.upper(): [(9 - row, column) for row, column in places]
    for letter, places in _OF_BLACK.items()
}
_ATTACKERS = "RRNNCCPPP"
_DEFENDERS = "rnncpp"
# The boards in the lab's text, with their mating moves.
_KNOWN = {
    1: (
        "...ck..../.R...R.../....b..../........p/..r.r..../P.......P/........./....B..../"
        "....A..../..BAK....",
        "R (1,8) (4,8)",
    ),
    2: (
        "........./....a..../.N.k.a.../.....P.../........./........./........./........./"
        "........./....K....",
        "P (5,6) (4,6)",
    ),
    3: (
        "....R..../...N.k.../...a...../........./........./........./........./.....n.../"
        "....p..../.pCK.....",
        "C (2,0) (2,8)",
    ),
}
_FEW_REPLIES = 5  # of black's, in the lines of the quick check


def winning_moves(position: NativeTurnPosition, moves: int, widest: int = 200) -> Iterator[str]:
    """The first moves of the native *position* that end the game within *moves* of the mover.

    Only lines with at most *widest* replies at every step are searched: a small number is a quick
    check, a large one a proof.
    """
    for move in position.legal_moves():
        after = position.play(move)
        replies = after.legal_moves()
        if not replies:
            yield move
        elif moves == 1 or len(replies) > widest:
            continue
        elif _all_lost(after, replies, moves - 1, widest):
            yield move


def _all_lost(position: NativeTurnPosition, replies: list[str], moves: int, widest: int) -> bool:
    for reply in replies:
        after = position.play(reply)
        if next(winning_moves(after, moves, widest), None) is None:
            return False
    return True


def only_mate(fen: str, moves: int) -> str | None:
    """The only move that mates in *moves* and not sooner; None if there are none or several."""
    position = native_turn_position("xiangqi", fen)
    if moves > 1 and next(winning_moves(position, moves - 1), None) is not None:
        return None
    mating = list(winning_moves(position, moves))
    return mating[0] if len(mating) == 1 else None


def random_board(stream: Stream) -> str:
    """A board with both kings, red attackers and some defenders: 90 letters."""
    letters = ["k", "K"]
    letters += [letter for letter in "AABB" if stream.below(3) == 0]
    letters += [letter for letter in "aabb" if stream.below(2)]
    for chosen, count in ((_ATTACKERS, 2 + stream.below(3)), (_DEFENDERS, 1 + stream.below(4))):
        letters += [chosen[stream.below(len(chosen))] for _ in range(count)]
    cells = ["."] * (_ROWS * _COLUMNS)
    for letter in letters:
        row, column = _place(letter, stream)
        if cells[row * _COLUMNS + column] == ".":
            cells[row * _COLUMNS + column] = letter
    return "".join(cells)


def _place(letter: str, stream: Stream) -> tuple[int, int]:
    """A random cell that *letter* may be on."""
    if places := _PLACES.get(letter):
        return places[stream.below(len(places))]
    if letter == "P":
        row = stream.below(5)
    elif letter == "p":
        row = 5 + stream.below(5)
    else:
        row = stream.below(8 if letter.isupper() else 10)
    return row, stream.below(_COLUMNS)


def rows_of(board: str) -> list[str]:
    """The rows of 90 letters."""
    return [board[start : start + _COLUMNS] for start in range(0, len(board), _COLUMNS)]


def fen_of(board: str) -> str:
    """The board as a position with red to move."""
    rows = []
    for row in rows_of(board):
        text, empty = "", 0
        for letter in row:
            if letter == ".":
                empty += 1
                continue
            text += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} w - - 0 1"


def mates(moves: int, seed: int) -> Iterator[tuple[str, str]]:
    """An endless stream of boards (rows divided by ``/``) and answers in the lab's format."""
    if moves in _KNOWN:
        yield _KNOWN[moves]
    stream = Stream(seed)
    while True:
        board = random_board(stream)
        fen = fen_of(board)
        try:
            position = Position.parse(fen)
        except InputError:
            continue
        if position.outcome() is not None:
            continue
        native = native_turn_position("xiangqi", fen)
        if next(winning_moves(native, moves, _FEW_REPLIES), None) is None:
            continue
        only = only_mate(fen, moves)
        if only is not None:
            yield "/".join(rows_of(board)), to_answer(position, Move.parse(only))


def main(arguments: list[str]) -> None:
    """Print cases of mates: the number of moves, the number of cases, perhaps a seed."""
    moves, count = int(arguments[0]), int(arguments[1])
    seed = int(arguments[2]) if len(arguments) > 2 else moves
    print(f"# Made by: python -m garlic.labs.authoring.mates {moves} {count} {seed}")
    for _, (board, answer) in zip(range(count), mates(moves, seed), strict=False):
        print(f'\n[[cases]]\nboard = "{board}"\nanswer = "{answer}"\nmate_in = {moves}', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
