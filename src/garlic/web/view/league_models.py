"""Leagues as the API sends them: tables, profiles of bots, games, notifications and finals.

Who is behind a nickname, and whose an anonymous bot is, only its owner and the staff are sent.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

from garlic.arena.statistics.elo import Z95
from garlic.core import Seat
from garlic.courses.league_table import HeadToHead, TableLine, shown_names
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, may
from garlic.store.league_games import RatingPointRow, ShownGame
from garlic.store.leagues import EntryPlace, LeagueEntryRow, LeagueRow, SeasonRow
from garlic.store.notifications import NotificationKind, NotificationRow
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.view.models import OutcomeView

_MOST_POINTS = 160  # of a curve: more cannot be told apart on a page

LineState = Literal["playing", "placing", "paused", "retired", "milestone"]


class LeagueSummary(BaseModel):
    """A league in the list."""

    id: int
    name: str
    game: str
    season: int
    bots: int
    played: int  # games of the season
    is_frozen: bool
    course: int
    created_at: datetime


class SeasonModel(BaseModel):
    """A season of a league."""

    number: int
    began_at: datetime
    ended_at: datetime | None
    played: int
    tournament: int | None  # the final


class LeaguePlayer(BaseModel):
    """A version of a bot in a season, with the name that everybody may see."""

    entry: int
    number: int  # of the bot in the league
    name: str
    is_anonymous: bool
    is_milestone: bool
    version: int
    rating: float


class LeagueLine(BaseModel):
    """A bot of the table, or a milestone."""

    entry: int | None  # null for a milestone that does not play
    number: int | None  # of the bot in the league
    name: str
    is_anonymous: bool
    version: int | None
    state: LineState
    rank: int | None  # null for milestones, and for bots that are being placed
    rating: float
    low: float  # of the 95 % interval
    high: float
    trend: float | None  # of the rating, since a day ago
    climbed: int | None  # ranks, since a day ago
    above: str | None  # the best milestone than which it is surely stronger
    games: int
    won: int
    drawn: int
    lost: int
    fault_losses: int
    is_mine: bool
    may_change: bool  # whether whoever asks may change, withdraw and rename it
    bot_id: int | None  # of the bot's own page, for those who may change it
    bot: str | None  # its own name, for them
    owner: str | None  # for the staff


class LeagueDetails(LeagueSummary):
    """A league with the table of one of its seasons."""

    shown_season: int
    seasons: list[SeasonModel]
    settings: dict[str, Any]  # the definition
    placing_games: int
    is_relative: bool  # ratings are relative to random moves: the game has no measured ladder
    is_playing: bool  # whether some process plays it now
    lines: list[LeagueLine]  # the best first
    may: list[Action]  # what whoever asks may do with it


class LeagueGame(OutcomeView):
    """A game that counts."""

    number: int
    first: LeaguePlayer
    second: LeaguePlayer
    key: str
    turns: int
    faults: tuple[dict[str, int], dict[str, int]]
    delayed: bool
    played_at: datetime


class LeagueGamesPage(BaseModel):
    """A page of games, newest first, and the number of all."""

    total: int
    seats: tuple[str, str]
    games: list[LeagueGame]


class CurvePoint(BaseModel):
    """Rank and rating of a version at some time."""

    at: datetime
    games: int  # of the season, until then
    version: int
    rank: int | None  # null while it was being placed
    rating: float
    low: float
    high: float


class OpponentModel(BaseModel):
    """The games against another bot."""

    player: LeaguePlayer
    won: int
    drawn: int
    lost: int


class VersionInLeague(BaseModel):
    """A version of a bot in a season."""

    entry: int
    season: int
    version: int
    state: Literal["playing", "paused", "retired"]
    rating: float
    low: float
    high: float
    games: int
    won: int
    drawn: int
    lost: int
    fault_losses: int
    delayed: int
    entered_at: datetime


class LeagueProfile(BaseModel):
    """All about a version of a bot in a season of a league."""

    league: LeagueSummary
    season: int
    line: LeagueLine
    current: int | None  # the entry of this bot that plays now
    versions: list[VersionInLeague]  # in all seasons, newest first
    curve: list[CurvePoint]  # of all its versions in this season, oldest first
    opponents: list[OpponentModel]  # most games first
    games: LeagueGamesPage
    losses: list[LeagueGame]  # against the weakest opponents: they cost most


class HeadToHeadModel(BaseModel):
    """The games of two entries, as the first one sees them."""

    one: LeaguePlayer
    other: LeaguePlayer
    won: int
    drawn: int
    lost: int
    games: LeagueGamesPage


class CurveModel(BaseModel):
    """The curve of a bot in a season, whatever version it played with."""

    player: LeaguePlayer
    points: list[CurvePoint]


class MeetingOfEntries(BaseModel):
    """The games of two entries against each other, as the first one sees them."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int


