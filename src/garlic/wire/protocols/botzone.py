"""Botzone's interaction, for bots written for that site: Othello, Gomoku, Xiangqi.

A bot reads all that it was asked (*requests*) and has answered (*responses*), and prints its
next answer; then it ends, and is started anew for its next turn. As JSON on one line,
``{"requests": [...], "responses": [...]}`` and ``{"response": ..., "data": ...}``; or in the
simple form: a line with the number of requests, then a line for each request and response in
turn, then what the bot kept in *data*. A long-running bot ends each answer with the line
`KEEP_RUNNING`; from then on it reads the new request alone.

The first request to the side that begins is ``-1, -1``. *globaldata* is kept to the end of
the match only: a match must not depend on those before it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from garlic.core import InputError, InvalidMoveError, Outcome, Seat, UsageError
from garlic.core.reading.document import Document
from garlic.games.gomoku import PASS
from garlic.games.gomoku import Move as Stone
from garlic.games.othello import Move as Disc
from garlic.games.xiangqi.position import Move as Step
from garlic.wire.coordinates import (
    NOWHERE,
    check_standard_othello,
    othello_move_at,
    othello_place,
    stone_at,
    stone_place,
)
from garlic.wire.dialogue import (
    Clock,
    Dialogue,
    Message,
    OneShot,
    Played,
    ProtocolFault,
    Sitting,
    Untold,
)
from garlic.wire.history import gomoku_moves, othello_moves, xiangqi_moves
from garlic.wire.settings import BotSettings

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
GOMOKU_SIZE = 15
_MOST_KEPT = 64 << 10  # characters of data that a bot may hand on to its next turn


class MessageForm(Protocol):
    """How a game's moves are written there."""

    keys: tuple[str, str]

    def opening(self, start: Any) -> list[str]:
        """The moves from the usual start to *start*; raise `UsageError` if there are none."""

    def write(self, move: str | None) -> tuple[Any, Any]:
        """A move as the values of *keys*; None, a lost turn, as a pass. Raises `Untold`."""

    def read(self, first: Any, second: Any) -> str:
        """The inverse of `write`; raise `InvalidMoveError`."""


class _Othello:
    """Column and row from 0, from the upper left corner; a pass is -1 and -1."""

    keys = ("x", "y")

    def opening(self, start: Any) -> list[str]:
        check_standard_othello("botzone", start)
        return othello_moves(start)

    def write(self, move: str | None) -> tuple[Any, Any]:
        return NOWHERE if move is None else othello_place(Disc.parse(move))

    def read(self, first: Any, second: Any) -> str:
        return str(othello_move_at(*_numbers(first, second)))


class _Gomoku:
    """The same on 15x15 crossings, without a pass. The site plays without forbidden moves."""

    keys = ("x", "y")

    def opening(self, start: Any) -> list[str]:
        if start.board.size != GOMOKU_SIZE:
            raise UsageError("botzone: bots play gomoku on a board of 15x15")
        return gomoku_moves(start)

    def write(self, move: str | None) -> tuple[Any, Any]:
        if move == str(PASS):
            raise Untold("Botzone has no word for a pass in gomoku")
        return NOWHERE if move is None else stone_place(Stone.parse(move), GOMOKU_SIZE)

    def read(self, first: Any, second: Any) -> str:
        return str(stone_at(*_numbers(first, second), GOMOKU_SIZE))


class _Xiangqi:
    """Two points as we write them: files from red's left, ranks from 0 from red's side.

    The site has no simple form for this game; ours is ``h2 e2``.
    """

    keys = ("source", "target")

    def opening(self, start: Any) -> list[str]:
        return xiangqi_moves(start)

    def write(self, move: str | None) -> tuple[Any, Any]:
        return ("-1", "-1") if move is None else (move[:2], move[2:])

    def read(self, first: Any, second: Any) -> str:
        if not (isinstance(first, str) and isinstance(second, str)):
            raise InvalidMoveError(
                "expected two points like 'h2' and 'e2', got {got}", got=_shown([first, second])
            )
        return str(Step.parse(first + second))


FORMS: Mapping[str, MessageForm] = {
    "othello": _Othello(),
    "gomoku": _Gomoku(),
    "xiangqi": _Xiangqi(),
}


