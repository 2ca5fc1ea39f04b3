"""Interactive Gomoku programs, as students write them: a board, a prompt, an answer on the screen.

A small TOML file describes the program's texts; `docs/bots/protocols.md` explains it::

    size = 15             # crossings a side
    columns = "letters"   # or "numbers"
    rows = "up"           # counted from the bottom, or "down" from the top
    first = 1             # the number of the first row, and of the first column
    pauses = ["Press any key"]        # Enter is typed whenever one is shown

    [[question]]          # asked once each, in this order, before the game
    prompt = "Play black? (y/n)"
    black = "y"           # typed where the program plays black
    white = "n"

    [move]
    prompt = "Your move:"             # it waits for the other side's move
    type = "{column}{row}"            # what is typed then
    answer = "I play {column}{row}"   # how it shows its own; without it, by drawing a board
    refused = "Illegal move"          # how it refuses a move; may be left out

A blank matches any white space or none, and nothing else in a pattern is special: these files
are not trusted, and must not be able to keep the judge busy. Without a file the texts are
recognised, see `garlic.wire.console`.
"""

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from garlic.core import InvalidMoveError, Position, Seat, Text, UsageError
from garlic.core.errors import InvalidFileError
from garlic.core.game import expect
from garlic.core.reading.fields import Fields, read_toml
from garlic.core.reading.files import read_limited
from garlic.games.gomoku import PASS, Move
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.gomoku.board import LARGEST, LETTERS, SMALLEST, USUAL
from garlic.wire.console.drawn_board import DrawnBoard, drawn_boards
from garlic.wire.console.prompts import PASSED
from garlic.wire.console.recognised import RecognisedDialogue
from garlic.wire.console.screen import ConsoleScreen
from garlic.wire.coordinates import stone_at, stone_place
from garlic.wire.dialogue import (
    Played,
    ProtocolFault,
    SeatSetup,
    TerminalDialogue,
    UnsupportedEvent,
)
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings

TALK = "talk"  # the setting that names the file
_LARGEST_FILE = 64 << 10
_LONGEST_PATTERN = 200
_MOST_QUESTIONS = 20
_MOST_PAUSES = 20  # in a turn

_COLUMN, _ROW = "{column}", "{row}"
_LETTER, _NUMBER = "[A-Za-z]", "[0-9]{1,2}"
_PARTS = re.compile(r"(\{column\}|\{row\}|\s+)")
_TOGETHER = ("{column}{row}", "{row}{column}")


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
    answer: Phrase | None  # None: its moves are read from the board that it draws
    refused: Phrase | None
    pauses: tuple[Phrase, ...]

    @classmethod
    def parse(cls, content: bytes) -> "ConsoleFormat":
        """Parse the TOML file; raise `InvalidFileError` that names the field."""
        fields = read_toml(content)
        size = fields.whole("size", SMALLEST, LARGEST, USUAL)
        letters = fields.one_of("columns", ("letters", "numbers"), "letters") == "letters"
        upwards = fields.one_of("rows", ("up", "down"), "up") == "up"
        first = fields.whole("first", 0, 1, 1)
        tables = fields.many("question", [])
        if len(tables) > _MOST_QUESTIONS:
            raise fields.fault(
                "question",
                "expected at most {most} questions, got {got}",
                most=_MOST_QUESTIONS,
                got=len(tables),
            )
        questions = tuple(_question(table) for table in tables)
        pauses = fields.texts("pauses", ())
        for pause in pauses:
            _check_wording(fields, "pauses", pause.strip())
        move = fields.inner("move")
        fields.finish()
        prompt, typed = (_wording(move, name) for name in ("prompt", "type"))
        answer, refused = (
            _wording(move, name) if move.has(name) else None for name in ("answer", "refused")
        )
        for name, wording in (("type", typed), ("answer", answer)):
            if wording is None:
                continue
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
            answer=Phrase.of(answer, letters=letters) if answer else None,
            refused=Phrase.of(refused) if refused else None,
            pauses=tuple(Phrase.of(pause.strip()) for pause in pauses),
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
    _check_wording(fields, name, wording)
    return wording


def _check_wording(fields: Fields, name: str, wording: str) -> None:
    if not 0 < len(wording) <= _LONGEST_PATTERN:
        raise fields.fault(
            name,
            "expected 1 to {most} characters, got {got}",
            most=_LONGEST_PATTERN,
            got=len(wording),
        )


def _typed(fields: Fields, name: str) -> str:
    """One line to type; may be empty, for programs that expect just Enter."""
    text = fields.take(name, str)
    if len(text) > _LONGEST_PATTERN or not text.isprintable():
        raise fields.fault(name, "expected one short line, got {got!r}", got=text)
    return text


@dataclass(frozen=True, slots=True)
class ConsoleStep:
    """The expected text, and what to type then; None if the text is the answer."""

    phrase: Phrase | None  # None: a board with its move
    typed: str | None = None


