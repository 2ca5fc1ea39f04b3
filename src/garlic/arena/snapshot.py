"""A tournament as plain values, the input of tables, reports and exports.

`runner` and `stored` make these values. Bots are known by their names, which are unique within a
tournament. Names and texts are not trusted: escape them before printing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from garlic.core import Seat, Text
from garlic.judge.record import Record
from garlic.store.games import SeatFacts

__all__ = [
    "Entrant",
    "PlayedGame",
    "RatingPoint",
    "SeatFacts",
    "Standing",
    "TournamentSnapshot",
    "TournamentState",
    "Unplayed",
    "scale_sentence",
]


class TournamentState(Enum):
    """The state of a tournament."""

    WAITING = "waiting"  # created, not yet run
    RUNNING = "running"
    STOPPED = "stopped"  # on request, or because the runner died; `resume` continues it
    UNFINISHED = "unfinished"  # games could not be judged; `resume` tries them again
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    name: str  # unique here, as tables show it
    bot: str  # the string that names the bot everywhere: "my/bot.py", "engine:othello"
    kind: str  # as in a record: "python", "course", "built-in"
    digest: str  # the hash of its content
    version: int = 1  # the number of this content among those of this name, from 1
    set_aside: bool = False  # it failed all its first games; see docs/bots/tournaments.md


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played and judged."""

    number: int  # its place in the schedule, from 1; numbers of games not played are missing
    round: int  # from 1; round robin and gauntlet have only one
    pair: int  # the games of a pair share opening and seed, seats swapped; from 1
    opening: str  # its name: a map's name, "random 3", moves; "-" for the usual start
    seats: tuple[str, str]  # the names of the bots, first seat first
    winner: Seat | None
    reason: str  # an English phrase that is a key of the catalogue
    scores: tuple[int, int] | None
    turns: int
    facts: tuple[SeatFacts, SeatFacts]
    key: str  # of the game run and its record, see `TournamentSnapshot.record`
    played_at: datetime  # UTC
    counts: bool = True  # False where one side was set aside
    delayed: bool = False  # by a busy machine: `resume` plays it again when that is quiet

    @property
    def score(self) -> float:
        """The score of the first seat: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner is Seat.A)


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table."""

    rank: int  # from 1; equal only if all tie-breaks are equal
    name: str
    points: float  # by the tournament's scoring
    played: int
    won: int
    drawn: int
    lost: int
    scored: int  # the sum of its scores, if the game has scores
    conceded: int
    average_seconds: float  # wall time per move
    faults: Mapping[str, int]  # by verdict
    left: int  # games that are scheduled and not yet played
    delayed: int = 0  # games that a busy machine has delayed; they count
    elo: float | None = None  # None while nothing was played
    low: float | None = None  # of the 95 % interval
    high: float | None = None
    is_anchor: bool = False  # its rating is known, on the permanent scale of the game
    set_aside: bool = False


def scale_sentence(standings: Sequence[Standing]) -> Text:
    """What the ratings in a table are relative to."""
    if any(standing.is_anchor for standing in standings):
        return Text("Elo is on the permanent scale of the game, where random moves are 0.")
    return Text("Elo is relative: the mean of all bots is 0.")


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating of a bot when *games* games of the tournament had been played."""

    games: int
    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A game that could not be judged, and why; `resume` tries it again."""

    number: int
    seats: tuple[str, str]
    reason: str  # an English phrase that is a key of the catalogue


@dataclass(frozen=True, slots=True)
class TournamentSnapshot:
    """A tournament at one moment, finished or not."""

    id: int
    name: str
    game: str
    format: str  # "round-robin", "gauntlet", "swiss", "knock-out", "ladder"
    scoring: str  # "1/0.5/0", "3/1/0", "2/1/0", "sum"
    seed: int
    state: TournamentState
    created_at: datetime  # UTC
    finished_at: datetime | None
    settings: Mapping[str, Any]  # the whole definition, as plain JSON values
    entrants: tuple[Entrant, ...]  # in the order of the definition
    games: tuple[PlayedGame, ...]  # by number
    unplayed: tuple[Unplayed, ...]
    scheduled: int  # games so far; later rounds of some formats add more
    standings: tuple[Standing, ...]  # best first
    curve: tuple[RatingPoint, ...]  # by games, then name
    # The record of a game by its key; slow (a database read), so call it only when needed.
    record: Callable[[str], Record]

    @property
    def delayed(self) -> int:
        """How many games a busy machine has delayed."""
        return sum(game.delayed for game in self.games)
