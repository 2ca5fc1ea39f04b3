"""The table of a league, the profile of a bot in it, and who beats whom.

All of it is read from stored results: a table takes as long with a hundred thousand games as with
a hundred. Names are those that everybody may see; who is behind them is for the staff.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from garlic.arena.league.definition import read_league
from garlic.arena.rating.ladder import ladder_of
from garlic.arena.statistics.elo import Z95, normal_below
from garlic.core import UsageError
from garlic.games import GAMES
from garlic.store.league_games import (
    RatingPointRow,
    ShownGame,
    costliest_losses,
    meetings_of,
    points_before,
    points_of,
    shown_games,
)
from garlic.store.leagues import (
    LeagueEntryRow,
    LeagueRow,
    SeasonRow,
    current_entries,
    entries_of,
    entries_of_bot,
    get_league,
    season_of,
)
from garlic.store.schema import league_entries

TREND = timedelta(days=1)
"""A trend is the change since so long ago."""

_SURE = 0.95


@dataclass(frozen=True, slots=True)
class TableLine:
    """A bot of the table, or a milestone."""

    name: str
    rank: int | None  # none for milestones, and for bots that are being placed
    rating: float
    low: float  # of the 95 % interval
    high: float
    is_milestone: bool
    is_placing: bool = False
    trend: float | None = None  # of the rating; none without a rating from before
    climbed: int | None = None  # ranks
    above: str | None = None  # the best milestone than which it is surely stronger
    entry: LeagueEntryRow | None = None  # none for a milestone that does not play


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """The table of a season, the best bot first."""

    league: LeagueRow
    season: SeasonRow
    placing_games: int
    is_measured: bool  # else ratings are relative to random moves
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of a bot against another one, as the first one sees them."""

    name: str  # of the other
    entry_id: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class BotProfile:
    """All about a bot of a league in a season."""

    line: TableLine
    versions: tuple[LeagueEntryRow, ...]  # in all seasons, newest first
    curve: tuple[RatingPointRow, ...]  # of all its versions in this season, oldest first
    opponents: tuple[HeadToHead, ...]  # of the version that plays; most games first
    games: tuple[ShownGame, ...]  # of that version, newest first
    losses: tuple[ShownGame, ...]  # of that version, against the weakest opponents


def league_table(connection: Connection, league_id: int, season: int | None = None) -> LeagueTable:
    """The table of a season, by default of the current one; raise `UsageError` if there is none."""
    league = get_league(connection, league_id)
    row = season_of(connection, league_id, season or league.season)
    placing_games = read_league(league.definition).placing_games
    ladder = ladder_of(GAMES[league.game])
    entries = current_entries(connection, league_id, row.number)
    names = shown_names(entries)
    milestones = [
        TableLine(names[each.id], None, *_interval(each), is_milestone=True, entry=each)
        for each in entries
        if each.is_milestone
    ]
    playing = {line.name for line in milestones}
    milestones += [
        TableLine(rung.bot, None, rung.rating, rung.low, rung.high, is_milestone=True)
        for rung in ladder.levels
        if rung.bot not in playing
    ]
    marks = sorted((line.rating, line.name) for line in milestones)
    bots = sorted(
        (entry for entry in entries if not entry.is_milestone),
        key=lambda entry: (-entry.rating, entry.id),
    )
    before = points_before(connection, [bot.id for bot in bots], _before(row))
    lines, rank = [], 0
    for bot in bots:
        is_placing = bot.games < placing_games
        rank += not is_placing
        point = before.get(bot.id)
        was = None if point is None else point.rank
        lines.append(
            TableLine(
                names[bot.id],
                None if is_placing else rank,
                *_interval(bot),
                is_milestone=False,
                is_placing=is_placing,
                trend=None if point is None else bot.rating - point.rating,
                climbed=None if was is None or is_placing else was - rank,
                above=None if is_placing else _surely_above(bot, marks),
                entry=bot,
            )
        )
    ordered = sorted((*lines, *milestones), key=lambda line: -line.rating)
    return LeagueTable(league, row, placing_games, ladder.measured is not None, tuple(ordered))


def shown_names(entries: Sequence[LeagueEntryRow]) -> dict[int, str]:
    """How entries are called in public: each bot differently, also if it is anonymous."""
    shared: dict[str, set[int]] = {}
    for entry in entries:
        shared.setdefault(entry.shown_name or "", set()).add(entry.league_bot_id)
    return {
        entry.id: (
            f"anonymous {entry.league_bot_id}"
            if entry.is_anonymous
            else f"{entry.shown_name} #{entry.league_bot_id}"
            if len(shared[entry.shown_name or ""]) > 1
            else str(entry.shown_name)
        )
        for entry in entries
    }


