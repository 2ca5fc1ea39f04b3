"""The table: points by the tournament's scoring, ranks by its tie-breaks, Elo with its interval."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from sqlalchemy import Connection

from garlic.arena.formats import FormatState, Met
from garlic.arena.scoring import SCORINGS, RankingRow, ScoredGame, Sum, Tally, ranked
from garlic.arena.snapshot import Standing
from garlic.arena.statistics import Rating, Totals, rate_totals
from garlic.arena.tournament import Tournament
from garlic.core import Seat
from garlic.store.games import SeatFacts
from garlic.store.tournaments import (
    FixtureRow,
    faults_of,
    fixtures_of,
    played_of,
    seats_of,
    totals_of,
)

SEATS = {"a": Seat.A, "b": Seat.B, None: None}


@dataclass(slots=True)
class TournamentScore:
    """A tournament's results so far: everything that tables and the next round follow from.

    Tell it of every fixture in the order of the schedule, then of every result in any order.
    """

    tournament: Tournament
    tally: Tally
    left: Counter[tuple[int, int]]  # by first and second seat: games not yet played
    # Only where rounds follow from results: by round, and by the two that met.
    _meetings: list[dict[frozenset[int], Met]]
    _open: list[int]  # of each round: games scheduled and not yet played
    finished: bool = False  # nothing more will be played, whatever could not be judged

    @classmethod
    def of(cls, tournament: Tournament) -> "TournamentScore":
        """That of a tournament in which nothing has been played."""
        size = len(tournament.entrants)
        return cls(
            tournament, Tally(size, tournament.definition.set_aside_after), Counter(), [], []
        )

    @classmethod
    def stored(cls, connection: Connection, tournament: Tournament) -> "TournamentScore":
        """That of a tournament as far as it is stored."""
        score = cls.of(tournament)
        if tournament.format.in_rounds:
            score.expect(fixtures_of(connection, tournament.id))
            for game in played_games(connection, tournament.id):
                score.add(game)
        else:
            score.add_up(connection)
        return score

    def add_up(self, connection: Connection) -> None:
        """Let the database add up what does not need to be known game by game."""
        number = self.tournament.id
        for fixture in seats_of(connection, number):
            self.tally.expect(*fixture)
            if self.tally.watches_enough:
                break
        for first, second, scheduled, sums in totals_of(connection, number):
            pairing = (first, second)
            one, other = Sum(*sums[:7]), Sum(*sums[7:])
            self.left[pairing] = scheduled - one.played
            if one.played:
                self.tally.add_meeting(pairing, (one, other))
        for first, second, of_first, of_second in faults_of(connection, number):
            self.tally.add_faults(first, of_first or {})
            self.tally.add_faults(second, of_second or {})
        for game in played_games(connection, number, self.tally.last_watched):
            self.tally.see(game)

    def expect(self, fixtures: Iterable[FixtureRow]) -> None:
        """Games were scheduled."""
        for fixture in fixtures:
            self.tally.expect(fixture.number, fixture.first, fixture.second)
            self.left[fixture.first, fixture.second] += 1
            if self.tournament.format.in_rounds:
                pairing = (fixture.first, fixture.second)
                self._round(fixture.round)
                self._open[fixture.round - 1] += 1
                self._round(fixture.round).setdefault(frozenset(pairing), Met(pairing, (0, 0)))

    def add(self, game: ScoredGame) -> None:
        """A game was played."""
        self.tally.add(game)
        self.left[game.first, game.second] -= 1
        if self.tournament.format.in_rounds:
            self._open[game.round - 1] -= 1
            over = self._round(game.round)
            before = over[frozenset((game.first, game.second))]
            over[frozenset((game.first, game.second))] = _added(before, game)

    def _round(self, number: int) -> dict[frozenset[int], Met]:
        while len(self._meetings) < number:
            self._meetings.append({})
            self._open.append(0)
        return self._meetings[number - 1]

    @property
    def rounds_over(self) -> int:
        """How many rounds are over; one that another follows is, with all that was not judged."""
        last_is_open = not self.finished and bool(self._open) and self._open[-1] > 0
        return len(self._meetings) - last_is_open

    @property
    def not_counted(self) -> set[int]:
        """The bots whose games bring nobody anything: set aside where all meet all.

        Where rounds follow from results, what was played stays: others were paired by it.
        """
        return set() if self.tournament.format.in_rounds else self.tally.set_aside()

    def table(self, rounds_over: int) -> FormatState:
        """What the format may look at once so many rounds are over."""
        plain = self._table(rounds_over)
        return replace(plain, points=tuple(line.points for line in self._lines(plain)))

    def _table(self, rounds_over: int) -> FormatState:
        """The same without points."""
        history = [tuple(self._round(number + 1).values()) for number in range(rounds_over)]
        definition = self.tournament.definition
        return FormatState(
            size=len(self.tournament.entrants),
            rounds=definition.rounds,
            challengers=definition.challengers,
            history=tuple(history),
            out=frozenset(self.tally.set_aside()),
        )

    def _lines(self, table: FormatState) -> list[RankingRow]:
        definition, held = self.tournament.definition, self.tournament.format
        without = self.not_counted
        worth = SCORINGS[definition.scoring]
        byes, levels = held.byes(table), held.levels(table)
        others = [0.0] * table.size
        if "buchholz" in definition.tie_breaks:
            others = self.tally.opponents_points(definition.scoring, without)
        return [
            RankingRow(
                place=place,
                level=levels[place],
                points=found.points(definition.scoring)
                + (worth[0] * definition.games * byes[place] if worth else 0),
                sum=found,
                opponents_points=others[place],
            )
            for place, found in enumerate(self.tally.sums(without))
        ]

    def standings(self) -> tuple[Standing, ...]:
        """The table as it stands, best first, those set aside last."""
        lines = self._lines(self._table(self.rounds_over))
        aside = self.tally.set_aside()
        ratings = self.ratings()
        order = ranked(
            [line for line in lines if line.place not in aside],
            self.tournament.definition.tie_breaks,
        )
        last = [line for line in lines if line.place in aside]
        left = self._left()
        return tuple(
            self._standing(rank, line, ratings[line.place], line.place in aside, left[line.place])
            for rank, line in [*order, *((len(order) + 1, line) for line in last)]
        )

    def _left(self) -> list[int]:
        """Of each bot: the games that are still to be played."""
        found, without = [0] * len(self.tournament.entrants), self.not_counted
        for pairing, games in self.left.items():
            if not without.intersection(pairing):
                for place in pairing:
                    found[place] += games
        return found

    def _standing(
        self, rank: int, line: RankingRow, rating: Rating | None, aside: bool, left: int
    ) -> Standing:
        return Standing(
            rank=rank,
            name=self.tournament.entrants[line.place].name,
            points=line.points,
            played=line.sum.played,
            won=line.sum.won,
            drawn=line.sum.drawn,
            lost=line.sum.lost,
            scored=line.sum.scored,
            conceded=line.sum.conceded,
            average_seconds=line.sum.average_seconds,
            faults=dict(self.tally.faults[line.place]),
            left=left,
            elo=rating.elo if rating else None,
            low=rating.low if rating else None,
            high=rating.high if rating else None,
            set_aside=aside,
        )

    def ratings(self) -> list[Rating | None]:
        """The rating of each bot by place; None for those that have played no game that counts."""
        without = self.not_counted
        names = tuple(entrant.name for entrant in self.tournament.entrants)
        rows = [
            (first, second, one.won, one.drawn, one.lost)
            for (first, second), (one, _) in self.tally.meetings.items()
            if first not in without and second not in without
        ]
        if not rows:
            return [None] * len(names)
        columns = np.array(rows, dtype=np.int64).T
        found = {rating.name: rating for rating in rate_totals(Totals(names, *columns))}
        return [found[name] if found[name].games else None for name in names]


def _added(before: Met, game: ScoredGame) -> Met:
    """The meeting *before* with one more game in it."""
    swapped = before.pairing != (game.first, game.second)
    points = 0.5 if game.winner is None else float(game.winner is Seat.A)
    scores = game.scores or (0, 0)
    mine: tuple[float, float] = (points, 1 - points)
    if swapped:
        mine, scores = mine[::-1], scores[::-1]
    return Met(
        before.pairing,
        (before.points[0] + mine[0], before.points[1] + mine[1]),
        (before.scored[0] + scores[0], before.scored[1] + scores[1]),
    )


def played_games(
    connection: Connection, tournament_id: int, last: int | None = None
) -> list[ScoredGame]:
    """The games of a tournament that are stored, by number; not those behind number *last*."""
    return [
        ScoredGame(
            number=row[0],
            round=row[1],
            first=row[2],
            second=row[3],
            winner=SEATS[row[4]],
            reason=row[5],
            scores=None if row[6] is None else (row[6], row[7]),
            facts=(
                SeatFacts(moves=row[8], seconds=row[9], faults=row[10] or {}),
                SeatFacts(moves=row[11], seconds=row[12], faults=row[13] or {}),
            ),
        )
        for row in played_of(connection, tournament_id, last)
    ]
