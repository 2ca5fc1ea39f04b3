"""What the protocols of chess programs share: one conversation in several dialects.

A position is set, ``go`` begins a search, lines tell of it, a move ends it; ``stop`` and
``ponderhit`` come in between. A dialect says how all that is written.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from garlic.core import Game, GarlicError
from garlic.core.reading.scan import whole_number
from garlic.engines.result import Limit, Score, SearchResult
from garlic.engines.servers.frame import (
    BackgroundSearch,
    SearchRequest,
    Send,
    ServerOptions,
    Thought,
)
from garlic.games.xiangqi import Move
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.xiangqi import Spelling, after

MOST_NUMBER = 10**15  # that anybody may ask for
_FLAGS = frozenset({"infinite", "ponder"})
_DEEPEST = 200
_USUAL_MOVES_LEFT = 30
_MOST_MOVES_LEFT = 1000


@dataclass(frozen=True, slots=True)
class Option:
    """An option: how it is offered, and what its value does."""

    offer: str  # behind its name: "type spin default 64 min 1 max 65536"
    set: Callable[[str], None]  # raises `ProtocolFault` on a value that it cannot have


def spin(low: int, high: int, usual: int, act: Callable[[int], None]) -> Option:
    """A whole number."""

    def set_number(text: str) -> None:
        act(number_from(text, low, high))

    return Option(f"type spin default {usual} min {low} max {high}", set_number)


def number_from(text: str, low: int, high: int) -> int:
    """The number that *text* writes; raise `ProtocolFault` on anything else."""
    number = whole_number(text, low, high)
    if number is None:
        raise ProtocolFault(
            "expected a number from {low} to {high}, got {got!r}", low=low, high=high, got=text
        )
    return number


def no_option(name: str, known: Iterable[str]) -> ProtocolFault:
    """What is said to whoever sets an option that is not there."""
    return ProtocolFault(
        "there is no option {name!r}; there are: {known}", name=name, known=", ".join(known)
    )


def check(usual: bool, act: Callable[[bool], None]) -> Option:
    """Yes or no."""
    default = "true" if usual else "false"
    return Option(f"type check default {default}", lambda text: act(text.lower() == "true"))


@dataclass(frozen=True, slots=True)
class Go:
    """What ``go`` asks for."""

    limit: Limit
    infinite: bool = False  # no answer before `stop`
    ponder: bool = False  # no answer before `ponderhit` or `stop`; then *limit* counts
    only: tuple[str, ...] = ()  # the moves to look at, as they were written; none: all


class GoWords:
    """The words behind ``go``, sorted; those without a meaning are left out.

    *named* are the words that a number follows. A clock below zero is one that has run out, and
    what is no number (UCCI's ``depth infinite``) bounds nothing.
    """

    def __init__(self, words: Sequence[str], named: Collection[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.only: list[str] = []  # behind ``searchmoves``
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
        """What is asked for; a search ends by itself where one of *bounds* was given."""
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
    """A limit as chess clocks tell it; of every time *overhead_ms* is kept back for the way."""
    clock, moves = None, _USUAL_MOVES_LEFT
    if left_ms is not None:
        moves = max(1, min(moves_left or _USUAL_MOVES_LEFT, _MOST_MOVES_LEFT))
        clock = max(left_ms - overhead_ms, 1) + bonus_ms * (moves - 1)
        # What later moves will bring is counted on, but cannot be spent now.
        move_ms = left_ms if move_ms is None else min(move_ms, left_ms)
    return Limit(
        time=None if move_ms is None else max(move_ms - overhead_ms, 1) / 1000,
        clock=None if clock is None else clock / 1000,
        moves_left=moves,
        nodes=None if nodes is None else max(nodes, 1),
        depth=None if depth is None else max(1, min(depth, _DEEPEST)),
    )


class Dialect(Protocol):
    """How a protocol writes what it tells."""

    def info(self, result: SearchResult) -> Iterable[str]:
        """Lines about a finished depth."""

    def best(self, thought: Thought) -> str:
        """The line with the move."""

    def complaint(self, fault: GarlicError) -> str:
        """A remark about a line that could not be followed."""


class ChessTable:
    """The position, the engine and the search that a chess protocol is about."""

    def __init__(self, game: Game, options: ServerOptions, send: Send, dialect: Dialect) -> None:
        self.game, self.send, self.dialect = game, send, dialect
        self.thinker = BackgroundSearch(game, options)
        self.spelling = Spelling()
        self.position = game.start()
        self.lines = 1
        self.own_book = True
        self.overhead_ms = 10
        self._pondered: Go | None = None

    def ready(self) -> None:
        """Be ready for a quick answer; a search that runs is not disturbed."""
        if not self.thinker.busy and (fault := self.thinker.warm_up()) is not None:
            self.send(self.dialect.complaint(fault))

    def set_position(self, words: Sequence[str]) -> None:
        """``startpos``, or ``fen`` and a FEN, then ``moves`` and moves; raise `GarlicError`."""
        split = list(words).index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        if start[:1] == ["startpos"]:
            position = self.game.start()
        elif start[:1] == ["fen"]:
            position = self.game.parse(" ".join(start[1:]))
        else:
            raise ProtocolFault("expected 'startpos' or 'fen' behind 'position'")
        self.thinker.stop()
        self.position = after(position, map(self.read_move, moves))

    def read_move(self, text: str) -> Move:
        """The move that *text* names, legal or not; raise `ProtocolFault`."""
        return Move.parse(self.spelling.read_move(text))

    def go(self, go: Go) -> None:
        """Begin to search; every search is answered, if only by saying that there is no move."""
        only = self._legal(go.only)
        if go.only and not only:
            self.thinker.stop()
            self.send(self.dialect.best(Thought(None)))
            return
        held = go.infinite or go.ponder
        self._pondered = go if go.ponder else None
        last: list[SearchResult] = []

        def tell(result: SearchResult) -> None:
            last[:] = [result]
            self.send(*self.dialect.info(result))

        def answer(thought: Thought) -> None:
            # Time may have run out in a depth that had changed the mind: that is told, too.
            if thought.result is not None and _first(thought.result) not in map(_first, last):
                tell(thought.result)
            self.send(self.dialect.best(thought))

        self.thinker.begin(
            SearchRequest(
                self.position,
                Limit() if held else go.limit,
                self.lines,
                with_book=self.own_book and not (held or only or self.lines > 1),
                only=only,
                held=held,
            ),
            on_result=tell,
            on_thought=answer,
        )

    def _legal(self, names: Sequence[str]) -> tuple[Move, ...]:
        """Those of the moves called *names* that can be made here."""
        if not names:
            return ()
        wished = {name.lower() for name in names}
        return tuple(
            move for move in self.position.legal_moves() if self.spelling.move(move) in wished
        )

    def ponderhit(self) -> None:
        """The expected move was played: now the clock counts, and what was found helps."""
        if (go := self._pondered) is not None and self.thinker.busy:
            self.thinker.stop(silently=True)
            self.go(replace(go, ponder=False))

    def hear(self, act: Callable[[list[str]], bool], words: list[str]) -> bool:
        """*act* on *words*; what is wrong with them is told."""
        try:
            return act(words)
        except GarlicError as fault:
            self.send(self.dialect.complaint(fault))
            return True


def _first(result: SearchResult) -> Move | None:
    """The move that it thinks best."""
    return result.lines[0].moves[0] if result.lines else None


def centipawns(score: Score) -> int:
    """Hundredths of a pawn; raise `ValueError` where the end is known."""
    if score.points is None:
        raise ValueError(score)
    return round(score.points * 100)
