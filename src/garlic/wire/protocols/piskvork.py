"""The Gomoku protocol of Piskvork and Gomocup: START, BEGIN, TURN, BOARD, INFO, END.

A program ("brain") keeps the board itself. It is sent its opponent's stones one by one, or the
whole board where that does not give the position (an opening, a pass).
"""

import re
from collections.abc import Iterator

from garlic.core import InvalidMoveError, Outcome, Position, Seat
from garlic.core.game import expect
from garlic.core.limits import MEGABYTE
from garlic.games.gomoku import Move
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.gomoku.board import Board
from garlic.games.gomoku.position import FREESTYLE, RENJU, STANDARD, STONES
from garlic.wire.coordinates import stone_at, stone_place
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup
from garlic.wire.history import stones_in_turn
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings
from garlic.wire.timing import margin_ms, milliseconds

# INFO rule is a sum of bits: 1 exactly five wins, 4 renju (2 and 8: games we do not play).
RULE_BITS = {FREESTYLE: 0, STANDARD: 1, RENJU: 4}
INFO = "info."  # before the name of an option of the program itself: ?info.caution_factor=3
GAME_TYPE = 1  # opponent is a program; 2 is a tournament, in which some programs write logs
OWN, OTHER = 1, 2  # the owner of a stone in the lines of BOARD
_LEAST_MEMORY_MARGIN = 32 * MEGABYTE  # for their code, libraries, stacks and networks
_REMARKS = ("MESSAGE", "DEBUG", "SUGGEST", "UNKNOWN")
_PLACE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)


def parse_place(text: str) -> tuple[int, int] | None:
    """Column and row in ``7,8``; None where *text* is something else."""
    found = _PLACE.fullmatch(text)
    return None if found is None else (int(found[1]), int(found[2]))


class PiskvorkDialogue:
    """The dialogue with one program."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        options = settings.options("margin")
        settings.check("margin", *(name for name in options if name.startswith(INFO)))
        self.setup = setup
        self._options = {name.removeprefix(INFO): value for name, value in options.items()}
        self._margin_ms = margin_ms(settings)
        self._start = expect(GomokuPosition, setup.start)
        self._size = self._start.board.size
        self._known: Board | None = None  # the board as the program has it
        self._played: list[tuple[Seat, Move]] = []

    def start_message(self, played: Played = ()) -> Message:
        """``START``, and rules, limits and options from the bot's name as ``INFO``."""
        limits = self.setup.limits
        self._known = None
        self._played = list(_stones(played))
        clock = limits.game_seconds  # None, sent as 0: no limit
        facts = {
            "max_memory": _announced_memory(limits.memory_bytes),
            "timeout_match": 0 if clock is None else milliseconds(clock, self._margin_ms),
            "timeout_turn": milliseconds(limits.turn_seconds, self._margin_ms),
            "game_type": GAME_TYPE,
            "rule": RULE_BITS[self._start.rule],
            **self._options,
        }
        infos = (f"INFO {key} {value}" for key, value in facts.items())
        return Message((f"START {self._size}", *infos))

    def parse_start_reply(self, line: str) -> bool:
        """True on ``OK``, whatever follows it."""
        if line.upper().split()[:1] == ["OK"]:
            return True
        if not _is_remark(line):
            raise ProtocolFault(
                "expected 'OK' after 'START {size}', got {line!r}", size=self._size, line=line
            )
        return False

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """``BEGIN`` on an empty board, ``TURN`` after a stone, else ``BOARD``."""
        self._played += _stones(played)
        here = expect(GomokuPosition, position)
        lines = list(self._question(here))
        if clock.game is not None:
            lines.insert(0, f"INFO time_left {milliseconds(clock.game, self._margin_ms)}")
        self._known = here.board
        return Message(tuple(lines))

    def parse_move(self, line: str) -> str | None:
        """Two numbers, column and row."""
        place = parse_place(line)
        if place is None:
            if line.strip().upper() == "OK" or _is_remark(line):  # OK answers RESTART
                return None
            raise ProtocolFault("expected a move like '7,7', got {line!r}", line=line)
        try:
            move = stone_at(*place, self._size)
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault
        if self._known is not None and move.point is not None:
            self._known = self._known.put(move.point, STONES[self.setup.seat])
        return str(move)

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``END``."""
        del outcome, played
        return Message(("END",), wants_answer=False)

    def _question(self, position: GomokuPosition) -> Iterator[str]:
        board, started = position.board, self._known is not None
        known = self._known or Board.empty(self._size)
        if position.ply == 0 and not started:
            yield "BEGIN"
            return
        last = self._played[-1] if self._played else None
        if last is not None and last[0] is not self.setup.seat:
            point = last[1].point
            if point is not None and known.put(point, STONES[last[0]]) == board != known:
                yield "TURN {},{}".format(*stone_place(last[1], self._size))
                return
        if started:
            yield "RESTART"
        yield "BOARD"
        for seat, stone in [*stones_in_turn(self._start), *self._played]:
            if stone.point is not None:
                owner = OWN if seat is self.setup.seat else OTHER
                yield "{},{},{}".format(*stone_place(stone, self._size), owner)
        yield "DONE"


def _stones(played: Played) -> Iterator[tuple[Seat, Move]]:
    return ((seat, Move.parse(move)) for seat, move in played if move is not None)


def _announced_memory(limit: int) -> int:
    """The memory limit less a margin: programs spend what they are told on their tables alone."""
    return limit - min(max(limit // 8, _LEAST_MEMORY_MARGIN), limit // 2)


def _is_remark(line: str) -> bool:
    """Whether the protocol says that the manager only shows or ignores *line*."""
    return not line.strip() or line.upper().split()[0] in _REMARKS


PISKVORK = WireProtocol(
    "piskvork", "a Gomoku program of Piskvork or Gomocup", PiskvorkDialogue, ("gomoku",)
)
