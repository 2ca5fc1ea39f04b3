"""Interactive Gomoku programs, as students write them: a board, a prompt, an answer on the screen.

A small TOML file describes the program's texts; `docs/protocols.md` explains it::

    size = 15             # crossings a side
    columns = "letters"   # or "numbers"
    rows = "up"           # counted from the bottom, or "down" from the top
    first = 1             # the number of the first row, and of the first column

    [[question]]          # asked once each, in this order, before the game
    prompt = "Play black? (y/n)"
    black = "y"           # typed where the program plays black
    white = "n"

    [move]
    prompt = "Your move:"             # it waits for the other side's move
    type = "{column}{row}"            # what is typed then
    answer = "I play {column}{row}"   # how it shows its own

A blank matches any white space or none, and nothing else in a pattern is special: these files
are not trusted, and must not be able to keep the judge busy.
"""

import re
from codecs import getincrementaldecoder
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garlic.core import InvalidMoveError, Seat, UsageError
from garlic.core.errors import InvalidFileError
from garlic.core.reading.fields import Fields, read_toml
from garlic.core.reading.files import read_limited
from garlic.games.gomoku import PASS, Move, Position
from garlic.games.gomoku.board import LARGEST, LETTERS, SMALLEST, USUAL
from garlic.wire.coordinates import stone_at, stone_place
from garlic.wire.dialogue import Played, ProtocolFault, SeatSetup, UnsupportedEvent
from garlic.wire.settings import BotSettings

TALK = "talk"  # the setting that names the file
_LARGEST_FILE = 64 << 10
_LONGEST_PATTERN = 200
_MOST_QUESTIONS = 20
_MOST_SHOWN = 1 << 20  # bytes of output before the expected text
_LOOK_BACK = 4096  # characters searched for it, longer than any pattern

_COLUMN, _ROW = "{column}", "{row}"
_LETTER, _NUMBER = "[A-Za-z]", "[0-9]{1,2}"
_PARTS = re.compile(r"(\{column\}|\{row\}|\s+)")
_TOGETHER = ("{column}{row}", "{row}{column}")
# Escape sequences: control sequences (cursor, colours), operating system commands (titles), short
# ones. An incomplete one at the end does not match yet.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text from the program's TOML file, and the pattern that finds it in the output."""

    text: str
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, text: str, *, letters: bool = True) -> "Phrase":
        """The phrase for *text*; spacing does not matter, columns may be *letters*."""
        parts = [part for part in _PARTS.split(text) if part]
        patterns = []
        for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False):
            if part == _COLUMN:
                patterns.append(f"(?P<column>{_LETTER if letters else _NUMBER})")
            elif part == _ROW:
                patterns.append(f"(?P<row>{_NUMBER})")
            elif part.isspace():  # required only between two numbers
                patterns.append(r"\s+" if {before, after} == {_COLUMN, _ROW} else r"\s*")
            else:
                patterns.append(re.escape(part))
        # A number at the end is complete only when something else follows it.
        ending = r"(?=[^0-9A-Za-z])" if text.endswith((_COLUMN, _ROW)) else ""
        return cls(text, re.compile("".join(patterns) + ending))


@dataclass(frozen=True, slots=True)
class StartQuestion:
    """A question that a program asks before the game, and the answers to type."""

    prompt: Phrase
    answers: tuple[str, str]  # if it plays black, if it plays white