def find_entry(
    connection: Connection, league_id: int, name: str, season: int | None = None
) -> LeagueEntryRow:
    """The entry of the bot called *name* in a season; raise `UsageError` if there is not just one.

    A bot is found by its name in the table, by its own name, or by its number in the league.
    """
    league = get_league(connection, league_id)
    entries = current_entries(connection, league_id, season or league.season)
    shown = shown_names(entries)
    found = [entry for entry in entries if shown[entry.id] == name]
    found = found or [entry for entry in entries if name in (entry.nickname, entry.bot)]
    found = found or [entry for entry in entries if str(entry.league_bot_id) == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            "several bots are called {name!r}; they are {known}",
            name=name,
            known=", ".join(shown[entry.id] for entry in found),
        )
    raise UsageError(
        "no bot is called {name!r} in the league {league!r}; see `garlic league table`",
        name=name,
        league=league.name,
    )


def bot_profile(
    connection: Connection, league_id: int, entry: LeagueEntryRow, *, games: int = 20
) -> BotProfile:
    """All about the bot of *entry*, also if it was replaced, with its last *games*."""
    table = league_table(connection, league_id, entry.season)
    lines = (each for each in table.lines if each.entry and each.entry.id == entry.id)
    line = next(lines, None) or TableLine(
        names_of_season(connection, league_id, entry.season)[entry.id],
        None,
        *_interval(entry),
        is_milestone=entry.is_milestone,
        is_placing=entry.games < table.placing_games,
        entry=entry,
    )
    versions = entries_of_bot(connection, entry.league_bot_id)
    own = [each.id for each in versions if each.season == entry.season]
    return BotProfile(
        line=line,
        versions=tuple(versions),
        curve=tuple(points_of(connection, own)),
        opponents=tuple(_opponents(connection, league_id, entry)),
        games=tuple(shown_games(connection, league_id, entry.season, entry=entry.id, limit=games)),
        losses=tuple(costliest_losses(connection, league_id, entry.id)),
    )


def head_to_head(
    connection: Connection, league_id: int, one: LeagueEntryRow, other: LeagueEntryRow
) -> tuple[HeadToHead, list[ShownGame]]:
    """How *one* did against *other*, and their games, newest first."""
    found = [each for each in _opponents(connection, league_id, one) if each.entry_id == other.id]
    none = HeadToHead(other.shown_name or "", other.id, 0, 0, 0)
    games = shown_games(connection, league_id, one.season, entry=one.id, other=other.id, limit=1000)
    return (found[0] if found else none), games


def names_of_season(connection: Connection, league_id: int, season: int) -> dict[int, str]:
    """The public names of all entries of a season, also of versions that were replaced."""
    return shown_names(entries_of(connection, league_id, season))


def _opponents(connection: Connection, league_id: int, entry: LeagueEntryRow) -> list[HeadToHead]:
    totals: dict[int, list[int]] = {}
    meetings = meetings_of(connection, league_id, entry.season, entry.id)
    for (first, second), (won, drawn, lost) in meetings.items():
        own = (won, drawn, lost) if first == entry.id else (lost, drawn, won)
        total = totals.setdefault(second if first == entry.id else first, [0, 0, 0])
        for place, count in enumerate(own):
            total[place] += count
    which = league_entries.c.id.in_(totals)
    names = shown_names(entries_of(connection, league_id, entry.season, which))
    found = [HeadToHead(names[other], other, *counts) for other, counts in totals.items()]
    return sorted(found, key=lambda each: (-(each.won + each.drawn + each.lost), each.name))


def _interval(entry: LeagueEntryRow) -> tuple[float, float, float]:
    error = Z95 * entry.deviation
    return entry.rating, entry.rating - error, entry.rating + error


def _surely_above(entry: LeagueEntryRow, marks: Sequence[tuple[float, str]]) -> str | None:
    """The best of the milestones *marks*, weakest first, than which *entry* is surely stronger."""
    return next(
        (
            name
            for rating, name in reversed(marks)
            if normal_below((entry.rating - rating) / entry.deviation) >= _SURE
        ),
        None,
    )


def _before(season: SeasonRow) -> datetime:
    return (season.ended_at or datetime.now(UTC)) - TREND