class LeagueComparison(BaseModel):
    """Some bots of a league side by side."""

    curves: list[CurveModel]
    meetings: list[MeetingOfEntries]  # in both directions


class EnteredModel(BaseModel):
    """What has become of a bot that entered a league."""

    entry: int
    version: int
    is_new: bool  # else it goes on with the results that it has in this season
    replaced: int | None  # the number of the version that it replaces
    rating: float


class NotificationModel(BaseModel):
    """What somebody is told about a bot of theirs."""

    id: int
    kind: NotificationKind
    league: int | None
    league_name: str | None
    entry: int | None
    bot: str | None
    version: int | None
    why: SentenceModel  # the fault, or why it is paused
    count: int  # how often, since the last one that was seen
    key: str | None  # of the record of the latest game
    created_at: datetime
    is_seen: bool


class PrizeModel(BaseModel):
    """A place in the final."""

    place: int
    name: str
    points: float
    rank: int | None  # in the table of the season
    rating: float | None
    owner: str | None  # for the staff


class FinalPairModel(BaseModel):
    """Two bots that meet in the final, by their places in `names`; points of their games."""

    stage: int  # from 1; a round robin has only one
    first: int
    second: int
    first_points: float
    second_points: float
    first_scored: int  # in all games; decides if the points are equal
    second_scored: int
    played: int
    scheduled: int
    winner: int | None  # of a knock-out, once it is known


class LiveFinalGame(BaseModel):
    """A game of the final that is being played."""

    id: str  # of the live game
    names: tuple[str, str]  # first seat first


class FinalModel(BaseModel):
    """The final of a season."""

    league: LeagueSummary
    season: int
    tournament: int | None  # null before it is made
    format: str | None
    state: Literal["waiting", "running", "stopped", "unfinished", "finished"] | None
    names: list[str]  # of the bots, best seed first
    pairs: list[FinalPairModel]  # stage by stage
    live: list[LiveFinalGame]
    prizes: list[PrizeModel]  # once it is finished
    may: list[Action]


@dataclass(frozen=True, slots=True)
class LeagueSight:
    """Who looks at a league, and the names of people that they may see."""

    person: Person
    thing: Thing  # the league
    is_local: bool = False  # everything is theirs
    owners: Mapping[int, str] = field(default_factory=dict)

    @property
    def sees_owners(self) -> bool:
        """May they see whose the bots are?"""
        return may(self.person, Action.SEE_PRIVATE, self.thing)

    def may_change(self, entry: LeagueEntryRow) -> bool:
        """May they withdraw or rename a bot?"""
        if entry.is_milestone:
            return False
        return may(self.person, Action.CHANGE, Thing(entry.owner_id, self.thing.course))

    def line(self, line: TableLine) -> LeagueLine:
        """A line of the table."""
        entry = line.entry
        changes = entry is not None and self.may_change(entry)
        is_mine = (
            entry is not None
            and not entry.is_milestone
            and (self.is_local or entry.owner_id == self.person.id)
        )
        found = LeagueLine(
            entry=None,
            number=None,
            name=line.name,
            is_anonymous=False,
            version=None,
            state=_state(line),
            rank=line.rank,
            rating=line.rating,
            low=line.low,
            high=line.high,
            trend=line.trend,
            climbed=line.climbed,
            above=line.above,
            games=0,
            won=0,
            drawn=0,
            lost=0,
            fault_losses=0,
            is_mine=is_mine,
            may_change=changes,
            bot_id=None,
            bot=None,
            owner=None,
        )
        if entry is None:
            return found
        found.entry, found.number, found.version = entry.id, entry.league_bot_id, entry.version
        found.is_anonymous = entry.is_anonymous
        found.games, found.fault_losses = entry.games, entry.fault_losses
        found.won, found.drawn, found.lost = entry.wins, entry.draws, entry.losses
        if changes or (self.sees_owners and not entry.is_milestone):
            found.bot_id, found.bot = entry.bot_id, entry.bot
            found.owner = self.owners.get(entry.owner_id)
        return found


