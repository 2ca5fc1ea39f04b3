"""Games between bots while they are being played, step by step.

A worker referees the game and sends the changes of each step. `LiveGames` keeps them for viewers
who come later and publishes them as events ``match:ID``: ``start`` with the first board,
``steps`` with the changes, ``end`` with the key of the record.
"""

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

from garlic.games import GAMES
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Turn
from garlic.web.events import Hub
from garlic.web.jobs.workers import Send
from garlic.web.view.replay import ViewBuilder

_SEND_SECONDS = 0.05  # steps of quick games are sent in batches: no viewer sees more than that
_MOST_AT_ONCE = 200  # steps in one batch
_KEPT_ENDED = 64  # finished games whose state is kept for their viewers

Stage = Literal["waiting", "running", "finished", "stopped"]


@dataclass(slots=True)
class LiveGame:
    """A game in progress, with its steps so far."""

    id: str
    game: str
    names: tuple[str, str]  # of the bots, first seat first
    state: Stage = "waiting"
    start: dict[str, Any] | None = None  # a `ViewStart` with the time limits
    steps: list[dict[str, Any]] = field(default_factory=list)
    key: str | None = None  # of its record, once it is over


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
            return LiveGame(
                game.id,
                game.game,
                game.names,
                game.state,
                game.start,
                list(game.steps),
                game.key,
            )

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
        with self._lock:
            game = self._games[game_id]
            if "start" in message:  # also when a game is restarted
                game.state, game.start, game.steps = "running", message["start"], []
            else:
                game.steps += message["steps"]
                message = {**message, "from": len(game.steps) - len(message["steps"])}
        kind = "start" if "start" in message else "steps"
        self._hub.publish(f"match:{game_id}", kind, message)

    def end(self, game_id: str, key: str | None) -> None:
        """A game is over: *key* is that of its record, or None if it was stopped."""
        with self._lock:
            game = self._games[game_id]
            game.state, game.key = ("finished" if key else "stopped"), key
            game.start, game.steps = None, []  # free the memory: the record has them
            self._ended[game_id] = None
            if len(self._ended) > _KEPT_ENDED:
                oldest = next(iter(self._ended))
                del self._ended[oldest], self._games[oldest]
        self._hub.publish(f"match:{game_id}", "end", {"state": game.state, "key": key})


def play_live(send: Send, game_run: GameRun) -> bytes:
    """In a worker: referee *game_run* and send every step; return its record as JSON."""
    reporter = _StepReporter(send, game_run)
    record = play(game_run, watch=reporter.watch)
    reporter.flush()
    return record.dumps().encode()


class _StepReporter:
    """Sends the positions that the referee reaches as a `ViewStart` and `ViewStep`s."""

    def __init__(self, send: Send, game_run: GameRun) -> None:
        self._send = send
        self._game_run = game_run
        self._game = GAMES[game_run.game]
        self._builder: ViewBuilder | None = None
        self._steps: list[dict[str, Any]] = []
        self._next = 0.0

    def watch(self, position: Any, turns: tuple[Turn, ...]) -> None:
        """Add a new position and the turns that led to it."""
        if self._builder is None or not any(turn.number for turn in turns):
            # The bots have started; not for the first time if the machine was overloaded before.
            self._builder = ViewBuilder(self._game, position, self._game_run.timeouts)
            self._steps = []
            limits = self._game_run.limits or self._game.limits
            self._send(
                {
                    "start": {
                        **self._builder.begin(turns),
                        "turn_seconds": limits.turn_seconds,
                        "game_seconds": limits.game_seconds,
                    }
                }
            )
            return
        self._steps.append(self._builder.add(position, turns))
        if time.monotonic() >= self._next or len(self._steps) >= _MOST_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Send the steps that have not been sent."""
        if self._steps:
            self._send({"steps": self._steps})
            self._steps = []
        self._next = time.monotonic() + _SEND_SECONDS
