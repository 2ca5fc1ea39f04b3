"""The table: points by the tournament's scoring, ranks by its tie-breaks, Elo with interval."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from garlic.arena.formats import FormatState, MeetingResult
from garlic.arena.rating.ladder import ladder_of
from garlic.arena.scoring import (
    SCORINGS,
    RankingRow,
    ScoredGame,
    SeatedPair,
    Sum,
    Tally,
    ranked,
)
from garlic.arena.snapshot import Standing
from garlic.arena.statistics.scale import Anchors
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

if TYPE_CHECKING:
    from garlic.arena.statistics.ratings import Rating

SEATS = {"a": Seat.A, "b": Seat.B, None: None}


@dataclass(slots=True)
class TournamentScore:
    """A tournament's results so far: everything that tables and the next round depend on.

    Pass every fixture to `expect` in the order of the schedule, then every result to `add` in any
    order.
    """

    tournament: Tournament
    tally: Tally
    left: Counter[tuple[int, int]]  # by first and second seat: games not yet played
    # Only if rounds follow from results: by round, and by the two bots that met.
    _meetings: list[dict[frozenset[int], MeetingResult]]
    _open: list[int]  # for each round: games scheduled and not yet played
    finished: bool = False  # no more games will be played, even if some could not be judged

    @classmethod
    def of(cls, tournament: Tournament) -> "TournamentScore":
        """The score of a tournament before its first game."""
        size = len(tournament.entrants)
        return cls(
            tournament, Tally(size, tournament.definition.set_aside_after), Counter(), [], []
        )

    @classmethod
    def stored(cls, connection: Connection, tournament: Tournament) -> "TournamentScore":
        """The score of a tournament from its stored games."""
        score = cls.of(tournament)
        if tournament.format.in_rounds:
            score.expect(fixtures_of(connection, tournament.id))
            for game in played_games(connection, tournament.id):
                score.add(game)
        else:
            score.add_up(connection)
        return score

    def add_up(self, connection: Connection) -> None:
        """Let the database add up everything that is not needed game by game."""
        number = self.tournament.id
        for fixture in seats_of(connection, number):
            self.tally.expect(*fixture)
            if self.tally.watches_enough:
                break
        for first, second, map_name, scheduled, sums in totals_of(connection, number):
            of_first, of_second = Sum(*sums[:8]), Sum(*sums[8:])
            self.left[first, second] += scheduled - of_first.played
            if of_first.played:
                met = SeatedPair(first, second, map_name or "")
                self.tally.add_meeting(met, (of_first, of_second))
        for first, second, faults_first, faults_second in faults_of(connection, number):
            self.tally.add_faults(first, faults_first or {})
            self.tally.add_faults(second, faults_second or {})
        for game in played_games(connection, number, self.tally.last_watched):
            self.tally.note_failures(game)

    def expect(self, fixtures: Iterable[FixtureRow]) -> None:
        """Add scheduled games."""
        for fixture in fixtures:
            self.tally.expect(fixture.number, fixture.first, fixture.second)
            self.left[fixture.first, fixture.second] += 1
            if self.tournament.format.in_rounds:
                pairing = (fixture.first, fixture.second)
                meetings = self._round(fixture.round)
                self._open[fixture.round - 1] += 1
                meetings.setdefault(frozenset(pairing), MeetingResult(pairing, (0, 0)))

    def add(self, game: ScoredGame) -> None:
        """Count a played game."""
        self.tally.add(game)
        self.left[game.first, game.second] -= 1
        if self.tournament.format.in_rounds:
            self._open[game.round - 1] -= 1
            meetings = self._round(game.round)
            before = meetings[frozenset((game.first, game.second))]
            meetings[frozenset((game.first, game.second))] = _added(before, game)

    def _round(self, number: int) -> dict[frozenset[int], MeetingResult]:
        while len(self._meetings) < number:
            self._meetings.append({})
            self._open.append(0)
        return self._meetings[number - 1]

    @property
    def rounds_over(self) -> int:
        """How many rounds are over; the last one is if no game of it is open, or if `finished`."""
        last_is_open = not self.finished and bool(self._open) and self._open[-1] > 0
        return len(self._meetings) - last_is_open

    @property
    def not_counted(self) -> set[int]:
        """The bots whose games count for nobody: those set aside in formats without rounds.

        If rounds follow from results all games count: later pairings depend on them.
        """
        return set() if self.tournament.format.in_rounds else self.tally.set_aside()

    def table(self, rounds_over: int) -> FormatState:
        """What the format sees after *rounds_over* rounds."""
        plain = self._table_without_points(rounds_over)
        return replace(plain, points=tuple(line.points for line in self._lines(plain)))

    def _table_without_points(self, rounds_over: int) -> FormatState:
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
        definition, format_ = self.tournament.definition, self.tournament.format
        without = self.not_counted
        values = SCORINGS[definition.scoring]
        byes, levels = format_.byes(table), format_.levels(table)
        opponents = [0.0] * table.size
        if "buchholz" in definition.tie_breaks:
            opponents = self.tally.opponents_points(definition.scoring, without)
        return [
            RankingRow(
                place=place,
                level=levels[place],
                points=own.points(definition.scoring)
                + (values[0] * definition.games * byes[place] if values else 0),
                sum=own,
                opponents_points=opponents[place],
            )
            for place, own in enumerate(self.tally.sums(without))
        ]

    def standings(self) -> tuple[Standing, ...]:
        """The current table, best first, those set aside last."""
        lines = self._lines(self._table_without_points(self.rounds_over))
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
        """For each bot: the number of games still to be played."""
        left, without = [0] * len(self.tournament.entrants), self.not_counted
        for pairing, games in self.left.items():
            if not without.intersection(pairing):
                for place in pairing:
                    left[place] += games
        return left

    def _standing(
        self, rank: int, line: RankingRow, rating: "Rating | None", aside: bool, left: int
    ) -> Standing:
        name = self.tournament.entrants[line.place].name
        return Standing(
            rank=rank,
            name=name,
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
            delayed=line.sum.delayed,
            elo=rating.elo if rating else None,
            low=rating.low if rating else None,
            high=rating.high if rating else None,
            is_anchor=rating is not None and name in self.anchors.ratings,
            set_aside=aside,
        )

    def ratings(self) -> "list[Rating | None]":
        """The rating of each bot by place; None for those without a game that counts."""
        without = self.not_counted
        names = tuple(entrant.name for entrant in self.tournament.entrants)
        counted = {
            met: of_first
            for met, (of_first, _) in self.tally.meetings.items()
            if met.first not in without and met.second not in without
        }
        maps = {name: place for place, name in enumerate(sorted({met.map for met in counted}))}
        rows = [
            (met.first, met.second, maps[met.map], own.won, own.drawn, own.lost)
            for met, own in counted.items()
        ]
        if not rows:
            return [None] * len(names)
        # Here, because it brings numpy: a server starts, and lists tournaments, without it.
        from garlic.arena.statistics.ratings import rate_totals  # noqa: PLC0415
        from garlic.arena.statistics.results import Totals  # noqa: PLC0415

        totals = Totals.of_rows(names, rows, tuple(maps))
        fitted = rate_totals(totals, advantage=True, anchors=self.anchors)
        ratings = {rating.name: rating for rating in fitted}
        return [ratings[name] if ratings[name].games else None for name in names]

    @property
    def anchors(self) -> Anchors:
        """The bots with a known rating, by their names here; without any, ratings are relative."""
        bots = {named.name: named.bot for named in self.tournament.definition.bots}
        return ladder_of(self.tournament.game).anchors_among(bots)


def _added(before: MeetingResult, game: ScoredGame) -> MeetingResult:
    """The meeting *before* with one more game in it."""
    swapped = before.pairing != (game.first, game.second)
    points = 0.5 if game.winner is None else float(game.winner is Seat.A)
    scores = game.scores or (0, 0)
    both: tuple[float, float] = (points, 1 - points)
    if swapped:
        both, scores = both[::-1], scores[::-1]
    return MeetingResult(
        before.pairing,
        (before.points[0] + both[0], before.points[1] + both[1]),
        (before.scored[0] + scores[0], before.scored[1] + scores[1]),
    )


def played_games(
    connection: Connection, tournament_id: int, last: int | None = None
) -> list[ScoredGame]:
    """The stored games of a tournament, by number, up to number *last*."""
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
            delayed=row[14],
            map=row[15] or "",
        )
        for row in played_of(connection, tournament_id, last)
    ]
