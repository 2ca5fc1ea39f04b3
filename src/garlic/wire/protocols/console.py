"""Interactive Gomoku programs, as students write them: a board, a prompt, an answer on the screen.

How one talks is described in a small TOML file, which `docs/protocols.md` explains::

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

A blank stands for any white space or none, and nothing else in a pattern has a meaning: these
files come from strangers, and must not be able to keep the judge busy.
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
from garlic.wire.dialogue import Played, ProtocolFault, Sitting, Untold
from garlic.wire.settings import BotSettings

TALK = "talk"  # the setting that names the file
_LARGEST_FILE = 64 << 10
_LONGEST_PATTERN = 200
_MOST_QUESTIONS = 20
_MOST_SHOWN = 1 << 20  # bytes that a program may show before what is waited for
_LOOK_BACK = 4096  # characters in which that is looked for, longer than any pattern

_COLUMN, _ROW = "{column}", "{row}"
_LETTER, _NUMBER = "[A-Za-z]", "[0-9]{1,2}"
_PARTS = re.compile(r"(\{column\}|\{row\}|\s+)")
_TOGETHER = ("{column}{row}", "{row}{column}")
# What moves the cursor or colours the text: control sequences, operating system commands (titles),
# and the short ones. One that has not all arrived is none yet.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])")


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a program shows, as its file has it, and what finds it on the screen."""

    text: str
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, text: str, *, letters: bool = True) -> "Phrase":
        """The phrase *text*; spacing does not matter, columns may be *letters*."""
        parts = [part for part in _PARTS.split(text) if part]
        found = []
        for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False):
            if part == _COLUMN:
                found.append(f"(?P<column>{_LETTER if letters else _NUMBER})")
            elif part == _ROW:
                found.append(f"(?P<row>{_NUMBER})")
            elif part.isspace():  # only between two numbers it cannot be left out
                found.append(r"\s+" if {before, after} == {_COLUMN, _ROW} else r"\s*")
            else:
                found.append(re.escape(part))
        # A number at the end is whole only when something else follows it.
        ending = r"(?=[^0-9A-Za-z])" if text.endswith((_COLUMN, _ROW)) else ""
        return cls(text, re.compile("".join(found) + ending))


@dataclass(frozen=True, slots=True)
class StartQuestion:
    """What a program asks before the game, and what is typed."""

    prompt: Phrase
    answers: tuple[str, str]  # where it plays black, and white


@dataclass(frozen=True, slots=True)
class ConsoleFormat:
    """How a program talks."""

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
        """Read a file as above; raise `InvalidFileError` with the place."""
        fields = read_toml(content)
        size = fields.whole("size", SMALLEST, LARGEST, USUAL)
        letters = fields.one_of("columns", ("letters", "numbers"), "letters") == "letters"
        upwards = fields.one_of("rows", ("up", "down"), "up") == "up"
        first = fields.whole("first", 0, 1, 1)
        asked = fields.many("question")
        if len(asked) > _MOST_QUESTIONS:
            raise fields.fault(
                "question",
                "expected at most {most} questions, got {got}",
                most=_MOST_QUESTIONS,
                got=len(asked),
            )
        questions = tuple(_question(inner) for inner in asked)
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
        """What a person would type for *move*."""
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
    """A pattern: some words, not too many."""
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
    """One line to type; it may be empty, for programs that want Enter."""
    text = fields.take(name, str)
    if len(text) > _LONGEST_PATTERN or not text.isprintable():
        raise fields.fault(name, "expected one short line, got {got!r}", got=text)
    return text


class ConsoleScreen:
    """What a program has shown and nobody has read yet, as text without colours."""

    def __init__(self) -> None:
        self._text = ""
        self._raw = b""  # the beginning of a character that has not all arrived
        self._shown = 0

    def show(self, piece: bytes) -> None:
        """More arrived; raise `ProtocolFault` where it is too much."""
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
        """The first place where *phrase* stands; it is then read, and all before it."""
        found = phrase.pattern.search(self._text)
        if found is not None:
            self._text, self._shown = self._text[found.end() :], 0
        return found