def _numbers(first: Any, second: Any) -> tuple[int, int]:
    if type(first) is not int or type(second) is not int:
        raise InvalidMoveError("expected two whole numbers, got {got}", got=_shown([first, second]))
    return first, second


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass
class Exchanges:
    """What one bot was asked and has answered, and how both are written.

    Both directions use it: a bot of ours hears what a bot of theirs is told.
    """

    form: MessageForm
    simple: bool = False
    requests: list[tuple[Any, Any]] = field(default_factory=list)
    responses: list[tuple[Any, Any]] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)  # data and globaldata

    def add(self, seat: Seat, played: Played) -> None:
        """Write down what was *played*, as *seat* hears and says it."""
        for mover, move in played:
            (self.responses if mover is seat else self.requests).append(self.form.write(move))

    def whole(self) -> str:
        """All of it, as a bot reads it when it starts."""
        if not self.simple:
            told = {
                "requests": [self._object(pair) for pair in self.requests],
                "responses": [self._object(pair) for pair in self.responses],
            }
            return json.dumps(told | self.kept)
        lines = [str(len(self.requests))]
        for number, request in enumerate(self.requests):
            lines.append(self._line(request))
            lines += [self._line(pair) for pair in self.responses[number : number + 1]]
        if self.kept:
            lines += [str(self.kept.get(name, "")) for name in ("data", "globaldata")]
        return "\n".join(lines)

    def newest(self) -> str:
        """The last request alone, as a bot reads it that has kept running."""
        last = self.requests[-1]
        return self._line(last) if self.simple else json.dumps(self._object(last))

    def hear(self, output: str) -> str:
        """The move in all that a bot printed, what it wants kept taken along.

        Raises `ProtocolFault`.
        """
        text = "\n".join(line for line in output.splitlines() if line.strip() != KEEP_RUNNING)
        try:
            return self._hear_simple(text) if self.simple else self._hear_json(text)
        except InputError as fault:
            raise ProtocolFault(fault.text) from fault

    def _hear_json(self, text: str) -> str:
        answer = Document.parse(text.strip().encode(), "answer").value
        for name in ("data", "globaldata"):
            if answer.get(name) is not None and len(_shown(answer[name])) <= _MOST_KEPT:
                self.kept[name] = answer[name]
            elif name == "data":
                self.kept.pop(name, None)
        move = answer.get("response", answer)
        if isinstance(move, str):  # the site takes an object in quotes, too
            move = Document.parse(move.encode(), "answer.response").value
        return self.form.read(*self.pair_in_object(move, "answer.response"))

    def _hear_simple(self, text: str) -> str:
        """The answer, a line of remarks, a line of data, and the rest is global."""
        answer, *rest = text.strip("\n").split("\n")
        kept = {"data": "\n".join(rest[1:2]), "globaldata": "\n".join(rest[2:])}
        self.kept = kept if 0 < len("".join(kept.values())) <= _MOST_KEPT else {}
        return self.form.read(*self.pair_in_line(answer))

    def pair_in_object(self, value: Any, where: str) -> tuple[Any, Any]:
        """The two values in ``{"x": 3, "y": 2}``; raise `InvalidFileError`."""
        found = Document(value, where).value
        first, second = (found.get(key) for key in self.form.keys)
        return first, second

    def pair_in_line(self, line: str) -> tuple[Any, Any]:
        """The two values in ``3 2``; raise `InvalidMoveError`."""
        words = line.split()
        if len(words) != 2:
            raise InvalidMoveError("expected a move of two words, got {text!r}", text=line)
        if self.form.keys == ("x", "y"):
            return _whole(words[0]), _whole(words[1])
        return words[0], words[1]

    def _object(self, pair: tuple[Any, Any]) -> dict[str, Any]:
        return dict(zip(self.form.keys, pair, strict=True))

    @staticmethod
    def _line(pair: tuple[Any, Any]) -> str:
        return f"{pair[0]} {pair[1]}"


def _whole(word: str) -> int | str:
    """*word* as a number if it is short; `MessageForm.read` says what is wrong with others."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 9 else word


def _begun(sitting: Sitting, settings: BotSettings) -> Exchanges:
    """What a bot is told of the moves before the first question."""
    form = FORMS[sitting.game.name]
    simple = settings.one_of("form", ("json", "simple"), "json") == "simple"
    talk = Exchanges(form, simple)
    if sitting.seat is Seat.A:
        talk.requests.append(form.write(None))
    opening = form.opening(sitting.start)
    talk.add(sitting.seat, [(list(Seat)[ply % 2], move) for ply, move in enumerate(opening)])
    return talk


def botzone(sitting: Sitting, settings: BotSettings) -> Dialogue | OneShot:
    """How to speak to a bot of the site; raise `UsageError` where it could not be told the game.

    *form* is ``json`` or ``simple``, *running* is ``once`` a turn, or ``long``.
    """
    settings.check("form", "running")
    if settings.one_of("running", ("once", "long"), "once") == "long":
        return BotzoneDialogue(sitting, settings)
    return BotzoneOneShot(sitting, settings)


class BotzoneOneShot:
    """One process a turn, which is told everything each time."""

    takes_file = False

    def __init__(self, sitting: Sitting, settings: BotSettings) -> None:
        self.seat = sitting.seat
        self._talk = _begun(sitting, settings)

    def tell(self, position: Any, played: Played) -> str:
        """All requests and responses."""
        del position
        self._talk.add(self.seat, played)
        return f"{self._talk.whole()}\n"

    def hear(self, position: Any, output: str) -> str:
        """The move; what the bot wants kept is given to the next process."""
        del position
        return self._talk.hear(output)


class BotzoneDialogue:
    """A long-running bot: told everything when it starts, then the new requests."""

    def __init__(self, sitting: Sitting, settings: BotSettings) -> None:
        self.sitting, self.settings = sitting, settings
        self._talk = _begun(sitting, settings)
        self._fresh = True
        self._output: list[str] = []

    def greet(self, played: Played = ()) -> Message:
        """Nothing: its first turn is its first input."""
        self._talk = _begun(self.sitting, self.settings)
        self._talk.add(self.sitting.seat, played)
        self._fresh = True
        return Message((), wants_answer=False)

    def hear_greeting(self, line: str) -> bool:
        """Nothing is to be heard before the first turn."""
        del line
        return True

    def ask(self, position: Any, played: Played, clock: Clock) -> Message:
        """Everything, or the last request alone."""
        del position, clock
        self._talk.add(self.sitting.seat, played)
        told = self._talk.whole() if self._fresh else self._talk.newest()
        self._fresh = False
        self._output = []
        return Message(tuple(told.split("\n")), until=KEEP_RUNNING)

    def hear_move(self, line: str) -> str | None:
        """The move, once the bot has said that it keeps running."""
        if line.strip() != KEEP_RUNNING:
            self._output.append(line)
            return None
        return self._talk.hear("\n".join(self._output))

    def part(self, outcome: Outcome, played: Played) -> Message:
        """The site does not say goodbye either."""
        del outcome, played
        return Message((), wants_answer=False)
