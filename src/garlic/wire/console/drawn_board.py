"""Boards that a program draws with characters.

A row is a label, as many signs as the board is wide, perhaps a label again. Signs stand side by
side, with blanks or lines between them, or in boxes::

    15 ┏┯┯┯●┯┯┯┯┯┯┯┯┯┓     3 . . X O .     |   | X | O |   |   |     ┼───●───┼───┼───┼

A board is as many rows of one kind as the board is high, with at most two other lines between
neighbours, and perhaps labels of the columns above or below.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from unicodedata import normalize

Cell = tuple[int, int]  # row from the top, column from the left

_BARS = re.compile(r"[|│┃║]")
_PROMPT = re.compile(r"^.*[:：?？>]")
_LABEL = re.compile(r"\d{1,2}|[A-Za-z]")
_LABEL_BEFORE = re.compile(r"\s*(\d{1,2}|[A-Za-z])(?![A-Za-z0-9])")
_LABEL_BEHIND = re.compile(r"(?<![A-Za-z0-9])(\d{1,2}|[A-Za-z])\s*$")
_FILLERS = frozenset("-─━═ ")
_WIDEST = 4  # from one sign to the next
_MOST_BETWEEN = 2  # lines between two rows
_LONGEST_LINE = 400
_MOST_SIGNS = 9  # different ones in a row: corners, sides, stones, marks; a sentence has more
_EMPTY_SIGNS = frozenset("+._·-")
_BOX_SIGNS = range(0x2500, 0x2580)


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board that was drawn: its signs, its labels if it has any, and where its text ends."""

    signs: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    end: int

    def changed(self, before: "DrawnBoard | None") -> set[Cell]:
        """The cells that differ from *before*; without it, those that hold a stone."""
        signs = {(r, c): sign for r, row in enumerate(self.signs) for c, sign in enumerate(row)}
        if before is not None:
            return {(r, c) for (r, c), sign in signs.items() if sign != before.signs[r][c]}
        usual = Counter(signs.values()).most_common(1)[0][0]
        return {cell for cell, sign in signs.items() if sign != usual and not _is_empty(sign)}


def _is_empty(sign: str) -> bool:
    return not sign.strip() or sign in _EMPTY_SIGNS or all(ord(part) in _BOX_SIGNS for part in sign)


@dataclass(frozen=True, slots=True)
class _Row:
    kind: str
    signs: tuple[str, ...]
    label: str = ""


def drawn_boards(text: str, size: int) -> list[DrawnBoard]:
    """The complete boards of *size* rows and columns in *text*, in order."""
    lines, ends, end = [], [], 0
    for line in text.splitlines(keepends=True):
        end += len(line)
        if line.endswith(("\n", "\r")):  # the last one may be incomplete
            lines.append(line.rstrip())
            ends.append(end)
    found = [_row(line, size) for line in lines]
    headers = [_columns(line, size) for line in lines]
    boards = []
    for run in _runs(found, size):
        rows = [found[number] for number in run]
        around = [*range(run[-1] + 1, run[-1] + 3), *range(run[0] - 1, run[0] - 3, -1)]
        near = [headers[number] for number in around if 0 <= number < len(lines)]
        boards.append(
            DrawnBoard(
                signs=tuple(row.signs for row in rows if row),
                rows=_row_labels([row.label for row in rows if row]),
                columns=next(filter(None, near), ()),
                end=ends[run[-1]],
            )
        )
    return boards


def is_part_of_board(line: str, size: int) -> bool:
    """Whether *line* is a row, or labels of columns."""
    return _row(line.rstrip(), size) is not None or bool(_columns(line, size))


def _runs(found: list[_Row | None], size: int) -> Iterator[list[int]]:
    """Numbers of lines: *size* rows of one kind, evenly spaced, with labels that count."""
    run: list[int] = []
    for number, row in enumerate(found):
        if row is None:
            continue
        first = found[run[0]] if run else None
        if first is not None and number - run[-1] <= _MOST_BETWEEN and row.kind != first.kind:
            continue
        if first is None or not _continues(found, run, number):
            run = []
        run.append(number)
        if len(run) == size:
            yield run
            run = []


