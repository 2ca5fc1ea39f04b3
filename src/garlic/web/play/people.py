"""People as players: the referee's questions wait here for what a page sends."""

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from garlic.core import Outcome, Seat, Verdict
from garlic.judge.record import Cost
from garlic.judge.referee import Answer, Player
from garlic.wire.dialogue import Played

_LONGEST_WAIT = 3600.0  # a queue wakes up now and then even when nobody ever answers


RESIGN = "resign"  # instead of a move: people may do so in every game


class Left(Exception):  # noqa: N818  (no error: the game goes on elsewhere, or not at all)
    """Nobody waits for this answer any more."""


class Mailbox:
    """Where one person's moves arrive, for one referee."""

    def __init__(self) -> None:
        self._moves: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._left = False

    def put(self, move: str) -> None:
        """A move, to be taken by the next question."""
        self._moves.put(move)

    def leave(self) -> None:
        """Whoever waits gives up."""
        self._left = True
        self._moves.put(None)

    def take(self, seconds: float | None) -> str | None:
        """The next move; None if none comes within *seconds*. Raises `Left`."""
        given_up = None if seconds is None else time.monotonic() + seconds
        while not self._left:
            wait = _LONGEST_WAIT if given_up is None else given_up - time.monotonic()
            if wait <= 0:
                return None
            try:
                move = self._moves.get(timeout=min(wait, _LONGEST_WAIT))
            except queue.Empty:
                continue
            if move is not None:
                return move
        raise Left


def _answer(move: str, cost: Cost) -> Answer:
    if move == RESIGN:
        return Answer(Verdict.RESIGNED, cost=cost)
    return Answer(Verdict.OK, move, cost=cost)


class HumanPlayer:
    """A person who takes the time that the clock leaves, or all the time there is."""

    def __init__(self, mailbox: Mailbox, clock_seconds: float | None, used: float) -> None:
        self._mailbox = mailbox
        self._clock_seconds = clock_seconds
        self._used = used

    def start(self) -> Answer:
        """Always ready."""
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The move that arrives; too late when the clock runs out."""
        del position, played, seconds  # how long a bot may think is not for people
        began = time.monotonic()
        left = None if self._clock_seconds is None else self._clock_seconds - self._used
        move = self._mailbox.take(left)
        cost = Cost(wall_seconds=time.monotonic() - began)
        self._used += cost.wall_seconds
        if move is None:
            return Answer(Verdict.TOO_LATE, cost=cost)
        return _answer(move, cost)

    def end(self, outcome: Outcome, played: Played) -> None:
        """The page shows it."""

    def close(self) -> None:
        """Nothing was opened."""


class Pacer:
    """Rounds at a steady pace for a game that does not wait; it begins paused."""

    def __init__(self, ticks: float) -> None:
        self._interval = 1 / ticks
        self._changed = threading.Condition()
        self._paused = True
        self._due = 0.0
        self._round = -1
        self._left = False

    @property
    def paused(self) -> bool:
        """Does the game stand still?"""
        return self._paused

    def pause(self, wanted: bool) -> None:
        """Stand still, or go on; going on, the next round is a whole interval away."""
        with self._changed:
            if self._paused and not wanted:
                self._due = time.monotonic() + self._interval
            self._paused = wanted
            self._changed.notify_all()

    def leave(self) -> None:
        """Whoever waits gives up."""
        with self._changed:
            self._left = True
            self._changed.notify_all()

    def wait(self, number: int) -> None:
        """Until round *number* is due; at once for the second to ask. Raises `Left`."""
        with self._changed:
            while number != self._round and not self._left:
                left = self._due - time.monotonic()
                if self._paused:
                    self._changed.wait()
                elif left > 0:
                    self._changed.wait(left)
                else:
                    self._round = number
                    # A round that took long does not make the next ones follow in a burst.
                    self._due = max(self._due, time.monotonic() - self._interval) + self._interval
            if self._left:
                raise Left


class SteeringPlayer(HumanPlayer):
    """A person who steers: each round the move that lies in the direction held now."""

    def __init__(self, steer: Callable[[Any], str]) -> None:
        super().__init__(Mailbox(), None, 0.0)
        self._steer = steer

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Go where it is steered to."""
        del played, seconds
        return _answer(self._steer(position), Cost())


class PacedPlayer:
    """Whoever plays in real time, person or bot: asked only when the round is due."""

    def __init__(self, player: Player, pacer: Pacer, rounds: Callable[[], int]) -> None:
        self.player = player
        self._pacer = pacer
        self._rounds = rounds

    def start(self) -> Answer:
        """Sit down."""
        return self.player.start()

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Wait until the round is due, then ask; raises `Left`."""
        self._pacer.wait(self._rounds())
        return self.player.ask(position, played, seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """The game is over."""
        self.player.end(outcome, played)

    def close(self) -> None:
        """Leave nothing behind."""
        self.player.close()


# Ways to steer, as steps on the board: (down, right).
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "stay": (0, 0)}


class Steering:
    """Which way each side is steered."""

    def __init__(self) -> None:
        self._wished: dict[Seat, str] = {}
        self._resigned: set[Seat] = set()

    def steer(self, seat: Seat, direction: str) -> None:
        """From now on *seat* goes that way, as long as it can."""
        self._wished[seat] = direction

    def resign(self, seat: Seat) -> None:
        """*seat* gives up at the next round."""
        self._resigned.add(seat)

    def direction(self, seat: Seat) -> str | None:
        """The way that *seat* goes; None where it gives up."""
        return None if seat in self._resigned else self._wished.get(seat, "stay")
