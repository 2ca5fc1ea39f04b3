"""What a screen shows after a program has moved the cursor: a small terminal.

Enough for boards that are drawn cell by cell; colours, scrolling regions and the like do nothing.
"""

import re
from unicodedata import east_asian_width

_MOST_ROWS, _MOST_COLUMNS = 100, 200
_TAB = 8
# A run of plain text, a control sequence with its parameters and its last character, another
# escape sequence, or a control character.
_PARTS = re.compile(
    r"(?P<plain>[^\x00-\x1f\x7f]+)|\x1b\[(?P<parameters>[0-?]{0,40})[ -/]{0,9}(?P<last>[@-~])"
    r"|\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]{0,9}(?P<short>[0-Z\\^-~]))"
    r"|(?P<control>[\x00-\x1f\x7f])"
)
# Our stand-in for the console of Windows says by this that signs like ● take two columns there.
_WIDE_SIGNS = "\x1b[=2w"
_MOST_KEPT = 16_384


class CursorGrid:
    """Rows of characters and a cursor."""

    def __init__(self) -> None:
        self.addressed = False  # whether the cursor was moved to a place other than the corner
        self._rows: list[list[str]] = [[]]
        self._row = self._column = 0
        self._saved = (0, 0)
        self._wide = "FW"
        self._written = ""  # while it is not known how wide signs are

    def write(self, text: str) -> None:
        """Show *text*, without an incomplete escape sequence at its end."""
        if self._wide == "FW":
            self._written = (self._written + text)[-_MOST_KEPT:]
            if _WIDE_SIGNS in self._written:  # what was shown before is shown again, wider
                text, self._written = self._written.replace(_WIDE_SIGNS, ""), ""
                self._wide, self._rows = "FWA", [[]]
                self._row = self._column = 0
        for part in _PARTS.finditer(text):
            if part["plain"]:
                self._print(part["plain"])
            elif part["last"]:
                self._control(part["parameters"], part["last"])
            elif part["short"] in {"7", "8"}:
                self._control("", "s" if part["short"] == "7" else "u")
            elif part["control"]:
                self._move_by(part["control"])

    def shown(self) -> str:
        """All rows, then the row of the cursor up to it, as the line that is being written."""
        rows = ["".join(row).rstrip() for row in self._rows]
        return "\n".join([*rows, "".join(self._rows[self._row][: self._column])])

    def _print(self, text: str) -> None:
        for sign in text:
            width = 2 if east_asian_width(sign) in self._wide else 1
            row = self._rows[self._row]
            row.extend(" " * (self._column + width - len(row)))
            row[self._column : self._column + width] = [sign, *[""] * (width - 1)]
            self._column = min(self._column + width, _MOST_COLUMNS)

    def _move_by(self, control: str) -> None:
        if control == "\n":
            self._go(self._row + 1, 0)  # a terminal adds the return
        elif control == "\r":
            self._column = 0
        elif control == "\b":
            self._column = max(self._column - 1, 0)
        elif control == "\t":
            self._column = min((self._column // _TAB + 1) * _TAB, _MOST_COLUMNS)

    def _go(self, row: int, column: int) -> None:
        self._row = min(max(row, 0), _MOST_ROWS - 1)
        self._column = min(max(column, 0), _MOST_COLUMNS)
        while len(self._rows) <= self._row:
            self._rows.append([])

    def _control(self, parameters: str, last: str) -> None:
        numbers = [int(number) for number in parameters.split(";") if number.isdecimal()]
        first, second = (*numbers, 0, 0)[:2]
        if last in "Hf":
            self._go(first - 1, second - 1)
            self.addressed |= self._row > 0 or self._column > 0
        elif last in "ABCDGdu":
            self.addressed = True
            self._step(last, max(first, 1))
        elif last == "s":
            self._saved = (self._row, self._column)
        elif last in "JK":
            self._erase(last, first)

    def _step(self, last: str, count: int) -> None:
        places = {
            "A": (self._row - count, self._column),
            "B": (self._row + count, self._column),
            "C": (self._row, self._column + count),
            "D": (self._row, self._column - count),
            "G": (self._row, count - 1),
            "d": (count - 1, self._column),
            "u": self._saved,
        }
        self._go(*places[last])

    def _erase(self, last: str, how: int) -> None:
        """Erase from the cursor (0), up to it (1), or all (2): of the screen, or of the row."""
        row = self._rows[self._row]
        if how == 0:
            del row[self._column :]
        elif how == 1:
            row[: self._column] = " " * min(self._column, len(row))
        else:
            row.clear()
        if last == "J" and how in {0, 2}:
            del self._rows[self._row + 1 :]
        if last == "J" and how in {1, 2}:
            for above in self._rows[: self._row]:
                above.clear()
