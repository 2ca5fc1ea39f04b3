"""Adding games up: points by the wish of whoever holds the tournament, and who stands where."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from garlic.core import Seat
from garlic.store.games import SeatFacts

# What a win, a draw and a loss bring. "sum" adds up the scores of the games instead.
SCORINGS: Mapping[str, tuple[float, float, float] | None] = {
    "1/0.5/0": (1, 0.5, 0),
    "3/1/0": (3, 1, 0),
    "2/1/0": (2, 1, 0),
    "sum": None,
}


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game that was judged, as far as tables need it. Bots are places, from 0."""

    number: int
    round: int
    first: int
    second: int
    winner: Seat | None
    reason: str
    scores: tuple[int, int] | None
    facts: tuple[SeatFacts, SeatFacts]

    def failed(self, seat: Seat) -> bool:
        """Was it lost by a fault of *seat*?"""
        return self.winner is seat.other and self.reason in self.facts[seat.index].faults


@dataclass(slots=True)
class Sum:
    """What one bot got from games: all of them, or those against one other."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    moves: int = 0
    nanoseconds: int = 0  # whole ones: their sum does not depend on the order of games

    @property
    def played(self) -> int:
        """How many games these were."""
        return self.won + self.drawn + self.lost

    @property
    def average_seconds(self) -> float:
        """Of wall time, a move."""
        return self.nanoseconds / 1e9 / self.moves if self.moves else 0.0

    def points(self, scoring: str) -> float:
        """What they bring."""
        worth = SCORINGS[scoring]
        if worth is None:
            return self.scored
        return self.won * worth[0] + self.drawn * worth[1] + self.lost * worth[2]

    def add(self, other: "Sum") -> None:
        """Count those of *other* too."""
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost
        self.scored += other.scored
        self.conceded += other.conceded
        self.moves += other.moves
        self.nanoseconds += other.nanoseconds


@dataclass(slots=True)
class Tally:
    """All games of a tournament added up as they come, in any order. Memory by bots, not games."""

    size: int  # how many bots
    watched_games: int  # how many first games of each bot decide whether it is set aside
    # By (first seat, second seat): what the bot in the first seat, and in the second, got.
    meetings: dict[tuple[int, int], tuple[Sum, Sum]] = field(default_factory=dict)
    faults: list[dict[str, int]] = field(default_factory=list)
    games: int = 0
    # Of each bot the numbers of its first games on the schedule, and whether it failed in them.
    _watched: list[dict[int, bool | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.faults = [{} for _ in range(self.size)]
        self._watched = [{} for _ in range(self.size)]

    def expect(self, number: int, first: int, second: int) -> None:
        """Tell of a scheduled game, before any result; in the order of the schedule."""
        for place in (first, second):
            if len(self._watched[place]) < self.watched_games:
                self._watched[place].setdefault(number)

    def add(self, game: ScoredGame) -> None:
        """Count a game. Each is to be given once."""
        pairing = (game.first, game.second)
        sums = self._meeting(pairing)
        for seat, mine, place in zip(Seat, sums, pairing, strict=True):
            facts = game.facts[seat.index]
            mine.won += game.winner is seat
            mine.drawn += game.winner is None
            mine.lost += game.winner is seat.other
            mine.moves += facts.moves
            mine.nanoseconds += round(facts.seconds * 1e9)
            if game.scores is not None:
                mine.scored += game.scores[seat.index]
                mine.conceded += game.scores[seat.other.index]
            self.add_faults(place, facts.faults)
        self.games += 1
        self.see(game)

    def add_meeting(self, pairing: tuple[int, int], sums: tuple[Sum, Sum]) -> None:
        """Count many games at once, of two bots in the same seats; their faults come apart."""
        self.games += sums[0].played
        for mine, more in zip(self._meeting(pairing), sums, strict=True):
            mine.add(more)

    def add_faults(self, place: int, faults: Mapping[str, int]) -> None:
        """Count faults of the bot at *place*."""
        for verdict, count in faults.items():
            self.faults[place][verdict] = self.faults[place].get(verdict, 0) + count

    def see(self, game: ScoredGame) -> None:
        """Note whether a bot failed in *game*, where it is one of its first; count nothing."""
        for seat, place in zip(Seat, (game.first, game.second), strict=True):
            if game.number in self._watched[place]:
                self._watched[place][game.number] = game.failed(seat)

    def _meeting(self, pairing: tuple[int, int]) -> tuple[Sum, Sum]:
        if pairing not in self.meetings:
            self.meetings[pairing] = (Sum(), Sum())
        return self.meetings[pairing]

    @property
    def last_watched(self) -> int:
        """The number of the last game that may set somebody aside; 0 if there is none."""
        return max((number for seen in self._watched for number in seen), default=0)

    @property
    def watches_enough(self) -> bool:
        """Are the first games of every bot known?"""
        return all(len(seen) >= self.watched_games for seen in self._watched)

    def set_aside(self) -> set[int]:
        """The bots that lost every one of their first games by a fault.

        It depends on which games were scheduled first, not on which were over first: however
        often a tournament is stopped and resumed, the answer is the same.
        """
        if not self.watched_games:
            return set()
        return {
            place
            for place, seen in enumerate(self._watched)
            if len(seen) == self.watched_games and all(seen.values())
        }

    def sums(self, without: Collection[int] = ()) -> list[Sum]:
        """What each bot got, games against those in *without* left out."""
        found = [Sum() for _ in range(self.size)]
        for (first, second), (one, other) in self.meetings.items():
            if second not in without:
                found[first].add(one)
            if first not in without:
                found[second].add(other)
        return found

    def opponents_points(self, scoring: str, without: Collection[int]) -> list[float]:
        """The points of everybody whom each bot has met, once for each game (Buchholz)."""
        points = [found.points(scoring) for found in self.sums(without)]
        found = [0.0] * self.size
        for (first, second), (one, _) in self.meetings.items():
            if first not in without and second not in without:
                found[first] += one.played * points[second]
                found[second] += one.played * points[first]
        return found


@dataclass(frozen=True, slots=True)
class RankingRow:
    """What decides about a bot's rank."""

    place: int
    level: float  # what the format itself says: the round it reached, its step on the ladder
    points: float
    sum: Sum
    opponents_points: float


# What tells bots with equal points apart, by name: higher is better.
TIE_BREAKS: Mapping[str, Callable[[RankingRow], float]] = {
    "score": lambda line: line.sum.scored - line.sum.conceded,
    "wins": lambda line: line.sum.won,
    "buchholz": lambda line: line.opponents_points,
    "time": lambda line: -line.sum.average_seconds,
}


def ranked(lines: list[RankingRow], tie_breaks: tuple[str, ...]) -> list[tuple[int, RankingRow]]:
    """The lines, best first, with their ranks from 1; equals share one, in order of entry."""

    def worth(line: RankingRow) -> tuple[float, ...]:
        rest = (TIE_BREAKS[name](line) for name in tie_breaks)
        return (line.level, line.points, *rest)

    ordered = sorted(lines, key=lambda line: (tuple(-part for part in worth(line)), line.place))
    found: list[tuple[int, RankingRow]] = []
    for rank, line in enumerate(ordered, 1):
        equal = bool(found) and worth(found[-1][1]) == worth(line)
        found.append((found[-1][0] if equal else rank, line))
    return found
