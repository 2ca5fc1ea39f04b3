"""What UCI and UCCI share; a dialect formats the lines of one of them.

A position is set, ``go`` begins a search, lines report its progress, a move ends it; ``stop`` and
``ponderhit`` may come in between.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from garlic.core import Game, GarlicError
from garlic.core.game import expect
from garlic.core.reading.scan import whole_number
from garlic.engines.levels import LEVELS
from garlic.engines.result import Limit, Score, SearchResult
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchAnswer,
    SearchRequest,
    Send,
    ServerOptions,
)
from garlic.games.xiangqi import Move, Position
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.xiangqi import Spelling, after

MOST_NUMBER = 10**15  # the largest number accepted in a command
_FLAGS = frozenset({"infinite", "ponder"})
_DEEPEST = 200
_DEFAULT_MOVES_LEFT = 30
_MOST_MOVES_LEFT = 1000


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the protocol: its declaration and its setter."""

    declaration: str  # after its name: "type spin default 64 min 1 max 65536"
    set: Callable[[str], None]  # raises `ProtocolFault` on an invalid value


def spin(low: int, high: int, default: int, act: Callable[[int], None]) -> Option:
    """A whole number."""

    def set_number(text: str) -> None:
        act(number_from(text, low, high))

    return Option(f"type spin default {default} min {low} max {high}", set_number)


def level_option(options: ServerOptions, search: BackgroundSearch) -> Option:
    """The engine's level, the strongest where *options* have none."""
    usual = options.level or len(LEVELS)
    return spin(1, len(LEVELS), usual, lambda level: search.change(level=level))


def seed_option(options: ServerOptions, search: BackgroundSearch) -> Option:
    """The seed of the engine's choices among equal moves."""
    return spin(0, MOST_NUMBER, options.seed, lambda seed: search.change(seed=seed))


def number_from(text: str, low: int, high: int) -> int:
    """Parse a whole number from *low* to *high*; raise `ProtocolFault` on anything else."""
    number = whole_number(text, low, high)
    if number is None:
        raise ProtocolFault(
            "expected a number from {low} to {high}, got {got!r}", low=low, high=high, got=text
        )
    return number


def unknown_option(name: str, known: Iterable[str]) -> ProtocolFault:
    """The error for an option that does not exist."""
    return ProtocolFault(
        "there is no option {name!r}; there are: {known}", name=name, known=", ".join(known)
    )


def check(default: bool, act: Callable[[bool], None]) -> Option:
    """A boolean."""
    word = "true" if default else "false"
    return Option(f"type check default {word}", lambda text: act(text.lower() == "true"))


@dataclass(frozen=True, slots=True)
class Go:
    """A parsed ``go`` command."""

    limit: Limit
    infinite: bool = False  # no answer before `stop`
    ponder: bool = False  # no answer before `ponderhit` or `stop`; then *limit* counts
    only: tuple[str, ...] = ()  # the moves to search, as written; empty: all


