"""The current season of a league in memory, and how a game changes it: ratings, counts, pauses.

A season is a value. `load_season` reads it, `count` and `checkpoint` store what has changed and
return the next one; each is called in one transaction. All ratings together are stored now and
then; those in between follow from the games since, in the order in which they counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from garlic.arena.league.setup import LeagueSetup
from garlic.arena.rating.ladder import ladder_of
from garlic.arena.statistics.joint import JointRatings, KnownRating
from garlic.core import Seat
from garlic.judge.record import Record
from garlic.store.games import SeatFacts, keep_game, seat_facts
from garlic.store.league_games import (
    LeagueGameRow,
    RatingPointRow,
    add_points,
    count_game,
    counted_games,
    drop_games_of,
)
from garlic.store.leagues import (
    LeagueEntryRow,
    LeagueRow,
    current_entries,
    get_league,
    note_change,
    season_of,
    season_state,
    set_entry,
    set_ratings,
    set_season,
)
from garlic.store.notifications import notify
from garlic.store.owners import Owner

_FEWEST_BETWEEN = 20  # games between two points of the curves
_POINTS_KEPT = 400  # of every curve, about, until there are more games than that


class OutOfStepError(Exception):
    """The database has another state of the season than this process: it must be loaded again.

    Somebody has changed the league, or the database was lost after it had stored a change.
    """


@dataclass(frozen=True, slots=True)
class PlayedLeagueGame:
    """A judged game of a league."""

    row: LeagueGameRow
    key: str
    record: Record

    @property
    def score(self) -> float:
        """Of the first: 1, 0.5 or 0."""
        winner = self.record.outcome.winner
        return 0.5 if winner is None else float(winner is Seat.A)


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """A season as of its last counted game."""

    league: LeagueRow
    setup: LeagueSetup
    counted: int
    state_at: int  # after how many games all ratings were stored
    ratings: JointRatings
    entries: Mapping[int, LeagueEntryRow]  # those that play

    @property
    def rated(self) -> list[LeagueEntryRow]:
        """The entries whose rating is to be found out."""
        return [entry for entry in self.entries.values() if entry.deviation > 0]

    @property
    def placing(self) -> list[LeagueEntryRow]:
        """The entries that have too few games for a rank."""
        return [entry for entry in self.rated if entry.games < self.setup.definition.placing_games]

    @property
    def is_checkpoint_due(self) -> bool:
        """Is it time to store all ratings?"""
        between = max(_FEWEST_BETWEEN, 2 * len(self.rated), self.counted // _POINTS_KEPT)
        return self.counted - self.state_at >= between


def load_season(connection: Connection, number: int) -> LeagueSeason:
    """The current season of league *number*; its ratings are those of whoever played last."""
    league = get_league(connection, number)
    setup = LeagueSetup.load(connection, league)
    row = season_of(connection, number, league.season)
    stored = season_state(connection, number, league.season)
    scale = ladder_of(setup.game).scale
    ratings = JointRatings.loads(scale, stored) if stored else JointRatings.of_nobody(scale)
    for game in counted_games(connection, number, league.season, row.state_at):
        ratings = ratings.after(game.first, game.second, game.score)
    playing = {
        entry.id: entry
        for entry in current_entries(connection, number, league.season)
        if entry.state == "playing"
    }
    return LeagueSeason(league, setup, row.counted, row.state_at, ratings, playing)


def synchronised(connection: Connection, season: LeagueSeason) -> LeagueSeason:
    """With the ratings of exactly those that play; stored if that changes them."""
    ratings = season.ratings
    for number in list(ratings.places):
        if number not in season.entries:
            ratings = ratings.without(number)
    for entry in season.entries.values():
        if entry.id not in ratings:
            ratings = ratings.with_bot(entry.id, KnownRating(entry.rating, entry.deviation))
    if ratings is season.ratings:
        return season
    return checkpoint(connection, replace(season, ratings=ratings))


def checkpoint(connection: Connection, season: LeagueSeason) -> LeagueSeason:
    """Store all ratings, those of the entries too, and a point of every curve."""
    check_step(connection, season)
    entries = {entry.id: _rated(entry, season.ratings) for entry in season.entries.values()}
    after = replace(season, entries=entries, state_at=season.counted)
    set_ratings(connection, after.rated)
    add_points(connection, _points(after))
    set_season(
        connection,
        season.league.id,
        season.league.season,
        state=season.ratings.dumps(),
        state_at=season.counted,
    )
    return after


def _points(season: LeagueSeason) -> list[RatingPointRow]:
    now = datetime.now(UTC)
    placing = {entry.id for entry in season.placing}
    points: list[RatingPointRow] = []
    rank = 0
    for entry in sorted(season.rated, key=lambda entry: -entry.rating):
        rank += entry.id not in placing and not entry.is_milestone
        if entry.games:
            shown = None if entry.id in placing or entry.is_milestone else rank
            point = (entry.id, season.counted, shown, entry.rating, entry.deviation, now)
            points.append(RatingPointRow(*point))
    return points


def count(
    connection: Connection, season: LeagueSeason, games: Sequence[PlayedLeagueGame]
) -> LeagueSeason:
    """With *games* counted, in this order; those that were dropped meanwhile are not."""
    check_step(connection, season)
    before = season
    for game in games:
        season = _counted(connection, season, game)
    changed = {entry: row for entry, row in season.entries.items() if row != before.entries[entry]}
    for entry, row in changed.items():
        set_entry(
            connection,
            entry,
            state=row.state,
            rating=row.rating,
            deviation=row.deviation,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
            delayed=row.delayed,
            fault_losses=row.fault_losses,
            faults_in_a_row=row.faults_in_a_row,
        )
    if season.counted != before.counted:
        number = season.league.season
        set_season(connection, season.league.id, number, counted=season.counted)
    return season


def pause(
    connection: Connection, season: LeagueSeason, entry: LeagueEntryRow, key: str | None, why: str
) -> LeagueSeason:
    """Let *entry* play no more until its author brings it back, and tell them *why*."""
    drop_games_of(connection, season.league.id, entry.id, "a bot of the game is paused")
    set_entry(connection, entry.id, state="paused")
    note_change(connection, season.league.id)
    notify(connection, _author(season, entry), "paused", entry.id, key, reason=why)
    return replace(season, entries={**season.entries, entry.id: replace(entry, state="paused")})


def check_step(connection: Connection, season: LeagueSeason) -> None:
    """Raise `OutOfStepError` unless *season* is what the database has; nobody changes it then."""
    league = season.league
    now = get_league(connection, league.id, for_update=True)
    row = season_of(connection, league.id, league.season)
    if now.changes != league.changes or row.counted != season.counted:
        raise OutOfStepError


def _counted(connection: Connection, season: LeagueSeason, game: PlayedLeagueGame) -> LeagueSeason:
    row, record, score = game.row, game.record, game.score
    league, number = season.league.id, season.counted + 1
    if not count_game(connection, league, row.number, number, score, game.key):
        return season
    keep_game(connection, game.key, record)
    ratings = season.ratings.after(row.first, row.second, score)
    season = replace(season, counted=number, ratings=ratings)
    sides = zip((row.first, row.second), (score, 1 - score), seat_facts(record), strict=True)
    for entry, own, facts in sides:
        season = _with_result(connection, season, season.entries[entry], own, facts, game)
    return season


def _with_result(
    connection: Connection,
    season: LeagueSeason,
    entry: LeagueEntryRow,
    score: float,
    facts: SeatFacts,
    game: PlayedLeagueGame,
) -> LeagueSeason:
    """With the result of one side; a fault is told to its author, and may pause it."""
    failed = score == 0 and bool(facts.faults)
    entry = replace(
        _rated(entry, season.ratings),
        wins=entry.wins + (score == 1),
        draws=entry.draws + (score == 0.5),
        losses=entry.losses + (score == 0),
        delayed=entry.delayed + game.record.is_delayed,
        fault_losses=entry.fault_losses + failed,
        faults_in_a_row=entry.faults_in_a_row + 1 if failed else 0,
    )
    season = replace(season, entries={**season.entries, entry.id: entry})
    if not failed:
        return season
    verdict = list(facts.faults)[-1]
    notify(connection, _author(season, entry), "fault", entry.id, game.key, verdict=verdict)
    limit = season.setup.definition.pause_after
    if limit and entry.faults_in_a_row >= limit:
        return pause(connection, season, entry, game.key, verdict)
    return season


def _rated(entry: LeagueEntryRow, ratings: JointRatings) -> LeagueEntryRow:
    known = ratings[entry.id]
    return replace(entry, rating=known.rating, deviation=known.deviation)


def _author(season: LeagueSeason, entry: LeagueEntryRow) -> Owner:
    """Who is told about *entry*: its owner, or that of the league for a milestone."""
    league = season.league
    return league.owner if entry.is_milestone else Owner(entry.owner_id, league.course_id)