def _decoded(raw: bytes) -> tuple[str, bytes]:
    """*raw* as UTF-8, or else GBK; and what may be the beginning of another character."""
    for encoding in ("utf-8", "gbk"):
        decoder = getincrementaldecoder(encoding)()
        try:
            return decoder.decode(raw), decoder.getstate()[0]
        except UnicodeDecodeError:
            continue
    return raw.decode("gbk", errors="replace"), b""


@dataclass(frozen=True, slots=True)
class ConsoleStep:
    """What is waited for, and what is typed then; nothing where it is the answer."""

    phrase: Phrase
    typed: str | None = None


class ConsoleTalk:
    """A program with *manners* at its terminal."""

    def __init__(self, sitting: Sitting, settings: BotSettings) -> None:
        """Raise `UsageError` where it cannot be spoken to at all."""
        settings.check(TALK)
        self.sitting = sitting
        self.manners = _manners(settings)
        start: Position = sitting.start
        if start.board.size != self.manners.size or start.ply or start.mover is not Seat.A:
            raise UsageError(
                "console: this program starts on an empty board of {size}x{size}",
                size=self.manners.size,
            )
        self._screen = ConsoleScreen()
        self._steps: deque[ConsoleStep] = deque()
        self._held_back = ""  # typed only when its turn begins, whose clock it then thinks on
        # What it may show again, in the words of an answer: the last move of each side.
        self._stale: tuple[str, ...] = ()

    @property
    def waits_for(self) -> str:
        """The wording of the next step."""
        return self._steps[0].phrase.text if self._steps else ""

    def greet(self) -> bytes:
        """The questions before the game; the last one is answered when the first turn begins."""
        self._screen = ConsoleScreen()
        self._steps = deque(
            ConsoleStep(question.prompt, f"{question.answers[self.sitting.seat.index]}\n")
            for question in self.manners.questions
        )
        self._held_back = ""
        return b""

    def ask(self, position: Any, played: Played) -> bytes:
        """Wait for the prompt, type the other side's move, wait for the answer."""
        del position
        self._stale = tuple(move for _, move in played if move is not None)
        moves = [
            Move.parse(move)
            for seat, move in played
            if seat is not self.sitting.seat and move is not None
        ]
        if PASS in moves:
            raise Untold("a pass cannot be typed to this program")
        manners = self.manners
        self._steps = deque(
            ConsoleStep(manners.prompt, f"{manners.type(move)}\n") for move in moves
        )
        self._steps.append(ConsoleStep(manners.answer))
        typed, self._held_back = self._held_back, ""
        if not typed and moves:
            typed = self._prompted()  # the prompt may have come with the last answer
        return typed.encode()

    def see(self, piece: bytes) -> bytes | str | None:
        """Take all steps for which what they wait for has appeared."""
        self._screen.show(piece)
        if typed := self._prompted():
            if self._steps:
                return typed.encode()
            self._held_back = typed  # to the last question
            return ""
        if self._steps[0].typed is not None:
            return None
        while (found := self._screen.find(self._steps[0].phrase)) is not None:
            if (move := self._read(found)) not in self._stale:
                return move
        return None

    def _prompted(self) -> str:
        """What is typed to all prompts that have appeared. An answer comes only after that."""
        typed = ""
        while self._steps and (text := self._steps[0].typed) is not None:
            if self._screen.find(self._steps[0].phrase) is None:
                break
            self._steps.popleft()
            typed += text
        return typed

    def _read(self, found: re.Match[str]) -> str:
        try:
            return str(self.manners.read(found["column"], found["row"]))
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault


def _manners(settings: BotSettings) -> ConsoleFormat:
    if TALK not in settings.values:
        raise UsageError(
            "expected a file that says how the program talks, console:PROGRAM?talk=FILE.toml"
        )
    path = Path(settings.values[TALK])
    try:
        return ConsoleFormat.parse(read_limited(path, _LARGEST_FILE))
    except InvalidFileError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
