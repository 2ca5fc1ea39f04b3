"""WTHOR, the French federation's database of tournament games: ``.wtb`` files, read only.

A header of 16 bytes (the count of games at 4, their year at 10, the board's side at 12), then
68 bytes per game: tournament, black and white by number, black's discs at the end and with
perfect play, and 60 moves of one byte, 10 x row + column. Passes are not stored. The names
behind the numbers are in separate files, so games are tagged with the numbers.
"""

import struct

from garlic.core import InvalidFileError, Notation, Sheet
from garlic.games.othello.notation.replay import SIDE, Replay
from garlic.games.othello.position import Move, Position

_HEADER = struct.Struct("<4x I 2x H 4B")
_GAME = struct.Struct("<3H 2B 60s")


def read(content: bytes) -> list[Sheet[Position, Move]]:
    """The games of a file; raise `InvalidFileError`, its column counts bytes from 1."""
    if len(content) < _HEADER.size:
        raise InvalidFileError(
            "expected a header of {size} bytes, got {got}",
            column=len(content) + 1,
            size=_HEADER.size,
            got=len(content),
        )
    count, year, side, *_ = _HEADER.unpack_from(content)
    if side not in (0, SIDE):  # old files leave it 0
        raise InvalidFileError("expected a board of side 8, got {side}", column=13, side=side)
    expected = _HEADER.size + count * _GAME.size
    if len(content) != expected:
        raise InvalidFileError(
            "expected {expected} bytes for {count} games, got {got}",
            column=5,
            expected=expected,
            count=count,
            got=len(content),
        )
    return [_game(content, at, year) for at in range(_HEADER.size, expected, _GAME.size)]


def _game(content: bytes, at: int, year: int) -> Sheet[Position, Move]:
    tournament, black, white, discs, _, codes = _GAME.unpack_from(content, at)
    replay = Replay(Position.start())
    first_column = at + _GAME.size - len(codes) + 1
    for column, code in enumerate(codes.rstrip(b"\0"), first_column):
        row, file = divmod(code, 10)
        if not (1 <= row <= SIDE and 1 <= file <= SIDE):
            raise InvalidFileError(
                "expected a move from 11 to 88, got {code}", column=column, code=code
            )
        replay.pass_if_forced()
        replay.play(Move(row - 1, file - 1), column=column)
    tags = {
        "event": f"#{tournament}",
        "first": f"#{black}",
        "second": f"#{white}",
        "date": str(year),
        "result": f"{discs}:{SIDE * SIDE - discs}",
    }
    return Sheet(replay.start, replay.finish(), tags)


WTHOR = Notation("WTHOR database (.wtb), 8x8; can only be read", read)
