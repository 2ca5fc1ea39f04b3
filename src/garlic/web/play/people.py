"""Human players: the referee's thread waits here for the moves that a page sends."""

import queue
import threading
import time
from collections.abc import Callable

from garlic.core import Outcome, Position, Seat, Verdict
from garlic.judge.record import Cost
from garlic.judge.referee import Answer
from garlic.wire.dialogue import Played

_LONGEST_WAIT = 3600.0  # seconds of one wait in a queue; it is then repeated


# Sent instead of a move; people may resign and agree on a draw in every game.
RESIGN, OTHER_RESIGNS, DRAW = "resign", "other resigns", "draw"
_ENDS = {
    RESIGN: Verdict.RESIGNED,
    OTHER_RESIGNS: Verdict.OPPONENT_RESIGNED,
    DRAW: Verdict.DRAW_AGREED,
}


class RunCancelled(Exception):  # noqa: N818  (not an error: a new run replaces this one)
    """The referee run was cancelled; its answers are no longer needed."""


class MoveQueue:
    """The moves of one person, for one referee run."""

    def __init__(self) -> None:
        self._moves: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._cancelled = False

    def put(self, move: str) -> None:
        """Add a move, for the next `take`."""
        self._moves.put(move)

    def cancel(self) -> None:
        """Make a waiting `take` raise `RunCancelled`."""
        self._cancelled = True
        self._moves.put(None)

    def take(self, seconds: float) -> str | None:
        """The next move; None if none comes within *seconds*. Raises `RunCancelled`."""
        deadline = time.monotonic() + seconds
        while not self._cancelled:
            wait = deadline - time.monotonic()
            if wait <= 0:
                return None
            try:
                move = self._moves.get(timeout=min(wait, _LONGEST_WAIT))
            except queue.Empty:
                continue
            if move is not None:
                return move
        raise RunCancelled


class HumanPlayer:
    """A person at a page: *choose* waits for the move in a position, for the seconds it is given.

    It returns None if the time runs out.
    """

    def __init__(self, choose: Callable[[Position, float], str | None]) -> None:
        self._choose = choose

    def start(self) -> Answer:
        """Always ready."""
        return Answer(Verdict.OK)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """The next move from the page; too late if it does not come within *seconds*."""
        del played  # the page shows all moves
        began = time.monotonic()
        move = self._choose(position, seconds)
        cost = Cost(wall_seconds=time.monotonic() - began)
        if move is None:
            return Answer(Verdict.TOO_LATE, cost=cost)
        if move in _ENDS:
            return Answer(_ENDS[move], cost=cost)
        return Answer(Verdict.OK, move, cost=cost)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do: the page shows the outcome."""

    def close(self) -> None:
        """Nothing to do."""


class RoundTimer:
    """Starts the rounds of a real-time game at a steady rate; it begins paused."""

    def __init__(self, ticks: float) -> None:
        self._interval = 1 / ticks
        self._changed = threading.Condition()
        self._paused = True
        self._due = 0.0
        self._cancelled = False

    @property
    def paused(self) -> bool:
        """Is the game paused?"""
        return self._paused

    def pause(self, paused: bool) -> None:
        """Pause or resume; after resuming, the next round is a whole interval away."""
        with self._changed:
            if self._paused and not paused:
                self._due = time.monotonic() + self._interval
            self._paused = paused
            self._changed.notify_all()

    def cancel(self) -> None:
        """Make a waiting `wait` raise `RunCancelled`."""
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    def wait(self) -> None:
        """Wait until the next round is due; raise `RunCancelled`."""
        with self._changed:
            while not self._cancelled and (self._paused or self._due > time.monotonic()):
                self._changed.wait(None if self._paused else self._due - time.monotonic())
            if self._cancelled:
                raise RunCancelled
            # After a slow round the next ones must not follow in a burst.
            self._due = max(self._due, time.monotonic() - self._interval) + self._interval


# Directions as steps on the board: (down, right).
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "stay": (0, 0)}


class Directions:
    """The current direction of each side in a real-time game."""

    def __init__(self) -> None:
        self._directions: dict[Seat, str] = {}
        self._resigned: set[Seat] = set()

    def steer(self, seat: Seat, direction: str) -> None:
        """Move *seat* that way from now on, as long as it is possible."""
        self._directions[seat] = direction

    def resign(self, seat: Seat) -> None:
        """Let *seat* resign in the next round."""
        self._resigned.add(seat)

    def direction(self, seat: Seat) -> str | None:
        """The direction of *seat*; None if it resigns."""
        return None if seat in self._resigned else self._directions.get(seat, "stay")