class GoWords:
    """The words after ``go``, split into numbers, flags and moves; unknown words are skipped.

    *named* are the words that are followed by a number. A negative clock has run out; anything
    that is not a number (UCCI's ``depth infinite``) sets no limit.
    """

    def __init__(self, words: Sequence[str], named: Collection[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.only: list[str] = []  # after ``searchmoves``
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word in named and rest:
                text = rest.popleft()
                number = 0 if text.startswith("-") else whole_number(text, 0, MOST_NUMBER)
                if number is not None:
                    self.numbers[word] = number
            elif word in _FLAGS:
                self.flags.add(word)
            elif word == "searchmoves":
                while rest and rest[0] not in named and rest[0] not in _FLAGS:
                    self.only.append(rest.popleft())

    def go(self, limit: Limit, bounds: Collection[str], only: Sequence[str]) -> Go:
        """The command; its search ends by itself if one of *bounds* was given."""
        ponder = "ponder" in self.flags
        endless = "infinite" in self.flags or not self.numbers.keys() & set(bounds)
        return Go(limit, endless and not ponder, ponder, tuple(only))


def limit_of(
    *,
    overhead_ms: int,
    move_ms: int | None = None,
    left_ms: int | None = None,
    bonus_ms: int = 0,
    moves_left: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
) -> Limit:
    """The limit for the given clocks; *overhead_ms* of every time are reserved for transport."""
    clock, moves = None, _DEFAULT_MOVES_LEFT
    if left_ms is not None:
        moves = max(1, min(moves_left or _DEFAULT_MOVES_LEFT, _MOST_MOVES_LEFT))
        clock = max(left_ms - overhead_ms, 1) + bonus_ms * (moves - 1)
        # The bonus of later moves counts for the clock, but cannot be used for this move.
        move_ms = left_ms if move_ms is None else min(move_ms, left_ms)
    return Limit(
        time=None if move_ms is None else max(move_ms - overhead_ms, 1) / 1000,
        clock=None if clock is None else clock / 1000,
        moves_left=moves,
        nodes=None if nodes is None else max(nodes, 1),
        depth=None if depth is None else max(1, min(depth, _DEEPEST)),
    )


class Dialect(Protocol):
    """How a protocol formats its lines."""

    def info(self, result: SearchResult) -> Iterable[str]:
        """Lines about a finished depth."""

    def best(self, answer: SearchAnswer) -> str:
        """The line with the move."""

    def error(self, fault: GarlicError) -> str:
        """The line for an invalid command."""


class ChessSession:
    """The position, the engine and the running search of a chess protocol."""

    def __init__(self, game: Game, options: ServerOptions, send: Send, dialect: Dialect) -> None:
        self.game, self.send, self.dialect = game, send, dialect
        self.search = BackgroundSearch(game, options)
        self.spelling = Spelling()
        self.position = expect(Position, game.start())
        self.lines = 1
        self.own_book = True
        self.overhead_ms = 10
        self._pondered: Go | None = None

    def ready(self) -> None:
        """Prepare for a quick answer; a running search is not disturbed."""
        if not self.search.busy and (fault := self.search.warm_up()) is not None:
            self.send(self.dialect.error(fault))

    def set_position(self, words: Sequence[str]) -> None:
        """Parse ``startpos`` or ``fen FEN``, then ``moves ...``; raise `GarlicError`."""
        split = list(words).index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        if start[:1] == ["startpos"]:
            position = expect(Position, self.game.start())
        elif start[:1] == ["fen"]:
            position = expect(Position, self.game.parse(" ".join(start[1:])))
        else:
            raise ProtocolFault("expected 'startpos' or 'fen' behind 'position'")
        self.search.stop()
        self.position = after(position, map(self.read_move, moves))

    def read_move(self, text: str) -> Move:
        """Parse a move, legal or not; raise `ProtocolFault`."""
        return Move.parse(self.spelling.read_move(text))

    def go(self, go: Go) -> None:
        """Begin a search; every ``go`` is answered, even if there is no move."""
        only = self._legal(go.only)
        if go.only and not only:
            self.search.stop()
            self.send(self.dialect.best(SearchAnswer(None)))
            return
        held = go.infinite or go.ponder
        self._pondered = go if go.ponder else None
        last: list[SearchResult] = []

        def send_info(result: SearchResult) -> None:
            last[:] = [result]
            self.send(*self.dialect.info(result))

        def send_best(answer: SearchAnswer) -> None:
            # Time may have run out in a depth that had found another best move: report it, too.
            if answer.result is not None and _first(answer.result) not in map(_first, last):
                send_info(answer.result)
            self.send(self.dialect.best(answer))

        self.search.begin(
            SearchRequest(
                self.position,
                Limit() if held else go.limit,
                self.lines,
                with_book=self.own_book and not (held or only or self.lines > 1),
                only=only,
                held=held,
            ),
            on_result=send_info,
            on_answer=send_best,
        )

    def _legal(self, names: Sequence[str]) -> tuple[Move, ...]:
        """The legal moves among *names*."""
        if not names:
            return ()
        wanted = {name.lower() for name in names}
        return tuple(
            move for move in self.position.legal_moves() if self.spelling.move(move) in wanted
        )

    def ponderhit(self) -> None:
        """The expected move was played: search again with the clock, using the same tables."""
        if (go := self._pondered) is not None and self.search.busy:
            self.search.stop(silently=True)
            self.go(replace(go, ponder=False))

    def handle(self, act: Callable[[list[str]], bool], words: list[str]) -> bool:
        """Call *act* with *words*; send an error line if it raises `GarlicError`."""
        try:
            return act(words)
        except GarlicError as fault:
            self.send(self.dialect.error(fault))
            return True


def _first(result: SearchResult) -> str | None:
    """The best move of *result*."""
    return str(result.lines[0].moves[0]) if result.lines else None


def centipawns(score: Score) -> int:
    """Hundredths of a pawn; raise `ValueError` for a forced win or loss."""
    if score.points is None:
        raise ValueError(score)
    return round(score.points * 100)