def _state(line: TableLine) -> LineState:
    if line.is_milestone:
        return "milestone"
    if line.entry is not None and line.entry.state != "playing":
        return line.entry.state
    return "placing" if line.is_placing else "playing"


def league_summary(row: LeagueRow, bots: int, played: int) -> dict[str, Any]:
    """The values of a `LeagueSummary`."""
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "season": row.season,
        "bots": bots,
        "played": played,
        "is_frozen": row.frozen_at is not None,
        "course": row.course_id,
        "created_at": row.created_at,
    }


def season_model(row: SeasonRow) -> SeasonModel:
    """A season as the API sends it."""
    return SeasonModel(
        number=row.number,
        began_at=row.began_at,
        ended_at=row.ended_at,
        played=row.counted,
        tournament=row.tournament_id,
    )


def league_players(entries: Sequence[LeagueEntryRow]) -> dict[int, LeaguePlayer]:
    """Entries by their ids, as everybody may see them."""
    names = shown_names(entries)
    return {
        entry.id: LeaguePlayer(
            entry=entry.id,
            number=entry.league_bot_id,
            name=names[entry.id],
            is_anonymous=entry.is_anonymous,
            is_milestone=entry.is_milestone,
            version=entry.version,
            rating=entry.rating,
        )
        for entry in entries
    }


def league_games(
    games: Iterable[ShownGame], players: Mapping[int, LeaguePlayer]
) -> list[LeagueGame]:
    """Games as the API sends them."""
    return [
        LeagueGame(
            number=game.number,
            first=players[game.first],
            second=players[game.second],
            winner=None if game.score == 0.5 else Seat.A if game.score == 1 else Seat.B,
            reason=encode_sentence(game.reason),
            scores=game.scores,
            key=game.key,
            turns=game.turns,
            faults=game.faults,
            delayed=game.delayed,
            played_at=game.played_at,
        )
        for game in games
    ]


def opponents(
    found: Iterable[HeadToHead], players: Mapping[int, LeaguePlayer]
) -> list[OpponentModel]:
    """Whom a bot has met, as the API sends it."""
    return [
        OpponentModel(player=players[each.entry_id], won=each.won, drawn=each.drawn, lost=each.lost)
        for each in found
    ]


def curve_points(
    points: Sequence[RatingPointRow], players: Mapping[int, LeaguePlayer]
) -> list[CurvePoint]:
    """A curve, thinned out to what a page can show."""
    step = max(1, len(points) // _MOST_POINTS)
    # Counted from the end, so that the newest point is always there.
    kept = [*reversed(points[::-1][::step])]
    return [
        CurvePoint(
            at=point.at,
            games=point.counted,
            version=players[point.entry_id].version,
            rank=point.rank,
            rating=point.rating,
            low=point.rating - Z95 * point.deviation,
            high=point.rating + Z95 * point.deviation,
        )
        for point in kept
    ]


def version_in_league(entry: LeagueEntryRow) -> VersionInLeague:
    """A version as the API sends it."""
    return VersionInLeague(
        entry=entry.id,
        season=entry.season,
        version=entry.version,
        state=entry.state,
        rating=entry.rating,
        low=entry.rating - Z95 * entry.deviation,
        high=entry.rating + Z95 * entry.deviation,
        games=entry.games,
        won=entry.wins,
        drawn=entry.draws,
        lost=entry.losses,
        fault_losses=entry.fault_losses,
        delayed=entry.delayed,
        entered_at=entry.entered_at,
    )


def notification_model(row: NotificationRow, place: EntryPlace | None) -> NotificationModel:
    """A notification as the API sends it."""
    details = row.details
    return NotificationModel(
        id=row.id,
        kind=row.kind,
        league=None if place is None else place.league_id,
        league_name=None if place is None else place.league,
        entry=row.entry_id,
        bot=None if place is None else place.bot,
        version=None if place is None else place.version,
        why=encode_sentence(details["reason" if row.kind == "paused" else "verdict"]),
        count=details["count"],
        key=row.match_key,
        created_at=row.created_at,
        is_seen=row.seen_at is not None,
    )
