"""What all servers share: reading and sending lines, and a search in the background.

One thread reads, another one searches, so that ``stop`` takes effect at once.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Protocol

from garlic.core import Game, Move, Position, UsageError
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, SearchResult

LONGEST_LINE = 1 << 20  # bytes; far more than the moves of the longest game
_SMALL_TABLE_MB = 16
_STOP_INTERVAL = 0.001  # seconds between two calls of `Engine.stop`
_DEFAULT_SECONDS = 3.0  # per move, if neither the protocol nor the user sets a limit


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Options of the engine; a protocol's own options may change them."""

    level: int | None = None
    threads: int = 1
    hash_mb: int = 64
    seed: int = 0
    nodes: int | None = None  # the most nodes per move, whatever the clock allows
    ranks: int | None = None  # the number of the first rank, if the protocol leaves it open
    seconds: float | None = None  # per move, if the protocol has no clock
    keep_running: bool = False  # for protocols that leave this to the bot

    def default_limit(self) -> Limit:
        """The limit of a move if the protocol sets none."""
        if self.seconds is None and self.nodes is not None:
            return Limit(nodes=self.nodes)
        return Limit(time=self.seconds or _DEFAULT_SECONDS, nodes=self.nodes)

    def limited(self, limit: Limit) -> Limit:
        """*limit* with at most `nodes` nodes."""
        given = [number for number in (limit.nodes, self.nodes) if number is not None]
        return replace(limit, nodes=min(given, default=None))


class Send:
    """Sends whole lines, flushed, from any thread; a closed receiver is not an error."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()

    def __call__(self, *lines: str) -> None:
        """Send *lines*; they are dropped if the receiver is gone."""
        content = "".join(f"{line}\n" for line in lines).encode()
        with self._lock:
            try:
                self._sink.write(content)
                self._sink.flush()
            except (BrokenPipeError, ValueError):  # gone or closed: the reader will see the end
                pass


class Server(Protocol):
    """One protocol, from the engine's side."""

    def handle(self, line: str) -> bool:
        """Handle *line*; False if it ends the session. Lines without a meaning are skipped."""

    def close(self) -> None:
        """Stop a running search."""


@dataclass(frozen=True, slots=True)
class ServerKind:
    """A protocol that our engines speak."""

    word: str  # as typed: "uci"
    about: str  # one line, in English; its translation is in the catalogue
    make: Callable[[Game, ServerOptions, Send], Server]
    games: tuple[str, ...] = ()  # empty: all games

    def plays(self, game: Game) -> bool:
        """Can our engine of *game* speak it?"""
        return not self.games or game.name in self.games


def serve(make: Callable[[Send], Server], source: BinaryIO, sink: BinaryIO) -> None:
    """Handle the lines of *source* until one ends the session, or there are no more."""
    server = make(Send(sink))
    try:
        for line in _lines(source):
            if not server.handle(line):
                return
    finally:
        server.close()


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines of *source* without line ends; lines over `LONGEST_LINE` are skipped."""
    whole = True
    while raw := source.readline(LONGEST_LINE):
        ended = raw.endswith(b"\n")
        if whole and (ended or len(raw) < LONGEST_LINE):
            yield raw.decode(errors="replace").strip("\r\n")
        whole = ended


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A position to search, with its limit and options."""

    position: Position
    limit: Limit
    lines: int = 1
    with_book: bool = True
    only: tuple[Move, ...] = ()  # the first moves to search; empty: all
    held: bool = False  # the answer waits for `stop` or `finish`, even if the search has ended


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """A move, None if there is none, and the moves that the engine expects to follow."""

    move: Move | None
    expected: tuple[Move, ...] = ()
    result: SearchResult | None = None  # of the search; None for a move from the book

    @property
    def seconds(self) -> float:
        """The time of the search."""
        return 0.0 if self.result is None else self.result.time


