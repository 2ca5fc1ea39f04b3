"""Prompts of interactive Gomoku programs: when a move is wanted, and how it is written."""

import re
from dataclasses import dataclass

from garlic.wire.console.drawn_board import Cell

PASSED = (
    "the opponent passed, which cannot be typed to a program for a person: the game cannot go on"
)

_ASKS = re.compile(
    r"输入|请|选择|轮到你|该你|你下|你走|input|enter|type|choose|select|please|your|press",
    re.IGNORECASE,
)
_MOVE_WORDS = (
    r"坐标|位置|落子|下子|下棋|走棋|棋步|落点|(?<![进执运先])行|列|轮到你|该你|你下|你走|move|position|coordinate|place"
    r"|point|where|turn|row|col|(?<![a-z])[xy](?![a-z])"
)
_MOVE = re.compile(_MOVE_WORDS, re.IGNORECASE)
_MOVE_AT_END = re.compile(f"(?:{_MOVE_WORDS})$", re.IGNORECASE)
_BUSY = re.compile(r"思考|正在|稍等|稍候|thinking|wait", re.IGNORECASE)
_PAUSE = re.compile(
    r"任意键|按回车|回车键?继续|any key|(?:press|hit) (?:the )?(?:enter|return)", re.IGNORECASE
)
_KEYS = re.compile(
    r"方向键|箭头键|上下左右|空格键?(?:落子|下棋|确[定认])|w\W{0,2}a\W{0,2}s\W{0,2}d(?![a-z])|w\W{0,2}s\W{0,2}a\W{0,2}d(?![a-z])"
    r"|arrow keys?|space ?(?:bar|key)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"无效|非法|错误|有误|不合法|不能|不可|不在|已有|有子|已经|占|重新|重输|超出|越界|范围|illegal|invalid|wrong"
    r"|error|taken|occupied|again|out of|not (?:a |an )?(?:legal|valid|empty|allowed)|can ?not"
    r"|can't",
    re.IGNORECASE,
)
_SPEAKER = (
    r"(?:电脑|计算机|机器|人工智能|白[方棋子]|黑[方棋子]|(?<![a-z])ai|computer|machine|robot|cpu"
    r"|(?<![a-z])i (?:play|move|choose|go|put|place))"
)
_LETTER_FIRST, _NUMBER_FIRST = (
    r"(?<![A-Za-z])(?P<letter>[A-Za-z])\s*[,，-]?\s*(?P<number>[0-9]{1,2})(?![0-9])",
    r"(?<![0-9])(?P<number>[0-9]{1,2})\s*[,，-]?\s*(?P<letter>[A-Za-z])(?![A-Za-z])",
)
_NUMBERS = r"(?<![0-9])(?P<one>[0-9]{1,2})\s*[^0-9\n]{1,12}?\s*(?P<two>[0-9]{1,2})(?![0-9])"
_EXAMPLE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?P<c>[A-Oa-o])(?P<s>\s?[,，]?\s?)[0-9]{1,2}|[0-9]{1,2}(?P<t>\s?[,，]?\s?)(?P<d>[A-Oa-o]))"
    r"(?![A-Za-z0-9])"
)
_FROM_ZERO = re.compile(r"(?<![0-9])0\s*[-~～到至,，]\s*[0-9]")
_COMMA = re.compile(  # between single letters: a word before a comma says nothing
    r"(?:[行列0-9标]|(?<![a-z])[a-z])\s*[,，]\s*(?:[列行0-9]|[a-z](?![a-z]))|逗号|comma",
    re.IGNORECASE,
)
_ROW, _COLUMN = (
    re.compile(r"(?<![进执运先])行|row|(?<![a-z])x(?![a-z])", re.IGNORECASE),
    re.compile(r"列|col|(?<![a-z])y(?![a-z])", re.IGNORECASE),
)
_YES_NO = re.compile(r"(?<![a-z])y(?:es)?\s*[/|]\s*no?(?![a-z])", re.IGNORECASE)
_LOWER_CASE = re.compile(r"小写|lower[ -]?case", re.IGNORECASE)
_ENDINGS = tuple(":：>?？)）]】=")
_MOST_BEHIND = 2  # lines that explain something, behind the one that asks


def last_line(text: str) -> str:
    """The last line that shows anything."""
    return text.rstrip().rsplit("\n", 1)[-1].strip()