@dataclass(frozen=True, slots=True)
class ConsoleFormat:
    """The contents of the TOML file: how a program asks, reads and answers."""

    size: int
    letters: bool
    upwards: bool
    first: int
    questions: tuple[StartQuestion, ...]
    prompt: Phrase
    typed: str
    answer: Phrase

    @classmethod
    def parse(cls, content: bytes) -> "ConsoleFormat":
        """Parse the TOML file; raise `InvalidFileError` that names the field."""
        fields = read_toml(content)
        size = fields.whole("size", SMALLEST, LARGEST, USUAL)
        letters = fields.one_of("columns", ("letters", "numbers"), "letters") == "letters"
        upwards = fields.one_of("rows", ("up", "down"), "up") == "up"
        first = fields.whole("first", 0, 1, 1)
        tables = fields.many("question")
        if len(tables) > _MOST_QUESTIONS:
            raise fields.fault(
                "question",
                "expected at most {most} questions, got {got}",
                most=_MOST_QUESTIONS,
                got=len(tables),
            )
        questions = tuple(_question(table) for table in tables)
        move = fields.inner("move")
        fields.finish()
        prompt, typed, answer = (_wording(move, name) for name in ("prompt", "type", "answer"))
        for name, wording in (("type", typed), ("answer", answer)):
            if wording.count(_COLUMN) != 1 or wording.count(_ROW) != 1:
                raise move.fault(
                    name, "expected {{column}} and {{row}}, once each, got {got!r}", got=wording
                )
            if not letters and any(both in wording for both in _TOGETHER):
                raise move.fault(
                    name, "expected something between two numbers, got {got!r}", got=wording
                )
        move.finish()
        return cls(
            size=size,
            letters=letters,
            upwards=upwards,
            first=first,
            questions=questions,
            prompt=Phrase.of(prompt),
            typed=typed,
            answer=Phrase.of(answer, letters=letters),
        )

    def type(self, move: Move) -> str:
        """The input for *move*."""
        x, y = stone_place(move, self.size)
        column = LETTERS[x] if self.letters else str(x + self.first)
        row = (self.size - 1 - y if self.upwards else y) + self.first
        return self.typed.replace(_COLUMN, column).replace(_ROW, str(row))

    def read(self, column: str, row: str) -> Move:
        """The move that the program showed; raise `InvalidMoveError`."""
        x = LETTERS.find(column.lower()) if self.letters else int(column) - self.first
        y = int(row) - self.first
        if self.upwards:
            y = self.size - 1 - y
        try:
            return stone_at(x, y, self.size)
        except InvalidMoveError as fault:
            raise InvalidMoveError(
                "expected a column and a row of the board, got {first} and {second}",
                first=column,
                second=row,
            ) from fault


def _question(fields: Fields) -> StartQuestion:
    prompt = Phrase.of(_wording(fields, "prompt"))
    black, white = (_typed(fields, seat) for seat in ("black", "white"))
    fields.finish()
    return StartQuestion(prompt, (black, white))


def _wording(fields: Fields, name: str) -> str:
    """A pattern of 1 to `_LONGEST_PATTERN` characters; raise `InvalidFileError`."""
    wording = fields.take(name, str).strip()
    if not 0 < len(wording) <= _LONGEST_PATTERN:
        raise fields.fault(
            name,
            "expected 1 to {most} characters, got {got}",
            most=_LONGEST_PATTERN,
            got=len(wording),
        )
    return wording


def _typed(fields: Fields, name: str) -> str:
    """One line to type; may be empty, for programs that expect just Enter."""
    text = fields.take(name, str)
    if len(text) > _LONGEST_PATTERN or not text.isprintable():
        raise fields.fault(name, "expected one short line, got {got!r}", got=text)
    return text


class ConsoleScreen:
    """Unread output of a program, as text without escape sequences."""

    def __init__(self) -> None:
        self._text = ""
        self._raw = b""  # an incomplete character at the end
        self._shown = 0

    def show(self, piece: bytes) -> None:
        """Add output; raise `ProtocolFault` if it is more than `_MOST_SHOWN`."""
        text, self._raw = _decoded(self._raw + piece)
        self._text = _ESCAPES.sub("", self._text + text)
        if len(self._text) > 2 * _LOOK_BACK:
            self._text = self._text[-_LOOK_BACK:]
        self._shown += len(piece)
        if self._shown > _MOST_SHOWN:
            raise ProtocolFault(
                "showed more than {most} bytes, and not what is waited for", most=_MOST_SHOWN
            )

    def find(self, phrase: Phrase) -> re.Match[str] | None:
        """The first match of *phrase*, or None; output up to its end is then read."""
        found = phrase.pattern.search(self._text)
        if found is not None:
            self._text, self._shown = self._text[found.end() :], 0
        return found


