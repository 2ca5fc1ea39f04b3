"""Our engine on request: a hint, an evaluation, the best lines while one looks on.

It runs in threads of this process, few at a time; the native search lets other threads run.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from pydantic import BaseModel

from garlic.core import Game, Seat
from garlic.engines import Engine, Limit, SearchResult, player
from garlic.web.problems import Problem, SentenceCode
from garlic.web.sentences import coded, wording
from garlic.web.view.boards import BoardView

_AT_ONCE = 2
_PATIENCE_SECONDS = 5.0
_HASH_MB = 32
_LONGEST_LINE = 12
_REPORT_SECONDS = 0.15  # apart: nobody reads faster


class LineView(BaseModel):
    """A good move, what it is worth to its side, and what should follow."""

    move: str
    path: list[int]
    spoken: str | None
    score: SentenceCode
    points: float | None  # None where the end is known
    win_in: int | None = None  # plies; below 0: lost in so many
    moves: list[str]


class Thoughts(BaseModel):
    """What the engine found so far."""

    ply: int | None = None
    seat: str
    depth: int | None  # None where it tries lines of play instead
    nodes: int
    seconds: float
    done: bool
    lines: list[LineView]


class EngineService:
    """Runs searches, a few at a time."""

    def __init__(self) -> None:
        self._free = threading.BoundedSemaphore(_AT_ONCE)
        self._running: dict[str, Engine] = {}
        self._lock = threading.Lock()

    def think(self, game: Game, position: Any, seat: Seat, seconds: float, lines: int) -> Thoughts:
        """The best moves of *seat* after *seconds*; raise `Problem` (429) if all are busy."""
        with self._turn():
            if game.simultaneous:
                return _planned(game, position, seat, seconds, lines)
            engine = Engine(game, hash_mb=_HASH_MB)
            found = engine.search(position, Limit(time=seconds), lines=lines)
            return _thoughts(game, position, found, done=True)

    def watch(
        self,
        name: str,
        game: Game,
        position: Any,
        seat: Seat,
        tell: Callable[[Thoughts], None],
        *,
        seconds: float,
        lines: int,
    ) -> None:
        """Search in a thread and *tell* of every depth, until `stop` or for *seconds*.

        What ran under *name* before is stopped. Raises `Problem` (429) if all are busy.
        """
        self.stop(name)
        if game.simultaneous:
            tell(self.think(game, position, seat, min(seconds, 1.0), lines))
            return
        with ExitStack() as held:
            held.enter_context(self._turn())
            engine = Engine(game, hash_mb=_HASH_MB)
            turn = held.pop_all()  # from here on the thread below lets go of it
        with self._lock:
            self._running[name] = engine
        told = 0.0

        def report(result: SearchResult) -> None:
            nonlocal told
            if time.monotonic() - told >= _REPORT_SECONDS and self._running.get(name) is engine:
                told = time.monotonic()
                tell(_thoughts(game, position, result, done=False))

        def work() -> None:
            try:
                found = engine.search(position, Limit(time=seconds), lines=lines, on_result=report)
                with self._lock:
                    current = self._running.get(name) is engine
                    if current:
                        del self._running[name]
                if current:
                    tell(_thoughts(game, position, found, done=True))
            finally:
                turn.close()

        threading.Thread(target=work, name=f"thinking {name}", daemon=True).start()

    def stop(self, name: str) -> None:
        """End what runs under *name*, if anything does."""
        with self._lock:
            engine = self._running.pop(name, None)
        if engine is not None:
            engine.stop()

    def close(self) -> None:
        """End everything."""
        for name in list(self._running):
            self.stop(name)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._free.acquire(timeout=_PATIENCE_SECONDS):
            raise Problem(429, coded("problem.too_many"))
        try:
            yield
        finally:
            self._free.release()


def _thoughts(game: Game, position: Any, result: SearchResult, *, done: bool) -> Thoughts:
    board = BoardView(game, position)
    spoken = game.spoken_move
    return Thoughts(
        seat=position.mover.value,
        depth=result.depth,
        nodes=result.nodes,
        seconds=round(result.time, 3),
        done=done,
        lines=[
            LineView(
                move=str(line.moves[0]),
                path=board.places(position, line.moves[0]),
                spoken=spoken(position, line.moves[0]) if spoken else None,
                score=SentenceCode(**wording(line.score.text)),
                points=line.score.points,
                win_in=line.score.win_in if line.score.win_in is not None else _lost(line.score),
                moves=[str(move) for move in line.moves[:_LONGEST_LINE]],
            )
            for line in result.lines
            if line.moves
        ],
    )


def _lost(score: Any) -> int | None:
    return None if score.loss_in is None else -score.loss_in


def _planned(game: Game, position: Any, seat: Seat, seconds: float, lines: int) -> Thoughts:
    """What the planner of a game with simultaneous moves promises itself."""
    board = BoardView(game, position)
    planner: Any = player(game, "engine", {}, seat)
    planner.warm_up(position)  # on nobody's time
    found = planner.think(position, Limit(time=seconds))
    here = board.numbers[str(position.stay(seat))]
    return Thoughts(
        seat=seat.value,
        depth=None,
        nodes=found.rollouts,
        seconds=round(found.seconds, 3),
        done=True,
        lines=[
            LineView(
                move=promise.move,
                path=[here, board.numbers[promise.move]],
                spoken=None,
                score=SentenceCode(**wording("{points}".format(points=f"{promise.points:+.1f}"))),
                points=promise.points,
                moves=[promise.move],
            )
            for promise in found.moves[:lines]
        ],
    )
