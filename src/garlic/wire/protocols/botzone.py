"""The protocol of Botzone, for bots written for that site: Othello, Gomoku, Xiangqi.

A bot reads all earlier *requests* and its own *responses*, prints its next response and exits;
it is started again for its next turn. The format is JSON on one line,
``{"requests": [...], "responses": [...]}`` and ``{"response": ..., "data": ...}``; or the
simple form: a line with the number of requests, then one line per request and response
alternating, then the bot's saved *data*. A long-running bot ends each answer with the line
`KEEP_RUNNING`; from then on it reads only the new request.

The first request to the side that moves first is ``-1, -1``. *globaldata* is kept to the end of
the game only: a game must not depend on earlier ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from garlic.core import InputError, InvalidMoveError, Outcome, Position, Seat, UsageError
from garlic.core.game import expect
from garlic.core.reading.fields import Fields, read_json
from garlic.core.reading.scan import whole_number
from garlic.games.gomoku import PASS
from garlic.games.gomoku import Move as Stone
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.othello import Move as Disc
from garlic.games.othello import Position as OthelloPosition
from garlic.games.xiangqi.position import Move as Step
from garlic.games.xiangqi.position import Position as XiangqiPosition
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
    SeatSetup,
    UnsupportedEvent,
)
from garlic.wire.history import gomoku_moves, othello_moves, xiangqi_moves
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
GOMOKU_SIZE = 15
_MOST_KEPT = 64 << 10  # characters of data that a bot may save for its next turn


class MessageForm(Protocol):
    """How the moves of one game are written on Botzone."""

    keys: tuple[str, str]

    def opening(self, start: Position) -> list[str]:
        """The moves from the usual start to *start*; raise `UsageError` if none are found."""

    def write(self, move: str | None) -> tuple[object, object]:
        """The values of *keys* for a move; a lost turn is a pass. Raises `UnsupportedEvent`."""

    def read(self, first: object, second: object) -> str:
        """The inverse of `write`; raise `InvalidMoveError`."""


class _Othello:
    """Column and row from 0, from the upper left corner; a pass is -1 and -1."""

    keys = ("x", "y")

    def opening(self, start: Position) -> list[str]:
        here = expect(OthelloPosition, start)
        check_standard_othello("botzone", here)
        return othello_moves(here)

    def write(self, move: str | None) -> tuple[object, object]:
        return NOWHERE if move is None else othello_place(Disc.parse(move))

    def read(self, first: object, second: object) -> str:
        return str(othello_move_at(*_numbers(first, second)))


class _Gomoku:
    """The same on a board of 15x15, without a pass. The site has no forbidden moves."""

    keys = ("x", "y")

    def opening(self, start: Position) -> list[str]:
        here = expect(GomokuPosition, start)
        if here.board.size != GOMOKU_SIZE:
            raise UsageError("botzone: bots play gomoku on a board of 15x15")
        return gomoku_moves(here)

    def write(self, move: str | None) -> tuple[object, object]:
        if move == str(PASS):
            raise UnsupportedEvent("Botzone has no word for a pass in gomoku")
        return NOWHERE if move is None else stone_place(Stone.parse(move), GOMOKU_SIZE)

    def read(self, first: object, second: object) -> str:
        return str(stone_at(*_numbers(first, second), GOMOKU_SIZE))


class _Xiangqi:
    """Two points as we write them: files from red's left, ranks from 0 from red's side.

    The site has no simple form for this game; ours is ``h2 e2``.
    """

    keys = ("source", "target")

    def opening(self, start: Position) -> list[str]:
        return xiangqi_moves(expect(XiangqiPosition, start))

    def write(self, move: str | None) -> tuple[object, object]:
        return ("-1", "-1") if move is None else (move[:2], move[2:])

    def read(self, first: object, second: object) -> str:
        if not (isinstance(first, str) and isinstance(second, str)):
            raise InvalidMoveError(
                "expected two points like 'h2' and 'e2', got {got}", got=_json([first, second])
            )
        return str(Step.parse(first + second))


FORMS: Mapping[str, MessageForm] = {
    "othello": _Othello(),
    "gomoku": _Gomoku(),
    "xiangqi": _Xiangqi(),
}


def _numbers(first: object, second: object) -> tuple[int, int]:
    if type(first) is not int or type(second) is not int:
        raise InvalidMoveError("expected two whole numbers, got {got}", got=_json([first, second]))
    return first, second


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass
class Exchanges:
    """The requests and responses of one bot, and how they are written and read.

    Both directions use it: the judge here, and our engine as a Botzone bot.
    """

    form: MessageForm
    simple: bool = False
    requests: list[tuple[object, object]] = field(default_factory=list)
    responses: list[tuple[object, object]] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)  # data and globaldata

    def add(self, seat: Seat, played: Played) -> None:
        """Append *played*: moves of *seat* are responses, the opponent's are requests."""
        for mover, move in played:
            (self.responses if mover is seat else self.requests).append(self.form.write(move))

    def whole(self) -> str:
        """The whole exchange, as a bot reads it when it starts."""
        if not self.simple:
            document = {
                "requests": [self._object(pair) for pair in self.requests],
                "responses": [self._object(pair) for pair in self.responses],
            }
            return json.dumps(document | self.kept)
        lines = [str(len(self.requests))]
        for number, request in enumerate(self.requests):
            lines.append(self._line(request))
            lines += [self._line(pair) for pair in self.responses[number : number + 1]]
        if self.kept:
            lines += [str(self.kept.get(name, "")) for name in ("data", "globaldata")]
        return "\n".join(lines)

    def newest(self) -> str:
        """The last request alone, as a long-running bot reads it."""
        last = self.requests[-1]
        return self._line(last) if self.simple else json.dumps(self._object(last))

    def read_answer(self, output: str) -> str:
        """The move in a bot's output; its data is saved. Raises `ProtocolFault`."""
        text = "\n".join(line for line in output.splitlines() if line.strip() != KEEP_RUNNING)
        try:
            return self._read_simple(text) if self.simple else self._read_json(text)
        except InputError as fault:
            raise ProtocolFault(fault.text) from fault

    def _read_json(self, text: str) -> str:
        answer = read_json(text.strip().encode(), "answer").values
        for name in ("data", "globaldata"):
            if answer.get(name) is not None and len(_json(answer[name])) <= _MOST_KEPT:
                self.kept[name] = answer[name]
            elif name == "data":
                self.kept.pop(name, None)
        move = answer.get("response", answer)
        if isinstance(move, str):  # the site also accepts an object in quotes
            move = read_json(move.encode(), "answer.response").values
        return self.form.read(*self.pair_in_object(move, "answer.response"))

    def _read_simple(self, text: str) -> str:
        """The answer, a line of remarks, a line of data; the rest is global data."""
        answer, *rest = text.strip("\n").split("\n")
        kept = {"data": "\n".join(rest[1:2]), "globaldata": "\n".join(rest[2:])}
        self.kept = kept if 0 < len("".join(kept.values())) <= _MOST_KEPT else {}
        return self.form.read(*self.pair_in_line(answer))

    def pair_in_object(self, value: Any, where: str) -> tuple[object, object]:
        """The two values in ``{"x": 3, "y": 2}``; raise `InvalidFileError`."""
        fields = Fields(value, where).values
        first, second = (fields.get(key) for key in self.form.keys)
        return first, second

    def pair_in_line(self, line: str) -> tuple[object, object]:
        """The two values in ``3 2``; raise `InvalidMoveError`."""
        words = line.split()
        if len(words) != 2:
            raise InvalidMoveError("expected a move of two words, got {text!r}", text=line)
        if self.form.keys == ("x", "y"):
            return _number_or_word(words[0]), _number_or_word(words[1])
        return words[0], words[1]

    def _object(self, pair: tuple[object, object]) -> dict[str, Any]:
        return dict(zip(self.form.keys, pair, strict=True))

    @staticmethod
    def _line(pair: tuple[object, object]) -> str:
        return f"{pair[0]} {pair[1]}"