class ConsoleDialogue:
    """The dialogue with one interactive program."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        """Raise `UsageError` for a missing or wrong file, or another start."""
        self.setup = setup
        self.format = _load_format(settings)
        start = expect(GomokuPosition, setup.start)
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
        self._known: set[str] = set()  # every stone of the game
        self._before: DrawnBoard | None = None
        self._pauses = 0

    @property
    def waits_for(self) -> str:
        """The text of the next step."""
        phrase = self._steps[0].phrase if self._steps else None
        return phrase.text if phrase else ""

    def explain(self, fault: Text | None) -> Text:
        """*fault* with the text that was waited for."""
        if not self.waits_for:
            return Text("{fault}; waited for a board with its move", fault=fault)
        return Text("{fault}; waited to see {wording!r}", fault=fault, wording=self.waits_for)

    def start_input(self) -> bytes:
        """Reset, and expect the questions; the last is answered when the first turn begins."""
        self._screen = ConsoleScreen()
        self._steps = deque(
            ConsoleStep(question.prompt, f"{question.answers[self.setup.seat.index]}\n")
            for question in self.format.questions
        )
        self._held_back = ""
        self._known, self._before = set(), None
        return b""

    def turn_input(self, position: Position, played: Played) -> bytes:
        """Expect the prompt, type the opponent's move, expect the answer."""
        del position
        self._pauses = 0
        self._stale = tuple(move for _, move in played if move is not None)
        self._known.update(self._stale)
        moves = [
            Move.parse(move)
            for seat, move in played
            if seat is not self.setup.seat and move is not None
        ]
        if PASS in moves:
            raise UnsupportedEvent(PASSED)
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
        pauses = b"\n" * sum(map(self._drop_pause, self.format.pauses))
        if typed := self._prompted():
            if self._steps:
                return pauses + typed.encode()
            self._held_back = typed  # the answer to the last question
            return ""
        if self._steps[0].typed is not None:
            return pauses or None
        return self._answer() or pauses or None

    def _drop_pause(self, pause: Phrase) -> bool:
        """Whether the program waits for a key; raise `ProtocolFault` if it does so too often."""
        found = self._screen.drop(pause.pattern)
        self._pauses += found
        if self._pauses > _MOST_PAUSES:
            raise ProtocolFault("waited for a key more than {most} times", most=_MOST_PAUSES)
        return found

    def _answer(self) -> str | None:
        """The program's move, if it has shown one; raise `ProtocolFault` if it refused ours."""
        refused, answer = self.format.refused, self.format.answer
        if refused is not None and (line := self._screen.find(refused.pattern)) is not None:
            moves = ", ".join(self._stale[-1:])
            raise ProtocolFault("refused the legal move {move}: {line!r}", move=moves, line=line[0])
        if answer is None:
            return self._drawn()
        while (found := self._screen.find(answer.pattern)) is not None:
            if (move := self._read(found)) not in self._stale:
                return move
        return None

    def _drawn(self) -> str | None:
        """The stone that a board shows besides the known ones, if it is one."""
        for board in drawn_boards(self._screen.text, self.format.size):
            changed = board.changed(self._before)
            moves = {str(stone_at(column, row, self.format.size)) for row, column in changed}
            if len(added := moves - self._known) == 1:
                self._before = board
                self._screen.read(board.end)
                return added.pop()
        return None

    def _prompted(self) -> str:
        """What to type for all prompts that have appeared. Answers follow only after them."""
        typed = ""
        while self._steps and (text := self._steps[0].typed) is not None:
            phrase = self._steps[0].phrase
            boards = drawn_boards(self._screen.text, self.format.size)
            if phrase is None or self._screen.find(phrase.pattern) is None:
                break
            self._before = boards[-1] if boards else self._before
            self._steps.popleft()
            typed += text
        return typed

    def _read(self, found: re.Match[str]) -> str:
        try:
            return str(self.format.read(found["column"], found["row"]))
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault


def console(setup: SeatSetup, settings: BotSettings) -> TerminalDialogue:
    """The dialogue with a program: described by a file, else recognised. Raises `UsageError`."""
    settings.check(TALK)
    return (
        ConsoleDialogue(setup, settings) if TALK in settings.values else RecognisedDialogue(setup)
    )


def _load_format(settings: BotSettings) -> ConsoleFormat:
    path = Path(settings.values[TALK])
    try:
        return ConsoleFormat.parse(read_limited(path, _LARGEST_FILE))
    except InvalidFileError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault


CONSOLE = WireProtocol(
    "console",
    "an interactive Gomoku program, at a terminal",
    console,
    ("gomoku",),
    is_engine=False,
    any_start=False,
    file_settings=(TALK,),
    takes_folders=True,
)
