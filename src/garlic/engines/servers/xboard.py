"""Our engine over the protocol of xboard (CECP), version 2; version 1 is accepted.

The engine keeps the game. It plays the side that was to move at ``go``; in force mode it plays
neither side and only follows. Ranks are counted from 0, as xboard does on boards of ten ranks,
or from 1 with ``--ranks 1``. It never ponders, offers no draws and does not resign.
"""

import re
import threading
from collections.abc import Callable
from typing import Any

import garlic
from garlic.core import Game, GarlicError, Seat
from garlic.core.game import expect
from garlic.engines.levels import LEVELS
from garlic.engines.result import Limit, Score, SearchResult
from garlic.engines.servers.chess import (
    MOST_NUMBER,
    centipawns,
    limit_of,
    number_from,
    unknown_option,
)
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerKind,
    ServerOptions,
)
from garlic.games.xiangqi import Move, Position
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.xiangqi import Spelling, after

_MATE = 100_000  # plus the number of moves: xboard's score for a mate
_OVERHEAD_MS = 10
_LEVEL = re.compile(r"(\d{1,4}) (\d{1,5})(?::(\d{1,2}))? (\d{1,5})(?:\.\d+)?")
# Commands without an effect here: pondering, courtesies, chess-only features.
_IGNORED = frozenset(
    {
        *("xboard", "accepted", "rejected", "random", "hard", "easy", "computer", "name"),
        *("rating", "ics", "draw", "white", "black", "otim", "bk"),
    }
)