def _number_or_word(word: str) -> int | str:
    """*word* as a number if it is a short one; `MessageForm.read` rejects the others."""
    number = whole_number(word, -(10**8), 10**8, padded=True)
    return word if number is None else number


def _new_exchanges(setup: SeatSetup, settings: BotSettings) -> Exchanges:
    """The exchanges of a new bot, with the moves of the opening."""
    form = FORMS[setup.game.name]
    simple = settings.one_of("form", ("json", "simple"), "json") == "simple"
    exchanges = Exchanges(form, simple)
    if setup.seat is Seat.A:
        exchanges.requests.append(form.write(None))
    opening = form.opening(setup.start)
    exchanges.add(setup.seat, [(list(Seat)[ply % 2], move) for ply, move in enumerate(opening)])
    return exchanges


def botzone(setup: SeatSetup, settings: BotSettings) -> Dialogue | OneShot:
    """The dialogue with a Botzone bot; raise `UsageError` if the game cannot be expressed.

    The setting *form* is ``json`` or ``simple``; *running* is ``once`` (one process per turn)
    or ``long``.
    """
    settings.check("form", "running")
    if settings.one_of("running", ("once", "long"), "once") == "long":
        return BotzoneDialogue(setup, settings)
    return BotzoneOneShot(setup, settings)


class BotzoneOneShot:
    """One process per turn, which gets the whole exchange each time."""

    takes_file = False

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        self.seat = setup.seat
        self._exchanges = _new_exchanges(setup, settings)

    def request(self, position: Position, played: Played) -> str:
        """All requests and responses."""
        del position
        self._exchanges.add(self.seat, played)
        return f"{self._exchanges.whole()}\n"

    def parse_move(self, position: Position, output: str) -> str:
        """The move; the bot's data is passed to its next process."""
        del position
        return self._exchanges.read_answer(output)


class BotzoneDialogue:
    """A long-running bot: it gets the whole exchange first, then only new requests."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        self.setup, self.settings = setup, settings
        self._exchanges = _new_exchanges(setup, settings)
        self._fresh = True
        self._output: list[str] = []

    def start_message(self, played: Played = ()) -> Message:
        """An empty message: its first turn is its first input."""
        self._exchanges = _new_exchanges(self.setup, self.settings)
        self._exchanges.add(self.setup.seat, played)
        self._fresh = True
        return Message((), wants_answer=False)

    def parse_start_reply(self, line: str) -> bool:
        """Always ready: nothing is sent before the first turn."""
        del line
        return True

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The whole exchange to a new process, else the last request."""
        del position, clock
        self._exchanges.add(self.setup.seat, played)
        text = self._exchanges.whole() if self._fresh else self._exchanges.newest()
        self._fresh = False
        self._output = []
        return Message(tuple(text.split("\n")), until=KEEP_RUNNING)

    def parse_move(self, line: str) -> str | None:
        """The move, after the line `KEEP_RUNNING`."""
        if line.strip() != KEEP_RUNNING:
            self._output.append(line)
            return None
        return self._exchanges.read_answer("\n".join(self._output))

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """An empty message: Botzone sends nothing at the end."""
        del outcome, played
        return Message((), wants_answer=False)


BOTZONE = WireProtocol(
    "botzone", "a bot written for Botzone", botzone, tuple(FORMS), any_start=False
)
