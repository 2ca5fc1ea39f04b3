"""A position followed by moves, ``POSITION moves m1 m2 ...``: the text of a game's history."""

import re
from collections.abc import Callable, Iterable, Iterator

from garlic.core.errors import GarlicError, InputError, InvalidFileError, InvalidPositionError
from garlic.core.game import Game, turn_position
from garlic.core.notation import Notation, Sheet
from garlic.core.reading.scan import decode
from garlic.core.type_variables import M, T

_LINE_END = re.compile(r"\r\n|\r|\n")  # what editors count; `splitlines` splits at more
_LONGEST = 200_000  # characters; the longest real game stays far below


def parse_line(
    text: str, parse: Callable[[str], T], parse_move: Callable[[str], M], *, move_words: int = 1
) -> T:
    """Read a position and play the moves after it, each of *move_words* words.

    Raises `InvalidPositionError`, with the column of the move that is at fault.
    """
    start, moves = _split(text, move_words)
    position = parse(start)
    for _, after in _played(position, moves, parse_move):
        position = after
    return position


def text_notation(game: Game) -> Notation:
    """Our own notation: a position and its moves, one game per line."""

    def read(content: bytes) -> list[Sheet]:
        sheets = []
        for number, line in enumerate(_LINE_END.split(decode(content)), 1):
            if not line.strip():
                continue
            try:
                sheets.append(_sheet(game, line))
            except InputError as fault:
                raise InvalidFileError(fault.text, line=number, column=fault.column) from fault
        return sheets

    def write(sheet: Sheet) -> bytes:
        moves = " ".join(str(move) for move in sheet.moves)
        return f"{sheet.start}{f' moves {moves}' if moves else ''}\n".encode()

    return Notation("a position, then ` moves ` and the moves; one game per line", read, write)


def _sheet(game: Game, line: str) -> Sheet:
    if game.simultaneous:  # its rounds also need random choices, so a line is one position
        return Sheet(game.parse(line))
    start, moves = _split(line, game.move_words)
    position = turn_position(game.parse(start))
    played = [move for move, _ in _played(position, moves, game.move.parse)]
    return Sheet(position, tuple(played))


def _played(
    position: T, moves: Iterable[tuple[str, int]], parse_move: Callable[[str], M]
) -> Iterator[tuple[M, T]]:
    """Each move with the position after it; raise `InvalidPositionError` with its column."""
    after = position
    for number, (word, column) in enumerate(moves, 1):
        try:
            move = parse_move(word)
            after = after.play(move)
        except GarlicError as fault:
            raise InvalidPositionError(
                "move {number}: {fault}", column=column, number=number, fault=fault.text
            ) from fault
        yield move, after


def _split(text: str, move_words: int) -> tuple[str, Iterator[tuple[str, int]]]:
    """The position's text, and each move's text with its column."""
    if len(text) > _LONGEST:
        raise InvalidPositionError(
            "expected a position of at most {limit} characters, got {length}",
            column=1,
            limit=_LONGEST,
            length=len(text),
        )
    start, found, tail = text.partition(" moves")
    if tail and not tail.startswith(" "):
        raise InvalidPositionError("expected ' moves ' and moves", column=len(start) + 1)
    return start, _moves(tail, len(start) + len(found) + 2, move_words)


def _moves(tail: str, column: int, move_words: int) -> Iterator[tuple[str, int]]:
    words = tail.split(" ")[1:]
    for index in range(0, len(words), move_words):
        word = " ".join(words[index : index + move_words])
        yield word, column
        column += len(word) + 1
