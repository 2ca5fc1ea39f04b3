"""What all servers share: lines in, lines out, and an engine that thinks meanwhile.

The thread that reads never thinks, and the one that thinks never reads: ``stop`` is heard at once.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Protocol

from garlic.core import Game, UsageError
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, SearchResult

LONGEST_LINE = 1 << 20  # bytes; the longest game that anybody tells stays far below
_SMALL_TABLE_MB = 16
_MOMENT = 0.001  # seconds between two calls to a search to stop
_USUAL_SECONDS = 3.0  # a move, where neither the protocol nor the user says how long


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the engine is to play; a protocol's own options may change it."""

    level: int | None = None
    threads: int = 1
    hash_mb: int = 64
    seed: int = 0
    nodes: int | None = None  # at most so many a move, whatever the clock allows
    ranks: int | None = None  # where ranks begin, in protocols that do not say it
    seconds: float | None = None  # a move, where the protocol has no clock
    keep_running: bool = False  # where the protocol leaves that to the bot

    def usual_limit(self) -> Limit:
        """How long to think where nobody says it."""
        if self.seconds is None and self.nodes is not None:
            return Limit(nodes=self.nodes)
        return Limit(time=self.seconds or _USUAL_SECONDS, nodes=self.nodes)

    def limited(self, limit: Limit) -> Limit:
        """*limit* with the nodes that are wished, where those are fewer."""
        given = [number for number in (limit.nodes, self.nodes) if number is not None]
        return replace(limit, nodes=min(given, default=None))


class Send:
    """Sends lines, whole and at once, from whichever thread; nobody may be there to hear them."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()

    def __call__(self, *lines: str) -> None:
        """Send *lines*; what can no longer be delivered is dropped."""
        content = "".join(f"{line}\n" for line in lines).encode()
        with self._lock:
            try:
                self._sink.write(content)
                self._sink.flush()
            except (BrokenPipeError, ValueError):  # gone, or closed: the reader will see the end
                pass


class Server(Protocol):
    """One protocol, as our engine speaks it."""

    def hear(self, line: str) -> bool:
        """Act on *line*; False where it ends the talk. Lines without a meaning are skipped."""

    def close(self) -> None:
        """Stop whatever still runs."""


def serve(make: Callable[[Send], Server], source: BinaryIO, sink: BinaryIO) -> None:
    """Hear lines from *source* until one ends the talk, or there are no more."""
    server = make(Send(sink))
    try:
        for line in _lines(source):
            if not server.hear(line):
                return
    finally:
        server.close()


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines of *source* without their ends; one that is far too long is left out."""
    whole = True
    while raw := source.readline(LONGEST_LINE):
        ended = raw.endswith(b"\n")
        if whole and (ended or len(raw) < LONGEST_LINE):
            yield raw.decode(errors="replace").strip("\r\n")
        whole = ended


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What an engine is to think about."""

    position: Any
    limit: Limit
    lines: int = 1
    with_book: bool = True
    only: tuple[Any, ...] = ()  # the first moves to look at; none: all
    held: bool = False  # the answer waits until it is asked for, even if the search has ended


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer: a move, None where there is none, and what the engine expects to follow."""

    move: Any | None
    expected: tuple[Any, ...] = ()
    result: SearchResult | None = None  # of the search; None for a move from the book

    @property
    def seconds(self) -> float:
        """How long it took."""
        return 0.0 if self.result is None else self.result.time


