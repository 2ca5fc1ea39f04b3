"""Our Othello engine over the Go Text Protocol, for Quarry and scripts.

Like other Othello programs it plays forced passes itself: the client may send them or not.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import garlic
from garlic.core import Game, GarlicError, Seat
from garlic.core.game import expect
from garlic.core.reading.scan import whole_number
from garlic.engines.result import Limit
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchRequest,
    Send,
    ServerKind,
    ServerOptions,
)
from garlic.games.othello import PASS, Move, Position
from garlic.wire.coordinates import SIDE, gtp_move, othello_move
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.protocols.gtp import COLOURS

_VERSION = 2
_MOST_SECONDS = 10**7
_OVERHEAD_SECONDS = 0.05  # reserved per move for pipes and programs
_SEATS = {"b": Seat.A, "black": Seat.A, "w": Seat.B, "white": Seat.B}
_DISCS = {"O": "X", "o": "O", ".": "."}  # black, white
_COMMAND = re.compile(r"(?:([0-9]{1,9})\s+)?(\S+)(?:\s+(.*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Clock:
    """*seconds* for the next *stones* moves, or for the rest of the game if *stones* is 0."""

    seconds: float
    stones: int = 0

    def limit(self) -> Limit:
        left = max(self.seconds - _OVERHEAD_SECONDS, 0.01)
        if self.stones:
            return Limit(time=left, clock=left, moves_left=self.stones)
        return Limit(time=left, clock=left)


class GtpServer:
    """GTP from the engine's side: every command is answered before the next one is read."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send = game, send
        self.search = BackgroundSearch(game, options)
        self.past = [expect(Position, game.start())]
        self.renewed: _Clock | None = None  # the next period, once a side's clock has run out
        self.clocks: dict[Seat, _Clock] = {}
        self.commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda _: str(_VERSION),
            "name": lambda _: "Garlic Arena",
            "version": lambda _: garlic.__version__,
            "known_command": lambda words: str("".join(words[:1]) in self._known()).lower(),
            "list_commands": lambda _: "\n".join(self._known()),
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": lambda _: "",  # Othello has none
            "play": self._play,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "showboard": lambda _: self._picture(),
            "list_games": lambda _: "Othello",
            "set_game": self._set_game,
            "genmove": lambda words: self._genmove(words, playing=True),
            "reg_genmove": lambda words: self._genmove(words, playing=False),
        }

    @property
    def position(self) -> Position:
        """The current position."""
        return self.past[-1]

    def handle(self, line: str) -> bool:
        """Answer one command; False at ``quit``."""
        found = _COMMAND.fullmatch(_cleaned(line))
        if found is None:
            return True
        number, command = found[1] or "", found[2]
        words = (found[3] or "").split()
        if command == "quit":
            self._answer("=", number, "")
            return False
        try:
            if command in self.commands:
                self._answer("=", number, self.commands[command](words))
            else:
                self._answer("?", number, "unknown command")
        except GarlicError as fault:
            self._answer("?", number, str(fault))
        return True

    def close(self) -> None:
        """Nothing runs between two commands."""

    def _answer(self, sign: str, number: str, text: str) -> None:
        self.send(f"{sign}{number} {text}".rstrip(), "")

    def _known(self) -> list[str]:
        return [*self.commands, "quit"]

    def _boardsize(self, words: Sequence[str]) -> str:
        if words[:1] != [str(SIDE)]:
            raise ProtocolFault("unacceptable size")
        return self._clear_board(())

    def _clear_board(self, words: Sequence[str]) -> str:
        del words
        self.past = [expect(Position, self.game.start())]
        self.search.clear()
        self.search.warm_up()
        return ""

    def _set_game(self, words: Sequence[str]) -> str:
        if " ".join(words).lower() != "othello":
            raise ProtocolFault("unsupported game")
        return ""

    def _play(self, words: Sequence[str]) -> str:
        if len(words) != 2:
            raise ProtocolFault("expected a colour and a cell, got {got!r}", got=" ".join(words))
        seat, move = _colour(words[0]), othello_move(words[1])
        position = self.position
        if move == PASS and position.mover is not seat and position.passes:
            return ""  # this forced pass has already been played
        self.past.append(self._turn_of(seat).play(move))
        return ""

    def _undo(self, words: Sequence[str]) -> str:
        del words
        if len(self.past) == 1:
            raise ProtocolFault("cannot undo")
        self.past.pop()
        return ""

    def _turn_of(self, seat: Seat) -> Position:
        """The position with *seat* to move, after a forced pass of the other side if needed."""
        position = self.position
        if position.mover is seat:
            return position
        if position.legal_moves() != [PASS]:
            raise ProtocolFault("it is {colour}'s turn", colour=COLOURS[position.mover])
        return position.play(PASS)

    def _genmove(self, words: Sequence[str], *, playing: bool) -> str:
        seat = _colour(*words[:1])
        position = self.position
        if position.outcome() is None:
            position = self._turn_of(seat)
        move = PASS
        if position.legal_moves() not in ([], [PASS]):
            clock = self.clocks.get(seat)
            limit = clock.limit() if clock else self.search.options.default_limit()
            answer = self.search.answer(SearchRequest(position, limit))
            self._spend(seat, answer.seconds)
            move = expect(Move, answer.move)
        if playing and position.outcome() is None:
            self.past.append(position.play(move))
        return gtp_move(move)

    def _time_settings(self, words: Sequence[str]) -> str:
        main, extra, stones = _numbers(words)
        unlimited = extra > 0 and stones == 0  # by the specification
        self.renewed = _Clock(extra, stones) if extra and stones else None
        first = _Clock(main) if main else self.renewed
        self.clocks = {} if unlimited or first is None else dict.fromkeys(Seat, first)
        return ""

    def _time_left(self, words: Sequence[str]) -> str:
        seat = _colour(*words[:1])
        seconds, stones = _numbers(words[1:], 2)
        self.clocks[seat] = _Clock(seconds, stones)
        return ""

    def _spend(self, seat: Seat, seconds: float) -> None:
        """Subtract a move from its side's clock, in case ``time_left`` is not sent."""
        if (clock := self.clocks.get(seat)) is None:
            return
        left = _Clock(clock.seconds - seconds, max(clock.stones - 1, 0))
        used_up = left.seconds <= 0 or (clock.stones == 1)
        self.clocks[seat] = self.renewed if used_up and self.renewed else left

    def _final_score(self, words: Sequence[str]) -> str:
        del words
        outcome = self._passed_out().outcome()
        if outcome is None or outcome.scores is None:
            raise ProtocolFault("cannot score")
        black, white = outcome.scores
        if black == white:
            return "0"
        return f"B+{black - white}" if black > white else f"W+{white - black}"

    def _passed_out(self) -> Position:
        """The position after all forced passes, which may end the game."""
        position = self.position
        while position.legal_moves() == [PASS]:
            position = position.play(PASS)
        return position

    def _picture(self) -> str:
        rows = self.position.disc_rows()
        lines = [
            f" {number} " + " ".join(_DISCS[disc] for disc in row)
            for number, row in enumerate(rows, 1)
        ]
        mover = COLOURS[self.position.mover]
        return "\n".join((f"Next move: {mover}", "   a b c d e f g h", *lines))


def _cleaned(line: str) -> str:
    """*line* without comments and control characters, as the specification demands."""
    kept = line.partition("#")[0].replace("\t", " ")
    return "".join(char for char in kept if char.isprintable()).strip()


def _colour(word: str = "") -> Seat:
    if (seat := _SEATS.get(word.lower())) is None:
        raise ProtocolFault("expected 'black' or 'white', got {got!r}", got=word)
    return seat


def _numbers(words: Sequence[str], count: int = 3) -> list[int]:
    found = [whole_number(word, 0, _MOST_SECONDS) for word in words]
    if len(found) != count or None in found:
        raise ProtocolFault(
            "expected {count} numbers, got {got!r}", count=count, got=" ".join(words)
        )
    return [number for number in found if number is not None]


GTP = ServerKind("gtp", "Quarry, and scripts in GTP", GtpServer, ("othello",))
