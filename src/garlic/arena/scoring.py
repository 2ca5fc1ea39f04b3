"""Points and ranks: adds up games by the tournament's scoring and applies its tie-breaks."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from garlic.core import Seat
from garlic.store.games import SeatFacts

# Points for a win, a draw and a loss. "sum" adds up the scores of the games instead.
SCORINGS: Mapping[str, tuple[float, float, float] | None] = {
    "1/0.5/0": (1, 0.5, 0),
    "3/1/0": (3, 1, 0),
    "2/1/0": (2, 1, 0),
    "sum": None,
}


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A judged game, reduced to what tables need. Bots are places, from 0."""

    number: int
    round: int
    first: int
    second: int
    winner: Seat | None
    reason: str
    scores: tuple[int, int] | None
    facts: tuple[SeatFacts, SeatFacts]
    delayed: bool = False  # by a busy machine
    map: str = ""  # empty if the game has only one board

    def failed(self, seat: Seat) -> bool:
        """Was it lost by a fault of *seat*?"""
        return self.winner is seat.other and self.reason in self.facts[seat.index].faults


@dataclass(slots=True)
class Sum:
    """The results of one bot added up: of all its games, or of those against one opponent."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    moves: int = 0
    nanoseconds: int = 0  # an integer, so that the sum does not depend on the order of games
    delayed: int = 0  # games, by a busy machine

    @property
    def played(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def average_seconds(self) -> float:
        """The average wall time of a move."""
        return self.nanoseconds / 1e9 / self.moves if self.moves else 0.0

    def points(self, scoring: str) -> float:
        """The points of these games by *scoring*."""
        values = SCORINGS[scoring]
        if values is None:
            return self.scored
        return self.won * values[0] + self.drawn * values[1] + self.lost * values[2]

    def add(self, other: "Sum") -> None:
        """Add the games of *other*."""
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost
        self.scored += other.scored
        self.conceded += other.conceded
        self.moves += other.moves
        self.nanoseconds += other.nanoseconds
        self.delayed += other.delayed


@dataclass(frozen=True, slots=True)
class SeatedPair:
    """Two bots in their seats on a map: their games are added up. Bots are places, from 0."""

    first: int
    second: int
    map: str = ""


@dataclass(slots=True)
class Tally:
    """All games of a tournament, added up in any order. Memory grows with bots, not games."""

    size: int  # how many bots
    watched_games: int  # how many first games of each bot decide whether it is set aside
    # The sums of the bot in the first seat, and of the other.
    meetings: dict[SeatedPair, tuple[Sum, Sum]] = field(default_factory=dict)
    faults: list[dict[str, int]] = field(default_factory=list)
    games: int = 0
    # For each bot: the numbers of its first scheduled games, and whether it failed in them.
    _watched: list[dict[int, bool | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.faults = [{} for _ in range(self.size)]
        self._watched = [{} for _ in range(self.size)]

    def expect(self, number: int, first: int, second: int) -> None:
        """Add a scheduled game, before any result; call it in the order of the schedule."""
        for place in (first, second):
            if len(self._watched[place]) < self.watched_games:
                self._watched[place].setdefault(number)

    def add(self, game: ScoredGame) -> None:
        """Count a game. Call it once per game."""
        sums = self._sums_of(SeatedPair(game.first, game.second, game.map))
        for seat, mine, place in zip(Seat, sums, (game.first, game.second), strict=True):
            facts = game.facts[seat.index]
            mine.won += game.winner is seat
            mine.drawn += game.winner is None
            mine.lost += game.winner is seat.other
            mine.moves += facts.moves
            mine.nanoseconds += round(facts.seconds * 1e9)
            mine.delayed += game.delayed
            if game.scores is not None:
                mine.scored += game.scores[seat.index]
                mine.conceded += game.scores[seat.other.index]
            self.add_faults(place, facts.faults)
        self.games += 1
        self.note_failures(game)

    def add_meeting(self, met: SeatedPair, sums: tuple[Sum, Sum]) -> None:
        """Count many games at once; faults are added separately."""
        self.games += sums[0].played
        for mine, more in zip(self._sums_of(met), sums, strict=True):
            mine.add(more)

    def add_faults(self, place: int, faults: Mapping[str, int]) -> None:
        """Count faults of the bot at *place*."""
        for verdict, count in faults.items():
            self.faults[place][verdict] = self.faults[place].get(verdict, 0) + count

    def note_failures(self, game: ScoredGame) -> None:
        """Note whether a bot failed in *game*, if it is one of its first; count nothing."""
        for seat, place in zip(Seat, (game.first, game.second), strict=True):
            if game.number in self._watched[place]:
                self._watched[place][game.number] = game.failed(seat)

    @property
    def delayed(self) -> int:
        """How many games a busy machine has delayed."""
        return sum(of_first.delayed for of_first, _ in self.meetings.values())

    def _sums_of(self, met: SeatedPair) -> tuple[Sum, Sum]:
        return self.meetings.setdefault(met, (Sum(), Sum()))

    @property
    def last_watched(self) -> int:
        """The number of the last game that may set a bot aside; 0 if there is none."""
        return max((number for games in self._watched for number in games), default=0)

    @property
    def watches_enough(self) -> bool:
        """Are the first games of every bot known?"""
        return all(len(games) >= self.watched_games for games in self._watched)

    def set_aside(self) -> set[int]:
        """The bots that lost every one of their first games by a fault.

        It depends on which games were scheduled first, not on which were over first: stopping
        and resuming a tournament does not change it.
        """
        if not self.watched_games:
            return set()
        return {
            place
            for place, games in enumerate(self._watched)
            if len(games) == self.watched_games and all(games.values())
        }

    def sums(self, without: Collection[int] = ()) -> list[Sum]:
        """The sums of each bot, without games against bots in *without*."""
        sums = [Sum() for _ in range(self.size)]
        for met, (of_first, of_second) in self.meetings.items():
            if met.second not in without:
                sums[met.first].add(of_first)
            if met.first not in without:
                sums[met.second].add(of_second)
        return sums

    def opponents_points(self, scoring: str, without: Collection[int]) -> list[float]:
        """The points of each bot's opponents added up, once per game (Buchholz)."""
        points = [own.points(scoring) for own in self.sums(without)]
        opponents = [0.0] * self.size
        for met, (of_first, _) in self.meetings.items():
            if met.first not in without and met.second not in without:
                opponents[met.first] += of_first.played * points[met.second]
                opponents[met.second] += of_first.played * points[met.first]
        return opponents