class BackgroundSearch:
    """An engine with a thread of its own: one question at a time, which can be stopped."""

    def __init__(self, game: Game, options: ServerOptions) -> None:
        self.game = game
        self.options = options
        self._engine: Engine | None = None
        self._warm = False
        self._thread: threading.Thread | None = None
        self._wanted = threading.Event()  # the answer may be given
        self._silent = False  # nobody wants to hear of this question any more
        self._stopped = False

    @property
    def engine(self) -> Engine:
        """The engine as it is now wished, made when it is first asked for; raise `UsageError`."""
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
        """Play otherwise from now on; ends the running search, and forgets earlier ones."""
        changed = replace(self.options, **options)
        if changed != self.options:
            self.stop()
            self.options, self._engine, self._warm = changed, None, False

    def warm_up(self, position: Any = None) -> UsageError | None:
        """Make the engine and its tables, so that the first question is not slow.

        *position* is one like those that will be asked about, by default the usual start. What
        comes back is a complaint: there was no memory for the table, and it is a small one now.
        """
        if self._warm:
            return None
        self._warm = True
        usual = position or self.game.start()
        try:
            self.engine.warm_up(usual)
        except UsageError as fault:
            self._smaller().warm_up(usual)
            return fault
        return None

    def _smaller(self) -> Engine:
        """The engine, with a table that every machine has memory for."""
        self.options, self._engine = replace(self.options, hash_mb=_SMALL_TABLE_MB), None
        return self.engine

    @property
    def busy(self) -> bool:
        """Is there a question whose answer has not been told?"""
        return self._thread is not None and self._thread.is_alive()

    def begin(
        self,
        question: SearchRequest,
        *,
        on_result: Callable[[SearchResult], None] | None = None,
        on_thought: Callable[[Thought], None],
    ) -> None:
        """Think about *question*, and tell of it from another thread.

        The question before it is ended first, and answered. *on_result* hears of every finished
        depth, *on_thought* of the answer.
        """
        self.stop()

        def hear(result: SearchResult) -> None:
            if on_result is not None and not self._silent:
                on_result(result)

        def think(engine: Engine) -> None:
            try:
                thought = _thought(engine, question, self.options, hear)
            except UsageError:  # no memory for its table; but whoever waits must get an answer
                thought = _thought(self._smaller(), question, self.options, hear)
            self._wanted.wait()
            if not self._silent:
                on_thought(thought)

        self.work(think, held=question.held)

    def think(self, question: SearchRequest) -> Thought:
        """The answer to *question*, in this thread: for protocols that know no ``stop``."""
        return _thought(self.engine, question, self.options)

    def work(self, job: Callable[[Engine], None], *, held: bool = False) -> None:
        """Do *job* in the other thread, with the engine; what ran there is ended first.

        A job of several searches looks at `stopped` between them. *held* is as for a question.
        """
        self.stop()
        self._silent = self._stopped = False
        self._wanted.clear()
        if not held:
            self._wanted.set()
        self._thread = threading.Thread(target=job, args=(self.engine,), daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> bool:
        """Has the last job been told to end?"""
        return self._stopped

    def finish(self) -> None:
        """Wait until the answer has been told, if there is to be one."""
        self._wanted.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def stop(self, *, silently: bool = False) -> None:
        """End the running search, if there is one; when this returns its answer has been told.

        *silently*: or never will be.
        """
        self._silent = self._silent or silently
        self._stopped = True
        self._wanted.set()
        while self._thread is not None and self._thread.is_alive():
            # A search that has not quite begun does not hear this: it is told until it ends.
            self.engine.stop()
            self._thread.join(_MOMENT)
        self._thread = None

    def forget(self) -> None:
        """A new game begins."""
        self.stop()
        if self._engine is not None:
            self._engine.clear()


def _thought(
    engine: Engine,
    question: SearchRequest,
    options: ServerOptions,
    hear: Callable[[SearchResult], None] | None = None,
) -> Thought:
    position = question.position
    if question.with_book and (move := engine.book_move(position)) is not None:
        return Thought(move)
    result = engine.search(
        position,
        options.limited(question.limit),
        lines=question.lines,
        on_result=hear,
        only=question.only,
    )
    expected = result.lines[0].moves if result.lines else ()
    if expected[:1] != (result.best,):
        expected = ()  # a low level plays another move than the one it thinks best
    return Thought(result.best, expected[1:], result)