class BackgroundSearch:
    """An engine with its own thread: one search at a time, which can be stopped."""

    def __init__(self, game: Game, options: ServerOptions) -> None:
        self.game = game
        self.options = options
        self._engine: Engine | None = None
        self._warm = False
        self._thread: threading.Thread | None = None
        self._released = threading.Event()  # the answer may be sent
        self._silent = False  # results and answer of this request are discarded
        self._stopped = False

    @property
    def engine(self) -> Engine:
        """The engine with the present options, made when first needed; raise `UsageError`."""
        if self._engine is None:
            self._engine = Engine(
                self.game,
                level=self.options.level,
                threads=self.options.threads,
                hash_mb=self.options.hash_mb,
                seed=self.options.seed,
            )
        return self._engine

    def change(self, **options: Any) -> None:
        """Change options; if that is a change, stops the search and makes a new engine."""
        changed = replace(self.options, **options)
        if changed != self.options:
            self.stop()
            self.options, self._engine, self._warm = changed, None, False

    def warm_up(self, position: Position | None = None) -> UsageError | None:
        """Make the engine and its tables, so that the first search is not slow.

        *position* is a typical position, by default the start. Returns the error if there was no
        memory for the table, which is then a small one.
        """
        if self._warm:
            return None
        self._warm = True
        position = position or self.game.start()
        try:
            self.engine.warm_up(position)
        except UsageError as fault:
            self._smaller().warm_up(position)
            return fault
        return None

    def _smaller(self) -> Engine:
        """The engine with a table that fits into the memory of every machine."""
        self.options, self._engine = replace(self.options, hash_mb=_SMALL_TABLE_MB), None
        return self.engine

    @property
    def busy(self) -> bool:
        """Is there a request whose answer has not been sent?"""
        return self._thread is not None and self._thread.is_alive()

    def begin(
        self,
        request: SearchRequest,
        *,
        on_result: Callable[[SearchResult], None] | None = None,
        on_answer: Callable[[SearchAnswer], None],
    ) -> None:
        """Search *request* in the other thread, which also calls the callbacks.

        An earlier request is stopped first, and answered. *on_result* is called after every
        finished depth, *on_answer* at the end.
        """
        self.stop()

        def report(result: SearchResult) -> None:
            if on_result is not None and not self._silent:
                on_result(result)

        def run(engine: Engine) -> None:
            try:
                answer = _answer(engine, request, self.options, report)
            except UsageError:  # no memory for its table, but the client must get an answer
                answer = _answer(self._smaller(), request, self.options, report)
            self._released.wait()
            if not self._silent:
                on_answer(answer)

        self.run(run, held=request.held)

    def answer(self, request: SearchRequest) -> SearchAnswer:
        """The answer to *request*, searched in this thread: for protocols without ``stop``."""
        return _answer(self.engine, request, self.options)

    def run(self, job: Callable[[Engine], None], *, held: bool = False) -> None:
        """Run *job* with the engine in the other thread; an earlier job is stopped first.

        A job of several searches checks `stopped` between them. *held* is as in a request.
        """
        self.stop()
        self._silent = self._stopped = False
        self._released.clear()
        if not held:
            self._released.set()
        self._thread = threading.Thread(target=job, args=(self.engine,), daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> bool:
        """Has the last job been stopped?"""
        return self._stopped

    def finish(self) -> None:
        """Wait until the answer has been sent, if there is one."""
        self._released.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def stop(self, *, silently: bool = False) -> None:
        """Stop the running search, if there is one; returns after its answer was sent.

        With *silently* the answer is discarded.
        """
        self._silent = self._silent or silently
        self._stopped = True
        self._released.set()
        while self._thread is not None and self._thread.is_alive():
            # A search that has not quite begun misses the call, so it is repeated.
            self.engine.stop()
            self._thread.join(_STOP_INTERVAL)
        self._thread = None

    def clear(self) -> None:
        """Stop, and clear the tables, for a new game."""
        self.stop()
        if self._engine is not None:
            self._engine.clear()


def _answer(
    engine: Engine,
    request: SearchRequest,
    options: ServerOptions,
    on_result: Callable[[SearchResult], None] | None = None,
) -> SearchAnswer:
    position = request.position
    if request.with_book and (move := engine.book_move(position)) is not None:
        return SearchAnswer(move)
    result = engine.search(
        position,
        options.limited(request.limit),
        lines=request.lines,
        on_result=on_result,
        only=request.only,
    )
    expected = result.lines[0].moves if result.lines else ()
    if expected[:1] != (result.best,):
        expected = ()  # a low level plays another move than the one it thinks best
    return SearchAnswer(result.best, expected[1:], result)