def asking_line(text: str) -> str:
    """The line that asks for input; empty if the program may still be talking.

    A finished line asks by its words, and lines that explain something may follow it. One that is
    not finished must end like a prompt, since it may also be the first half of a line that arrives
    in pieces.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()][-1 - _MOST_BEHIND :]
    if not lines or _BUSY.search(lines[-1]):
        return ""
    if "\n" in text[len(text.rstrip()) :]:
        return next((line for line in reversed(lines) if _ASKS.search(line)), "")
    last = lines[-1]
    asks = last.endswith(_ENDINGS) or (_ASKS.search(last) and _MOVE_AT_END.search(last))
    return last if asks else ""


def wants_key(text: str) -> bool:
    """Whether it waits for a key or Enter."""
    return bool(_PAUSE.search(last_line(text)))


def wants_keys(text: str) -> str:
    """The line that says that a cursor is moved with keys, if there is one."""
    return next((line.strip() for line in text.splitlines() if _KEYS.search(line)), "")


def wants_move(text: str) -> bool:
    """Whether the line that asks for something asks for a move."""
    line = asking_line(text)
    return bool(_MOVE.search(line)) and not _YES_NO.search(line)  # the y of "y/n" is no column


def refusal(text: str) -> str:
    """The line that says that a move is refused, if there is one."""
    lines = [line.strip() for line in text.splitlines() if _REFUSED.search(line)]
    return lines[-1] if lines else ""


@dataclass(frozen=True, slots=True)
class Labels:
    """How a program names rows and columns, both from the upper left corner."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @classmethod
    def guess(
        cls, text: str, rows: tuple[str, ...], columns: tuple[str, ...], size: int
    ) -> "Labels":
        """The labels of a board, and what *text* before the prompt says about missing ones."""
        first = 0 if _FROM_ZERO.search(text) else 1
        numbers = tuple(map(str, range(first, first + size)))
        if rows and columns:
            return cls(rows, columns)
        if columns or rows:
            return cls(rows or numbers, columns or numbers)
        if _EXAMPLE.search(text):
            return cls(numbers[::-1], tuple("ABCDEFGHIJKLMNOPQRST"[:size]))
        return cls(numbers, numbers)

    @property
    def with_letters(self) -> bool:
        """Whether one of the two is a letter."""
        return self.columns[0].isalpha() != self.rows[0].isalpha()

    def forms(self, text: str, cell: Cell) -> list[str]:
        """Ways to write *cell*, the likeliest first; *text* ends with the prompt."""
        row, column = self.rows[cell[0]], self.columns[cell[1]]
        last = "\n".join(text.rstrip().splitlines()[-2:])
        if self.with_letters:
            letter, number = (row, column) if row.isalpha() else (column, row)
            ways = [f"{letter}{number}", f"{letter.lower()}{number}", f"{letter} {number}"]
            ways += [f"{number}{letter}", f"{number} {letter}", f"{letter},{number}"]
            if found := _EXAMPLE.search(text):
                between = (found["s"] or found["t"] or "").replace("，", ",")
                sign = found["c"] or found["d"]
                shown = letter.lower() if sign.islower() else letter.upper()
                likely = (shown, number) if found["c"] else (number, shown)
                ways.insert(0, between.join(likely))
            if _ROW.search(last) and _COLUMN.search(last):
                ways.insert(0, " ".join((row, column) if _row_first(last) else (column, row)))
            if _LOWER_CASE.search(text):
                ways.sort(key=str.isupper)
        else:
            one, two = (row, column) if _row_first(last) else (column, row)
            ways = [f"{one} {two}", f"{one},{two}"]
            if _COMMA.search(last):
                ways.reverse()
        return list(dict.fromkeys(ways))

    def read_answer(self, text: str) -> Cell | None:
        """The move that the program says it makes, in the last such line of *text*."""
        patterns = (_LETTER_FIRST, _NUMBER_FIRST) if self.with_letters else (_NUMBERS,)
        for line in reversed([line for line in text.splitlines(keepends=True) if "\n" in line]):
            for pattern in patterns:
                found = re.search(rf"{_SPEAKER}.{{0,30}}?{pattern}", line, re.IGNORECASE)
                cell = self._cell(found, line) if found else None
                if cell is not None:
                    return cell
        return None

    def _cell(self, found: re.Match[str], line: str) -> Cell | None:
        if self.with_letters:
            letter, number = found["letter"].upper(), found["number"].lstrip("0") or "0"
            names = (number, letter) if self.columns[0].isalpha() else (letter, number)
        else:
            one, two = found["one"].lstrip("0") or "0", found["two"].lstrip("0") or "0"
            names = (one, two) if _row_first(line) else (two, one)
        rows, columns = ([label.upper() for label in side] for side in (self.rows, self.columns))
        if names[0] in rows and names[1] in columns:
            return rows.index(names[0]), columns.index(names[1])
        return None


def _row_first(text: str) -> bool:
    """Whether two numbers are row and column, in this order."""
    row, column = _ROW.search(text), _COLUMN.search(text)
    return not (column and (row is None or column.start() < row.start()))
