"""What the routes about leagues share: a league as whoever asks may see it, and its entries."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Path
from sqlalchemy import Connection

from garlic.arena.lease import is_alive
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, allowed, may
from garlic.store.leagues import (
    LeagueEntryRow,
    LeagueRow,
    count_entries,
    season_of,
    seasons_of,
    seek_entry,
)
from garlic.web.app import Arena
from garlic.web.permission import owner_names
from garlic.web.problems import not_found
from garlic.web.view.league_models import (
    LeagueDetails,
    LeagueSight,
    LeagueSummary,
    league_summary,
    season_model,
)

LeagueId = Annotated[int, Path(ge=1, le=2**31 - 1)]


def summary_of(connection: Connection, row: LeagueRow) -> LeagueSummary:
    """A league in the list."""
    bots = count_entries(connection, row.id, row.season)
    played = season_of(connection, row.id, row.season).counted
    return LeagueSummary(**league_summary(row, bots, played))


def league_details(
    arena: Arena, me: Person, league_id: int, season: int | None = None
) -> LeagueDetails:
    """A league with the table of a season."""
    table = arena.services.leagues.table(league_id, season)
    row = table.league
    summary, seasons = arena.database.read(lambda c: (summary_of(c, row), seasons_of(c, league_id)))
    sight = sight_of(arena, me, row, [line.entry for line in table.lines if line.entry])
    return LeagueDetails(
        **summary.model_dump(),
        shown_season=table.season.number,
        seasons=[season_model(each) for each in seasons],
        settings=row.definition,
        placing_games=table.placing_games,
        is_relative=not table.is_measured,
        is_playing=is_alive(row),
        lines=[sight.line(line) for line in table.lines],
        may=allowed(me, sight.thing),
    )


def sight_of(
    arena: Arena, me: Person, row: LeagueRow, entries: Sequence[LeagueEntryRow]
) -> LeagueSight:
    """What *me* may see of a league with these entries."""
    thing = Thing(row.owner_id, row.course_id, shared=True)
    owners = {}
    if may(me, Action.SEE_PRIVATE, thing):
        owners = owner_names(arena, [entry.owner_id for entry in entries])
    return LeagueSight(me, thing, not arena.settings.has_accounts, owners)


def league_entry(connection: Connection, league_id: int, entry_id: int) -> LeagueEntryRow:
    """An entry of a league; raise `Problem` (404)."""
    entry = seek_entry(connection, league_id, entry_id)
    if entry is None:
        raise not_found("problem.no_league_entry")
    return entry
