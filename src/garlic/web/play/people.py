"""Human players: the referee's thread waits here for the moves that a page sends."""

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from garlic.core import Outcome, Seat, Verdict
from garlic.judge.record import Cost
from garlic.judge.referee import Answer, Player
from garlic.wire.dialogue import Played

_LONGEST_WAIT = 3600.0  # seconds of one wait in a queue; it is then repeated


RESIGN = "resign"  # sent instead of a move; people may resign in every game


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

    def take(self, seconds: float | None) -> str | None:
        """The next move; None if none comes within *seconds*. Raises `RunCancelled`."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not self._cancelled:
            wait = _LONGEST_WAIT if deadline is None else deadline - time.monotonic()
            if wait <= 0:
                return None
            try:
                move = self._moves.get(timeout=min(wait, _LONGEST_WAIT))
            except queue.Empty:
                continue
            if move is not None:
                return move
        raise RunCancelled


def _answer(move: str, cost: Cost) -> Answer:
    if move == RESIGN:
        return Answer(Verdict.RESIGNED, cost=cost)
    return Answer(Verdict.OK, move, cost=cost)


class HumanPlayer:
    """A person with the time that is left on the clock, or unlimited time without a clock."""

    def __init__(self, move_queue: MoveQueue, clock_seconds: float | None, used: float) -> None:
        self._move_queue = move_queue
        self._clock_seconds = clock_seconds
        self._used = used

    def start(self) -> Answer:
        """Always ready."""
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The next move from the page; too late if the clock runs out."""
        del position, played, seconds  # the limit of a turn does not apply to people
        began = time.monotonic()
        left = None if self._clock_seconds is None else self._clock_seconds - self._used
        move = self._move_queue.take(left)
        cost = Cost(wall_seconds=time.monotonic() - began)
        self._used += cost.wall_seconds
        if move is None:
            return Answer(Verdict.TOO_LATE, cost=cost)
        return _answer(move, cost)

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
        self._round = -1
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

    def wait(self, number: int) -> None:
        """Wait until round *number* is due; it returns at once for the second player of a round.

        Raises `RunCancelled`.
        """
        with self._changed:
            while number != self._round and not self._cancelled:
                left = self._due - time.monotonic()
                if self._paused:
                    self._changed.wait()
                elif left > 0:
                    self._changed.wait(left)
                else:
                    self._round = number
                    # After a slow round the next ones must not follow in a burst.
                    self._due = max(self._due, time.monotonic() - self._interval) + self._interval
            if self._cancelled:
                raise RunCancelled


class SteeringPlayer(HumanPlayer):
    """A person in real time: each round the move in the current direction."""

    def __init__(self, steer: Callable[[Any], str]) -> None:
        super().__init__(MoveQueue(), None, 0.0)
        self._steer = steer

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The move in the current direction."""
        del played, seconds
        return _answer(self._steer(position), Cost())


class RealTimePlayer:
    """A person or bot in a real-time game: asked only when the round is due."""

    def __init__(self, player: Player, round_timer: RoundTimer, rounds: Callable[[], int]) -> None:
        self.player = player
        self._round_timer = round_timer
        self._rounds = rounds

    def start(self) -> Answer:
        """Start the player."""
        return self.player.start()

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Wait until the round is due, then ask the player; raise `RunCancelled`."""
        self._round_timer.wait(self._rounds())
        return self.player.ask(position, played, seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Pass the outcome on."""
        self.player.end(outcome, played)

    def close(self) -> None:
        """Close the player."""
        self.player.close()


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
