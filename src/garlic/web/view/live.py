"""Games between bots while they are being played, step by step.

A worker referees the game and sends the changes of each step. `LiveGames` keeps them for viewers
who come later and publishes them as events ``match:ID``.
"""

import re
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal, Self

from pydantic import BaseModel

from garlic.core import Position, Seat
from garlic.games import GAMES
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Turn
from garlic.judge.referee import is_start
from garlic.web.events import Event, Hub
from garlic.web.jobs.workers import Send
from garlic.web.view.boards import BoardView
from garlic.web.view.models import CompactModel, GameStart, GameStep
from garlic.web.view.private import strip_step
from garlic.web.view.replay import ViewBuilder

_SEND_SECONDS = 0.05  # steps of quick games are sent in batches: no viewer sees more than that
_MOST_AT_ONCE = 200  # steps in one batch
_LARGEST_ID = 2**31 - 1
_KEPT_ENDED = 64  # finished games whose state is kept for their viewers

Stage = Literal["waiting", "running", "finished", "stopped"]

LIVE_ID = r"^(?:[0-9]{1,10}-[0-9]{1,6}|t[0-9]{1,10}-[0-9a-f]{12})$"
"""``7-1``: the first game of match 7; ``t7-...``: a game of tournament 7, by its key."""
_OF_TOURNAMENT = re.compile(r"t([0-9]{1,10})-[0-9a-f]{12}")


def live_id_in_tournament(number: int, key: str) -> str:
    """The id of the game with this key in a tournament."""
    return f"t{number}-{key[:12]}"


def tournament_of(live_id: str) -> int | None:
    """The tournament that a live game belongs to; None if it is one of a match."""
    found = _OF_TOURNAMENT.fullmatch(live_id)
    return None if found is None else min(int(found[1]), _LARGEST_ID)


class LiveStart(GameStart):
    """The start of the game, with its time limits."""

    turn_seconds: float
    game_seconds: float | None


class LiveSteps(CompactModel):
    """Some steps of the game; *first* is the number of steps before them."""

    first: int
    steps: list[GameStep]


class LiveEnd(BaseModel):
    """How the game ended, and the key of its record if it was judged."""

    state: Stage
    key: str | None


class MatchStarted(Event):
    """Of `match:ID`: the game begins; also again, if the machine was too busy."""

    kind: Literal["start"]
    data: LiveStart

    def without_output(self, hidden: frozenset[Seat]) -> Self:
        """The same without what the bots in the *hidden* seats have printed."""
        start = strip_step(self.data, hidden)
        return self if start is self.data else self.model_copy(update={"data": start})


class MatchStepped(Event):
    """Of `match:ID`: new steps of the game."""

    kind: Literal["steps"]
    data: LiveSteps

    def without_output(self, hidden: frozenset[Seat]) -> Self:
        """The same without what the bots in the *hidden* seats have printed."""
        steps = [strip_step(step, hidden) for step in self.data.steps]
        if all(new is old for new, old in zip(steps, self.data.steps, strict=True)):
            return self
        data = self.data.model_copy(update={"steps": steps})
        return self.model_copy(update={"data": data})


class MatchEnded(Event):
    """Of `match:ID`: the game is over."""

    kind: Literal["end"]
    data: LiveEnd


@dataclass(slots=True)
class LiveGame:
    """A game in progress, with its steps so far."""

    id: str
    game: str
    names: tuple[str, str]  # of the bots, first seat first
    state: Stage = "waiting"
    start: LiveStart | None = None
    steps: list[GameStep] = field(default_factory=list)
    key: str | None = None  # of its record, once it is over
    unread: list[dict[str, Any]] = field(default_factory=list)  # more steps, as a worker sent them

    def read(self) -> None:
        """Add the unread steps to the others; nobody looks at most games, so not before."""
        for message in self.unread:
            self.steps += LiveSteps.model_validate(message).steps
        self.unread = []


