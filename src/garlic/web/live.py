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
from garlic.judge.match import Match, play
from garlic.judge.record import Turn
from garlic.web.boards import Board
from garlic.web.events import Hub
from garlic.web.wording import wording
from garlic.web.workshop import Tell

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
    start: dict[str, Any] | None = None  # the board's shape and first frame
    steps: list[dict[str, Any]] = field(default_factory=list)
    key: str | None = None  # of its record, once it is over


class Live:
    """All games in play."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._games: dict[str, LiveGame] = {}
        self._ended: list[str] = []
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
            self._ended.append(game_id)
            while len(self._ended) > _KEPT_ENDED:
                self._games.pop(self._ended.pop(0), None)
        self._hub.publish(f"match:{game_id}", "end", {"state": found.state, "key": key})


def play_watched(tell: Tell, match: Match) -> bytes:
    """In a worker: referee *match* and tell every step; its record as text."""
    told = _Telling(tell, match)
    record = play(match, watch=told.watch)
    told.flush()
    return record.dumps().encode()


class _Telling:
    """Turns what the referee shows into words about a board."""

    def __init__(self, tell: Tell, match: Match) -> None:
        self._tell = tell
        self._game = GAMES[match.game]
        self._board: Board | None = None
        self._before: Any = None
        self._steps: list[dict[str, Any]] = []
        self._next = 0.0

    def watch(self, position: Any, turns: tuple[Turn, ...]) -> None:
        """A new position, and the turns that led to it."""
        if not any(turn.number for turn in turns):  # the bots have sat down
            self._board = Board(self._game, position)
            self._before, self._steps = position, []
            frame = self._board.frame(position).plain()
            start = {"shape": self._board.shape.plain(), "frame": frame}
            self._tell({"start": {**start, "turns": [_turn(turn) for turn in turns]}})
            return
        assert self._board is not None  # noqa: S101  (it was set when the bots sat down)
        last = self._last(turns)
        _, (step,) = self._board.steps((self._before, position), ((), last))
        scores = getattr(position, "scores", None)
        self._steps.append(
            {
                "board": step.plain(),
                "turns": [_turn(turn) for turn in turns],
                "scores": list(scores()) if scores is not None else None,
            }
        )
        self._before = position
        if time.monotonic() >= self._next or len(self._steps) >= _MOST_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Tell what is not told yet."""
        if self._steps:
            self._tell({"steps": self._steps})
            self._steps = []
        self._next = time.monotonic() + _TELL_SECONDS

    def _last(self, turns: tuple[Turn, ...]) -> list[int]:
        """The places that the move led over, where there was one."""
        assert self._board is not None  # noqa: S101  (as above)
        (move,) = [turn.move for turn in turns if turn.verdict.value == "ok"][:1] or [None]
        if move is None or self._game.simultaneous:
            return []
        return self._board.places(self._before, self._game.move.parse(move))


def _turn(turn: Turn) -> dict[str, Any]:
    """A turn as the page shows it."""
    return {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "verdict": turn.verdict.value,
        "detail": None if turn.detail is None else wording(turn.detail),
        "seconds": round(turn.cost.wall_seconds, 4),
    }
