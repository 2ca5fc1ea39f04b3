"""Runs the engine for the page: hints, evaluations, live analysis.

It runs in threads of this process, a few at a time; the native search releases the GIL.
"""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

from pydantic import BaseModel

from garlic.core import Game, Position, Seat
from garlic.core.game import simultaneous_position, turn_position
from garlic.engines import Engine, Limit, Score, SearchResult
from garlic.engines.book import book_moves
from garlic.engines.planners import planner
from garlic.store.schema import LOCAL
from garlic.web.priority import lower_priority
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.slots import Slots
from garlic.web.view.boards import BoardView

_AT_ONCE = 2
_MOST_WAITING = 12
_MOST_OF_ONE = 2  # searches of one person: a live analysis, and a hint
_MOST_WAIT_SECONDS = 5.0
_HASH_MB = 32
_LONGEST_LINE = 12
_REPORT_SECONDS = 0.15  # between reports: people do not read faster


class LineView(BaseModel):
    """A good move, its evaluation for the side to move, and the expected continuation."""

    move: str
    path: list[int]
    written: dict[str, str] = {}
    score: SentenceModel
    points: float | None  # None for a forced win or loss
    win_in: int | None = None  # plies; negative: plies until the loss
    moves: list[str]
    # The expected moves in the notations of people, by their names.
    line_written: dict[str, list[str]] = {}


class BookMoveView(BaseModel):
    """A move of the opening book, with its value for the side to move if the book has values."""

    move: str
    written: dict[str, str] = {}
    points: float | None


class Thoughts(BaseModel):
    """The engine's best lines so far, and what its opening book says."""

    ply: int | None = None
    seat: Seat
    depth: int | None  # None for rollouts
    nodes: int
    seconds: float
    done: bool
    lines: list[LineView]
    book: list[BookMoveView] = []


class EngineService:
    """Runs searches, a few at a time."""

    def __init__(self) -> None:
        self._slots = Slots(_AT_ONCE, _MOST_WAITING, _MOST_WAIT_SECONDS, _MOST_OF_ONE)
        self._running: dict[str, Engine] = {}
        self._watched: dict[int, str] = {}  # by person, the name of their last live analysis
        self._lock = threading.Lock()

    def think(
        self,
        game: Game,
        position: Position,
        seat: Seat,
        seconds: float,
        lines: int,
        person: int = LOCAL,
    ) -> Thoughts:
        """The best moves of *seat* after *seconds*; raise `Problem` (429) if no slot is free."""
        with self._slots.take(person):
            if game.simultaneous:
                return _planned(game, position, seat, seconds, lines)
            engine = Engine(game, hash_mb=_HASH_MB)
            result = engine.search(position, Limit(time=seconds), lines=lines)
            return _thoughts(game, position, result, done=True)

    def watch(
        self,
        name: str,
        game: Game,
        position: Position,
        seat: Seat,
        on_thoughts: Callable[[Thoughts], None],
        *,
        seconds: float,
        lines: int,
        person: int = LOCAL,
    ) -> None:
        """Search in a thread and report every depth to *on_thoughts*, until `stop` or *seconds*.

        An earlier search called *name* is stopped, and where people have accounts the earlier one
        of *person*. Raises `Problem` (429) if no slot is free.
        """
        self.stop(name)
        if person != LOCAL:
            with self._lock:
                earlier = self._watched.pop(person, name)
                self._watched[person] = name
            self.stop(earlier)
        if game.simultaneous:
            on_thoughts(self.think(game, position, seat, min(seconds, 1.0), lines, person))
            return
        with ExitStack() as stack:
            stack.enter_context(self._slots.take(person))
            engine = Engine(game, hash_mb=_HASH_MB)
            slot = stack.pop_all()  # the thread below releases it
        with self._lock:
            self._running[name] = engine
        reported = 0.0

        def report(result: SearchResult) -> None:
            nonlocal reported
            due = time.monotonic() - reported >= _REPORT_SECONDS
            if due and self._running.get(name) is engine:
                reported = time.monotonic()
                on_thoughts(_thoughts(game, position, result, done=False))

        def work() -> None:
            lower_priority()
            try:
                result = engine.search(position, Limit(time=seconds), lines=lines, on_result=report)
                with self._lock:
                    current = self._running.get(name) is engine
                    if current:
                        del self._running[name]
                if current:
                    on_thoughts(_thoughts(game, position, result, done=True))
            finally:
                slot.close()

        threading.Thread(target=work, name=f"thinking {name}", daemon=True).start()

    def stop(self, name: str) -> None:
        """Stop the search called *name*, if it is running."""
        with self._lock:
            engine = self._running.pop(name, None)
        if engine is not None:
            engine.stop()

    def close(self) -> None:
        """Stop all searches."""
        for name in list(self._running):
            self.stop(name)


def _thoughts(game: Game, position: Position, result: SearchResult, *, done: bool) -> Thoughts:
    board = BoardView(game, position)
    return Thoughts(
        seat=turn_position(position).mover,
        depth=result.depth,
        nodes=result.nodes,
        seconds=round(result.time, 3),
        done=done,
        lines=[
            LineView(
                move=str(line.moves[0]),
                path=board.places(position, line.moves[0]),
                written=game.written(position, line.moves[0]),
                score=encode_sentence(line.score.text),
                points=line.score.points,
                win_in=line.score.win_in if line.score.win_in is not None else _loss_in(line.score),
                moves=[str(move) for move in line.moves[:_LONGEST_LINE]],
                line_written=game.written_line(position, line.moves[:_LONGEST_LINE]),
            )
            for line in result.lines
            if line.moves
        ],
        book=[
            BookMoveView(
                move=str(known.move),
                written=game.written(position, known.move),
                points=known.points,
            )
            for known in book_moves(game, position)
        ],
    )


def _loss_in(score: Score) -> int | None:
    return None if score.loss_in is None else -score.loss_in


def _planned(game: Game, position: Position, seat: Seat, seconds: float, lines: int) -> Thoughts:
    """The best moves that the planner finds in a game with simultaneous moves."""
    board = BoardView(game, position)
    ours = planner(game, seat)
    ours.warm_up(position)  # not counted in *seconds*
    result = ours.think(position, Limit(time=seconds))
    here = board.places(position, simultaneous_position(position).stay(seat))
    return Thoughts(
        seat=seat,
        depth=None,
        nodes=result.rollouts,
        seconds=round(result.seconds, 3),
        done=True,
        lines=[
            LineView(
                move=planned.move,
                path=[*here, *board.places(position, game.move.parse(planned.move))],
                score=encode_sentence("{points}".format(points=f"{planned.points:+.1f}")),
                points=planned.points,
                moves=[planned.move],
            )
            for planned in result.moves[:lines]
        ],
    )