class LiveGames:
    """All games in progress, and the last finished ones."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._games: dict[str, LiveGame] = {}
        self._ended: dict[str, None] = {}  # the oldest first
        self._lock = Lock()

    def get(self, game_id: str) -> LiveGame | None:
        """A snapshot of the game with this id, if it is in progress or ended recently."""
        with self._lock:
            game = self._games.get(game_id)
            if game is None:
                return None
            game.read()
            return LiveGame(
                game.id,
                game.game,
                game.names,
                game.state,
                game.start,
                list(game.steps),
                game.key,
            )

    def latest(self) -> LiveGame | None:
        """A snapshot of the game of a match in progress that began last, if there is one."""
        with self._lock:
            running = [
                game.id
                for game in self._games.values()
                if game.start is not None and tournament_of(game.id) is None
            ]
        return self.get(running[-1]) if running else None

    def running_in(self, tournament: int) -> list[tuple[str, tuple[str, str]]]:
        """The games of a tournament in progress: their ids and the names of the bots."""
        with self._lock:
            return [
                (game.id, game.names)
                for game in self._games.values()
                if game.start is not None and tournament_of(game.id) == tournament
            ]

    def state(self, game_id: str) -> Stage | None:
        """The state of the game with this id, if it is in progress or ended recently."""
        with self._lock:
            game = self._games.get(game_id)
            return None if game is None else game.state

    def open(self, game_id: str, game: str, names: tuple[str, str]) -> None:
        """Add a game that waits for a worker."""
        with self._lock:
            self._ended.pop(game_id, None)  # it may be played again
            self._games[game_id] = LiveGame(game_id, game, names)

    def update(self, game_id: str, message: dict[str, Any]) -> None:
        """Apply and publish a message that `play_live` sent."""
        event: Event
        topic = f"match:{game_id}"
        if "shape" in message:  # also when a game is restarted
            start = LiveStart.model_validate(message)
            with self._lock:
                game = self._games[game_id]
                game.state, game.start, game.steps, game.unread = "running", start, [], []
            event = MatchStarted(topic=topic, kind="start", data=start)
        else:
            with self._lock:
                self._games[game_id].unread.append(message)
            if self._hub.skip(topic):
                return
            new = LiveSteps.model_validate(message)
            event = MatchStepped(topic=topic, kind="steps", data=new)
        self._hub.publish(event)

    def end(self, game_id: str, key: str | None) -> None:
        """A game is over: *key* is that of its record, or None if it was stopped."""
        with self._lock:
            game = self._games[game_id]
            game.state, game.key = ("finished" if key else "stopped"), key
            game.start, game.steps, game.unread = None, [], []  # the record has them
            self._ended[game_id] = None
            if len(self._ended) > _KEPT_ENDED:
                oldest = next(iter(self._ended))
                del self._ended[oldest], self._games[oldest]
        end = LiveEnd(state=game.state, key=key)
        self._hub.publish(MatchEnded(topic=f"match:{game_id}", kind="end", data=end))


def play_live(send: Send, game_run: GameRun) -> bytes:
    """In a worker: referee *game_run* and send every step; return its record as JSON."""
    reporter = _StepReporter(send, game_run)
    record = play(game_run, watch=reporter.watch)
    reporter.flush()
    return record.dumps().encode()


class _StepReporter:
    """Sends the positions that the referee reaches as a `LiveStart` and `LiveSteps`."""

    def __init__(self, send: Send, game_run: GameRun) -> None:
        self._send = send
        self._game_run = game_run
        self._game = GAMES[game_run.game]
        self._builder: ViewBuilder | None = None
        self._steps: list[GameStep] = []
        self._sent = 0  # steps
        self._next = 0.0

    def watch(self, position: Position, turns: tuple[Turn, ...]) -> None:
        """Add a new position and the turns that led to it."""
        if self._builder is None or is_start(turns):
            board = BoardView(self._game, position)
            self._builder = ViewBuilder(board, position, self._game_run.timeouts)
            self._steps, self._sent = [], 0
            limits = self._game_run.limits or self._game.limits
            start = LiveStart(
                **dict(self._builder.begin(turns)),
                turn_seconds=limits.turn_seconds,
                game_seconds=limits.game_seconds,
            )
            self._send(start.compact())
            return
        self._steps.append(self._builder.add(position, turns))
        if time.monotonic() >= self._next or len(self._steps) >= _MOST_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Send the steps that have not been sent."""
        if self._steps:
            self._send(LiveSteps(first=self._sent, steps=self._steps).compact())
            self._sent += len(self._steps)
            self._steps = []
        self._next = time.monotonic() + _SEND_SECONDS
