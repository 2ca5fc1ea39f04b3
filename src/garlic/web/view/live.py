"""Games that are being played now, step by step, for whoever looks on.

A worker referees the game and tells what each step changed on the board; `Live` keeps it for
those who come late and passes it on as events ``match:ID``: ``start`` with the first board,
``steps`` with what followed, ``end`` with the key of the record.
"""

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

from garlic.games import GAMES
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Turn
from garlic.web.events import Hub
from garlic.web.jobs.workers import Tell
from garlic.web.view.replay import Viewing

_TELL_SECONDS = 0.05  # quick games are told in handfuls: nobody sees more than that
_MOST_AT_ONCE = 200  # steps in one handful
_KEPT_ENDED = 64  # games whose steps are remembered after their end, for those who look on

Stage = Literal["waiting", "running", "finished", "stopped"]


@dataclass(slots=True)
class LiveGame:
    """A game in play, as far as it has come."""

    id: str
    game: str
    names: tuple[str, str]  # of the bots, first seat first
    state: Stage = "waiting"
    start: dict[str, Any] | None = None  # as `viewing` tells it, and the limits of a turn
    steps: list[dict[str, Any]] = field(default_factory=list)
    key: str | None = None  # of its record, once it is over


class Live:
    """All games in play."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._games: dict[str, LiveGame] = {}
        self._ended: dict[str, None] = {}  # the oldest first
        self._lock = Lock()

    def get(self, game_id: str) -> LiveGame | None:
        """The game with this id as it stands, if it is in play or was lately."""
        with self._lock:
            found = self._games.get(game_id)
            if found is None:
                return None
            return LiveGame(
                found.id,
                found.game,
                found.names,
                found.state,
                found.start,
                list(found.steps),
                found.key,
            )

    def state(self, game_id: str) -> Stage | None:
        """How the game with this id stands, if it is in play or was lately."""
        with self._lock:
            found = self._games.get(game_id)
            return None if found is None else found.state

    def open(self, game_id: str, game: str, names: tuple[str, str]) -> None:
        """A game will be played."""
        with self._lock:
            self._ended.pop(game_id, None)  # it may be played once more
            self._games[game_id] = LiveGame(game_id, game, names)

    def hear(self, game_id: str, word: dict[str, Any]) -> None:
        """Take in a word of the worker that plays it, as `play_watched` tells it."""
        with self._lock:
            found = self._games[game_id]
            if "start" in word:  # also when a game has to be begun again
                found.state, found.start, found.steps = "running", word["start"], []
            else:
                found.steps += word["steps"]
                word = {**word, "from": len(found.steps) - len(word["steps"])}
        kind = "start" if "start" in word else "steps"
        self._hub.publish(f"match:{game_id}", kind, word)

    def end(self, game_id: str, key: str | None) -> None:
        """A game is over: its record has *key*, or none where it was stopped."""
        with self._lock:
            found = self._games[game_id]
            found.state, found.key = ("finished" if key else "stopped"), key
            found.start, found.steps = None, []  # the record tells it now; a game can be large
            self._ended[game_id] = None
            if len(self._ended) > _KEPT_ENDED:
                oldest = next(iter(self._ended))
                del self._ended[oldest], self._games[oldest]
        self._hub.publish(f"match:{game_id}", "end", {"state": found.state, "key": key})


def play_watched(tell: Tell, match: GameRun) -> bytes:
    """In a worker: referee *match* and tell every step; its record as text."""
    told = _Telling(tell, match)
    record = play(match, watch=told.watch)
    told.flush()
    return record.dumps().encode()


class _Telling:
    """Turns what the referee shows into words about a board."""

    def __init__(self, tell: Tell, match: GameRun) -> None:
        self._tell = tell
        self._match = match
        self._game = GAMES[match.game]
        self._viewing: Viewing | None = None
        self._steps: list[dict[str, Any]] = []
        self._next = 0.0

    def watch(self, position: Any, turns: tuple[Turn, ...]) -> None:
        """A new position, and the turns that led to it."""
        if self._viewing is None or not any(turn.number for turn in turns):
            # The bots have sat down, perhaps once more: the machine was too busy before.
            self._viewing, self._steps = Viewing(self._game, position, self._match.timeouts), []
            limits = self._match.limits or self._game.limits
            self._tell(
                {
                    "start": {
                        **self._viewing.begin(turns),
                        "turn_seconds": limits.turn_seconds,
                        "game_seconds": limits.game_seconds,
                    }
                }
            )
            return
        self._steps.append(self._viewing.add(position, turns))
        if time.monotonic() >= self._next or len(self._steps) >= _MOST_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Tell what is not told yet."""
        if self._steps:
            self._tell({"steps": self._steps})
            self._steps = []
        self._next = time.monotonic() + _TELL_SECONDS
