"""New maps from a seed."""

from garlic.core import Stream, UsageError
from garlic.games.othello.board import LARGEST, SMALLEST
from garlic.games.othello.position import SEAT_OF, Position, middle_discs

_OPTIONS = {"kind": ("any", "ones", "corners", "ring"), "symmetric": ("no", "yes")}


def make(rows: int, columns: int, seed: int, **options: str) -> Position:
    """A new map with the usual four discs; the same arguments always give the same one.

    Options: ``kind``, the cells that get random worths (``any``, ``ones``: none, ``corners``,
    ``ring``), and ``symmetric=yes``, the same for both sides. Raises `UsageError` for unknown
    options and values, and if the size does not allow them.
    """
    for name in options:
        if name not in _OPTIONS:
            known = ", ".join(f"{option}={'|'.join(values)}" for option, values in _OPTIONS.items())
            raise UsageError(
                "othello maps have no {name!r}; there are {known}", name=name, known=known
            )
    kind, symmetric = _option(options, "kind"), _option(options, "symmetric") == "yes"
    if not all(SMALLEST <= count <= LARGEST for count in (rows, columns)):
        raise UsageError(
            "expected {low} to {high} rows and columns, got {rows} rows of {columns}",
            low=SMALLEST,
            high=LARGEST,
            rows=rows,
            columns=columns,
        )
    discs = middle_discs(rows, columns)
    stream = Stream(seed)
    worths = [
        [_worth(kind, row, column, rows, columns, stream) for column in range(columns)]
        for row in range(rows)
    ]
    if symmetric:
        _mirror(worths)
    for row, line in enumerate(discs):
        for column, disc in enumerate(line):
            if disc in SEAT_OF:
                worths[row][column] = 0
    return Position.of(["".join(map(str, line)) for line in worths], discs)


def _option(options: dict[str, str], name: str) -> str:
    """The value of the option, or its default."""
    known = _OPTIONS[name]
    value = options.get(name, known[0])
    if value not in known:
        raise UsageError(
            "expected {name} to be one of {known}, got {value!r}",
            name=name,
            known=", ".join(known),
            value=value,
        )
    return value


def _worth(kind: str, row: int, column: int, rows: int, columns: int, stream: Stream) -> int:
    edges = (row in (0, rows - 1)) + (column in (0, columns - 1))
    if kind == "corners" and edges == 2:
        return 2 + stream.below(8)  # never 1, the worth of the other cells
    if kind == "any" or (kind == "ring" and edges):
        return 1 + stream.below(9)
    return 1


def _mirror(worths: list[list[int]]) -> None:
    """Make one half the mirror image of the other, across a line that swaps the four discs."""
    rows, columns = len(worths), len(worths[0])
    if columns % 2 == 0:
        for line in worths:
            line[columns // 2 :] = line[: columns // 2][::-1]
    elif rows % 2 == 0:
        worths[rows // 2 :] = [line.copy() for line in worths[: rows // 2][::-1]]
    else:
        raise UsageError("a symmetric map needs an even number of rows or columns")