def _continues(found: list[_Row | None], run: list[int], number: int) -> bool:
    """Whether the row in line *number* is the next of the board that *run* begins."""
    rows = [found[line] for line in (*run[:2], run[-1], number)]
    first, second, last, row = rows if len(run) > 1 else (rows[0], rows[-1], rows[0], rows[-1])
    if first is None or second is None or last is None or row is None or row.kind != first.kind:
        return False
    step = (run[1] if len(run) > 1 else number) - run[0]
    if number - run[-1] != step or step > _MOST_BETWEEN + 1:
        return False
    if not row.label:
        return True
    direction = _counted(second.label) - _counted(first.label)
    return abs(direction) == 1 and _counted(row.label) - _counted(last.label) == direction


@lru_cache(maxsize=4096)
def _row(line: str, size: int) -> _Row | None:
    """*line* as a row of a board, or None."""
    if len(line) > _LONGEST_LINE or _columns(line, size):
        return None
    # The first row may stand behind a prompt: nobody sees the end of the line that is typed there.
    for part in (line, _PROMPT.sub("", line)):
        if row := _words(part.split(), size) or _boxes(part, size) or _signs(part, size):
            return row
    return None


def _words(words: list[str], size: int) -> _Row | None:
    """Signs with blanks between them."""
    before, behind = words[:1], words[-1:]
    if any(len(word) > 2 for word in words):
        return None
    if len(words) == size:
        return _Row("words", tuple(words))
    if len(words) == size + 1 and _LABEL.fullmatch(_plain(before[0])):
        return _Row("labelled words", tuple(words[1:]), before[0])
    if len(words) == size + 1 and _LABEL.fullmatch(_plain(behind[0])):
        return _Row("labelled words", tuple(words[:-1]), behind[0])
    if len(words) == size + 2 and _LABEL.fullmatch(_plain(before[0])) and before == behind:
        return _Row("labelled words", tuple(words[1:-1]), before[0])
    return None


def _boxes(line: str, size: int) -> _Row | None:
    """Signs, or nothing, between bars."""
    parts = [part.strip() for part in _BARS.split(line)]
    if len(parts) not in {size + 1, size + 2} or any(len(part) > 2 for part in parts):
        return None
    return _Row("boxes", tuple(part or " " for part in parts[1 : size + 1]), parts[0])


def _signs(line: str, size: int) -> _Row | None:
    """Signs side by side, or with lines between them."""
    before, behind = _LABEL_BEFORE.match(line), _LABEL_BEHIND.search(line)
    label = (before and before[1]) or (behind and behind[1]) or ""
    start, end = before.end() if before else 0, behind.start() if behind else len(line)
    for inner, name in ((line, ""), (line[start:end], label), (line[start:], label)):
        signs = "".join(inner.split())
        step, rest = divmod(len(signs) - 1, size - 1)
        fillers = {sign for n, sign in enumerate(signs) if step and n % step}
        fits = len(signs) >= size and not rest and step <= _WIDEST and fillers <= _FILLERS
        if fits and len({*signs[::step]}) <= _MOST_SIGNS:
            return _Row("labelled signs" if name else "signs", tuple(signs[::step]), name)
    return None


def _plain(text: str) -> str:
    """*text* with full-width letters and digits as ordinary ones."""
    return normalize("NFKC", text)


@lru_cache(maxsize=4096)
def _columns(line: str, size: int) -> tuple[str, ...]:
    """The labels of the columns, if *line* consists of them."""
    if len(line) > _LONGEST_LINE:
        return ()
    shown = _BARS.sub("", "".join(_plain(line).split()))
    for labels in _known_columns(size):
        for written in ("".join(labels), "".join(label[-1] for label in labels)):
            if shown.endswith(written) and len(shown) <= len(written) + 3:
                return labels
    return ()


@lru_cache(maxsize=32)
def _known_columns(size: int) -> tuple[tuple[str, ...], ...]:
    letters = (ascii_uppercase, ascii_lowercase)
    without_i = (ascii_uppercase.replace("I", ""), ascii_lowercase.replace("i", ""))
    return (
        *(tuple(alphabet[:size]) for alphabet in (*letters, *without_i)),
        *(tuple(map(str, range(first, first + size))) for first in (1, 0)),
    )


def _row_labels(labels: list[str]) -> tuple[str, ...]:
    """The labels if they count up or down, else nothing."""
    numbers = [_counted(label) for label in labels]
    steps = {after - before for before, after in itertools.pairwise(numbers)}
    return tuple(map(_plain, labels)) if steps in ({1}, {-1}) else ()


def _counted(label: str) -> int:
    """The number of a label; letters count from A."""
    plain = _plain(label)
    return int(plain) if plain.isdecimal() else ord(plain) if len(plain) == 1 else 0