def _decoded(raw: bytes) -> tuple[str, bytes]:
    """*raw* decoded as UTF-8, else GBK; and the bytes of an incomplete last character."""
    for encoding in ("utf-8", "gbk"):
        decoder = getincrementaldecoder(encoding)()
        try:
            return decoder.decode(raw), decoder.getstate()[0]
        except UnicodeDecodeError:
            continue
    return raw.decode("gbk", errors="replace"), b""


@dataclass(frozen=True, slots=True)
class ConsoleStep:
    """The expected text, and what to type then; None if the text is the answer."""

    phrase: Phrase
    typed: str | None = None


class ConsoleDialogue:
    """The dialogue with one interactive program."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        """Raise `UsageError` for a missing or wrong file, or another start."""
        settings.check(TALK)
        self.setup = setup
        self.format = _load_format(settings)
        start: Position = setup.start
        if start.board.size != self.format.size or start.ply or start.mover is not Seat.A:
            raise UsageError(
                "console: this program starts on an empty board of {size}x{size}",
                size=self.format.size,
            )
        self._screen = ConsoleScreen()
        self._steps: deque[ConsoleStep] = deque()
        self._held_back = ""  # typed when its turn begins, so that it thinks on its own clock
        # The last move of each side: the program may print these again in the form of an answer.
        self._stale: tuple[str, ...] = ()

    @property
    def waits_for(self) -> str:
        """The text of the next step."""
        return self._steps[0].phrase.text if self._steps else ""

    def start_input(self) -> bytes:
        """Reset, and expect the questions; the last is answered when the first turn begins."""
        self._screen = ConsoleScreen()
        self._steps = deque(
            ConsoleStep(question.prompt, f"{question.answers[self.setup.seat.index]}\n")
            for question in self.format.questions
        )
        self._held_back = ""
        return b""

    def turn_input(self, position: Any, played: Played) -> bytes:
        """Expect the prompt, type the opponent's move, expect the answer."""
        del position
        self._stale = tuple(move for _, move in played if move is not None)
        moves = [
            Move.parse(move)
            for seat, move in played
            if seat is not self.setup.seat and move is not None
        ]
        if PASS in moves:
            raise UnsupportedEvent("a pass cannot be typed to this program")
        texts = self.format
        self._steps = deque(ConsoleStep(texts.prompt, f"{texts.type(move)}\n") for move in moves)
        self._steps.append(ConsoleStep(texts.answer))
        typed, self._held_back = self._held_back, ""
        if not typed and moves:
            typed = self._prompted()  # the prompt may have come with the last answer
        return typed.encode()

    def read_output(self, piece: bytes) -> bytes | str | None:
        """Do all steps whose expected text has appeared."""
        self._screen.show(piece)
        if typed := self._prompted():
            if self._steps:
                return typed.encode()
            self._held_back = typed  # the answer to the last question
            return ""
        if self._steps[0].typed is not None:
            return None
        while (found := self._screen.find(self._steps[0].phrase)) is not None:
            if (move := self._read(found)) not in self._stale:
                return move
        return None

    def _prompted(self) -> str:
        """What to type for all prompts that have appeared. Answers follow only after them."""
        typed = ""
        while self._steps and (text := self._steps[0].typed) is not None:
            if self._screen.find(self._steps[0].phrase) is None:
                break
            self._steps.popleft()
            typed += text
        return typed

    def _read(self, found: re.Match[str]) -> str:
        try:
            return str(self.format.read(found["column"], found["row"]))
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault


def _load_format(settings: BotSettings) -> ConsoleFormat:
    if TALK not in settings.values:
        raise UsageError(
            "expected a file that says how the program talks, console:PROGRAM?talk=FILE.toml"
        )
    path = Path(settings.values[TALK])
    try:
        return ConsoleFormat.parse(read_limited(path, _LARGEST_FILE))
    except InvalidFileError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