class XboardServer:
    """The protocol from the engine's side."""

    def __init__(self, game: Game, options: ServerOptions, send: Send) -> None:
        self.game, self.send, self.options = game, send, options
        self.search = BackgroundSearch(game, options)
        self.spelling = Spelling(options.ranks or 0)
        self.start = expect(Position, game.start())
        self.moves: list[Move] = []
        self.side: Seat | None = None  # the side we play; None in force mode
        self.analysing = False
        self.posting = False
        self.own_book = True
        self.thinking = False  # a move of ours is owed
        self.pongs: list[str] = []  # pings that arrived during the search
        self.lock = threading.Lock()  # of those two: the move is sent from another thread
        self.depth: int | None = None
        self.move_ms: int | None = None
        self.session: tuple[int, int, int] = (0, 300_000, 0)  # moves, milliseconds, bonus
        self.left_ms: int | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "protover": self._introduce,
            "new": lambda _: self._new(),
            "variant": self._variant,
            "force": lambda _: self._force(),
            "go": lambda _: self._go(),
            "playother": lambda _: self._play_other(),
            "usermove": self._user_move,
            "?": lambda _: self.search.stop(),
            "ping": self._ping,
            "setboard": self._set_board,
            "undo": lambda _: self._take_back(1),
            "remove": lambda _: self._take_back(2),
            "result": lambda _: self._force(),
            "hint": lambda _: self._hint(),
            "analyze": lambda _: self._analyse(),
            "exit": lambda _: self._force(),
            "post": lambda _: setattr(self, "posting", True),
            "nopost": lambda _: setattr(self, "posting", False),
            "st": self._seconds,
            "sd": self._plies,
            "level": self._level,
            "time": self._clock,
            "memory": lambda text: self._change(hash_mb=number_from(text, 1, 65536)),
            "cores": lambda text: self._change(threads=number_from(text, 1, 256)),
            "option": self._option,
        }

    @property
    def position(self) -> Position:
        """The current position; other programs may play on where our rules end the game."""
        return after(self.start, self.moves)

    def handle(self, line: str) -> bool:
        """Handle *line*; False at ``quit``."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "quit":
                return False
            if word in self.commands:
                self.commands[word](rest.strip())
            elif self._is_move(word):  # version 1 has no ``usermove``
                self._user_move(word)
            elif word and word not in _IGNORED:
                self.send(f"Error (unknown command): {line.strip()[:100]}")
        except GarlicError as fault:
            self.send(f"Error ({fault}): {line.strip()[:100]}")
        return True

    def close(self) -> None:
        """Stop, and send nothing more."""
        self.search.stop(silently=True)

    # --- the game -------------------------------------------------------------------------

    def _introduce(self, version: str) -> None:
        if number_from(version, 1, 99) < 2:
            return
        level = self.options.level or len(LEVELS)
        self.send(
            "feature done=0",
            f'feature myname="Garlic Arena {garlic.__version__}" variants="{self.game.name}"',
            "feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 time=1 memory=1 smp=1",
            "feature colors=0 sigint=0 sigterm=0 san=0 draw=0 name=0 nps=0 debug=1 reuse=1",
            f'feature option="Level -spin {level} 1 {len(LEVELS)}"',
            f'feature option="Seed -spin {self.options.seed} 0 {MOST_NUMBER}"',
            'feature option="OwnBook -check 1"',
        )
        self.search.warm_up()
        self.send("feature done=1")

    def _new(self) -> None:
        """A new game, in which we are black."""
        self._force()
        self.search.clear()
        self.start, self.moves = expect(Position, self.game.start()), []
        self.side, self.depth = Seat.B, None

    def _variant(self, name: str) -> None:
        if name != self.game.name:
            raise ProtocolFault("we play {game} only", game=self.game.name)

    def _set_board(self, fen: str) -> None:
        """Parse a FEN; xboard leaves out the two fields that Xiangqi does not use."""
        self._force()
        fields = fen.split()
        if len(fields) == 4 and fields[2].isdigit():
            fields[2:2] = ["-", "-"]
        self.start, self.moves = expect(Position, self.game.parse(" ".join(fields))), []

    def _user_move(self, text: str) -> None:
        if self.thinking:
            raise ProtocolFault("it is our move")
        move = self._legal(text)
        if move is None:
            self.send(f"Illegal move: {text[:100]}")
            return
        self.moves.append(move)
        if self.analysing:
            self._analyse()
        elif self.position.mover is self.side:
            self._think()

    def _is_move(self, word: str) -> bool:
        try:
            self.spelling.read_move(word)
        except ProtocolFault:
            return False
        return True

    def _legal(self, text: str) -> Move | None:
        position = self.position
        legal = {self.spelling.move(move): move for move in position.legal_moves()}
        return legal.get(text.lower())

    def _take_back(self, plies: int) -> None:
        if self.thinking or len(self.moves) < plies:
            raise ProtocolFault("nothing can be taken back here")
        del self.moves[len(self.moves) - plies :]
        if self.analysing:
            self._analyse()

    def _force(self) -> None:
        """Enter force mode: stop a running search without an answer."""
        self.search.stop(silently=True)
        self.side, self.analysing = None, False
        self._done_thinking()

    def _go(self) -> None:
        self._force()
        self.side = self.position.mover
        self._think()

    def _play_other(self) -> None:
        self._force()
        self.side = self.position.mover.other

    # --- thinking -------------------------------------------------------------------------

    def _think(self) -> None:
        position = self.position

        def play(answer: SearchAnswer) -> None:
            if answer.move is None:
                loss = "0-1" if position.mover is Seat.A else "1-0"
                self._done_thinking(f"{loss} {{no legal move}}")
            else:
                self.moves.append(expect(Move, answer.move))
                self._done_thinking(f"move {self.spelling.move(answer.move)}")

        self.thinking = True
        request = SearchRequest(position, self._limit(), with_book=self.own_book)
        self.search.begin(request, on_result=self._post, on_answer=play)

    def _analyse(self) -> None:
        self._force()
        self.analysing = True
        request = SearchRequest(self.position, Limit(), with_book=False, held=True)
        self.search.begin(request, on_result=self._send_result, on_answer=lambda _: None)

    def _hint(self) -> None:
        if not self.thinking and not self.analysing:
            best = self.search.engine.search(self.position, Limit(depth=4)).best
            if best is not None:
                self.send(f"Hint: {self.spelling.move(best)}")

    def _post(self, result: SearchResult) -> None:
        if self.posting:
            self._send_result(result)

    def _send_result(self, result: SearchResult) -> None:
        """Send depth, score, hundredths of a second, nodes and the line."""
        for line in result.lines:
            self.send(
                f"{result.depth} {_score(line.score)} {round(result.time * 100)} {result.nodes}"
                f" {self.spelling.moves(line.moves)}"
            )

    def _limit(self) -> Limit:
        if self.move_ms is not None:
            return limit_of(overhead_ms=_OVERHEAD_MS, move_ms=self.move_ms, depth=self.depth)
        moves, base, bonus = self.session
        own = len(self.moves) // 2
        return limit_of(
            overhead_ms=_OVERHEAD_MS,
            left_ms=base if self.left_ms is None else self.left_ms,
            bonus_ms=bonus,
            moves_left=moves - own % moves if moves else None,
            depth=self.depth,
        )

    # --- settings -------------------------------------------------------------------------

    def _seconds(self, text: str) -> None:
        self.move_ms = number_from(text, 1, 10**6) * 1000

    def _plies(self, text: str) -> None:
        self.depth = number_from(text, 1, 10**6)

    def _level(self, text: str) -> None:
        """Parse the moves in a session (0: all), its minutes (``2`` or ``2:30``), and a bonus."""
        found = _LEVEL.fullmatch(text)
        if found is None:
            raise ProtocolFault("expected moves, minutes and bonus, got {text!r}", text=text)
        moves, minutes, seconds, bonus = (int(part or 0) for part in found.groups())
        self.session = (moves, (60 * minutes + seconds) * 1000, bonus * 1000)
        self.move_ms = self.left_ms = None

    def _clock(self, text: str) -> None:
        """Set the time left on our clock, in hundredths of a second."""
        number = 0 if text.startswith("-") else number_from(text, 0, 10**9)
        self.left_ms = number * 10

    def _option(self, text: str) -> None:
        name, _, value = text.partition("=")
        if name == "Level":
            self._change(level=number_from(value, 1, len(LEVELS)))
        elif name == "Seed":
            self._change(seed=number_from(value, 0, MOST_NUMBER))
        elif name == "OwnBook":
            self.own_book = value == "1"
        else:
            raise unknown_option(name, ("Level", "Seed", "OwnBook"))

    def _change(self, **options: Any) -> None:
        self.search.change(**options)

    def _ping(self, number: str) -> None:
        """Answer when all earlier commands are done, including our move."""
        with self.lock:
            if self.thinking:
                self.pongs.append(number)
                return
        self.send(f"pong {number[:20]}")

    def _done_thinking(self, *lines: str) -> None:
        """Send *lines*, and answer the pings that had to wait for them."""
        with self.lock:
            self.thinking = False
            owed, self.pongs = self.pongs, []
            if lines or owed:
                self.send(*lines, *(f"pong {number[:20]}" for number in owed))


def _score(score: Score) -> int:
    if score.win_in is not None:
        return _MATE + (score.win_in + 1) // 2
    if score.loss_in is not None:
        return -_MATE - (score.loss_in + 1) // 2
    return centipawns(score)


XBOARD = ServerKind("xboard", "xboard, WinBoard and their like", XboardServer, ("xiangqi",))