@dataclass(frozen=True, slots=True)
class RankingRow:
    """What decides a bot's rank."""

    place: int
    level: float  # from the format: the round it reached, its step on the ladder
    points: float
    sum: Sum
    opponents_points: float


# The tie-breaks between bots with equal points, by name: higher is better.
TIE_BREAKS: Mapping[str, Callable[[RankingRow], float]] = {
    "score": lambda line: line.sum.scored - line.sum.conceded,
    "wins": lambda line: line.sum.won,
    "buchholz": lambda line: line.opponents_points,
    "time": lambda line: -line.sum.average_seconds,
}


def ranked(lines: list[RankingRow], tie_breaks: tuple[str, ...]) -> list[tuple[int, RankingRow]]:
    """The lines, best first, with their ranks from 1; equals share one, in order of entry."""

    def merit(line: RankingRow) -> tuple[float, ...]:
        rest = (TIE_BREAKS[name](line) for name in tie_breaks)
        return (line.level, line.points, *rest)

    ordered = sorted(lines, key=lambda line: (tuple(-part for part in merit(line)), line.place))
    ranks: list[tuple[int, RankingRow]] = []
    for rank, line in enumerate(ordered, 1):
        equal = bool(ranks) and merit(ranks[-1][1]) == merit(line)
        ranks.append((ranks[-1][0] if equal else rank, line))
    return ranks
