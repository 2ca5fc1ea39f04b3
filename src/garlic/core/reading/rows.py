"""Boards written as rows with one letter per cell: the checks that games share."""

from collections.abc import Sequence

from garlic.core.errors import InvalidPositionError


def split_words(template: str, *, text: str, count: int) -> list[str]:
    """The *count* words of *text*; raise `InvalidPositionError`, *template* with ``{text!r}``."""
    words = text.split(" ")
    if len(words) != count:
        raise InvalidPositionError(template, column=1, text=text)
    return words


def check_size(rows: Sequence[str], low: int, high: int) -> None:
    """Raise `InvalidPositionError` unless there are *low* to *high* rows and columns."""
    if not (low <= len(rows) <= high and low <= len(rows[0]) <= high):
        raise InvalidPositionError(
            "expected {low} to {high} rows and columns, got {rows} rows of {columns}",
            column=1,
            low=low,
            high=high,
            rows=len(rows),
            columns=len(rows[0]),
        )


def check_cells(
    template: str, rows: Sequence[str], known: str, *, width: int | None = None, column: int = 1
) -> None:
    """Raise `InvalidPositionError` unless all rows have *width* letters, all of them *known*.

    *width* is the first row's if not given. *template* is the error for an unknown letter,
    ``{got!r}``. The first row starts at *column* of the text, with one sign between rows.
    """
    width = len(rows[0]) if width is None else width
    for row in rows:
        if len(row) != width:
            raise InvalidPositionError(
                "expected a row of {width} cells, got {row!r}", column=column, width=width, row=row
            )
        for offset, sign in enumerate(row):
            if sign not in known:
                raise InvalidPositionError(template, column=column + offset, got=sign)
        column += width + 1
