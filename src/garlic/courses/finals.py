"""The final of a season: a tournament of the best bots on fresh maps and openings, and its prizes.

It is a tournament like any other: run, resumed, shown and exported as such.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from garlic.arena.definition import RULES, Definition, NamedBot, read_definition
from garlic.arena.league.definition import LeagueDefinition, read_league
from garlic.arena.league.setup import load_league_bot
from garlic.arena.lease import state_of
from garlic.arena.openings import derived_seed
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore, played_games
from garlic.arena.tournament import create, load_for_reading
from garlic.core import Game, Seat, UsageError
from garlic.courses.archived import check_not_archived
from garlic.courses.course_maps import with_course_maps
from garlic.courses.league_table import LeagueTable, TableLine, league_table
from garlic.judge.bots import Bot
from garlic.store import Database
from garlic.store.leagues import LeagueRow, get_league, season_of, set_season
from garlic.store.roster import hide_new
from garlic.store.tournaments import entrants_of, fixtures_of, get_tournament

_KNOCK_OUT = "knock-out"

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class FinalOptions:
    """How a final is played."""

    top: int = 8  # bots
    format: str = _KNOCK_OUT
    games: int = 4  # of each two that meet
    maps: tuple[str, ...] = ()  # by default those of the league


@dataclass(frozen=True, slots=True)
class Prize:
    """A place in the final, and who has it."""

    place: int
    name: str
    points: float
    line: TableLine | None  # in the table of the season; none if the bot has left it


def prepare_final(
    database: Database, league_id: int, options: FinalOptions, folder: Path | None = None
) -> int:
    """The tournament of the current season's final, made now unless there is one; its number.

    Its bots are the best that are placed, in the order of the table. Raises `UsageError` if the
    league is not frozen or has too few of them.
    """
    table = database.read(lambda c: league_table(c, league_id))
    league, season = table.league, table.season
    if season.tournament_id is not None:
        return season.tournament_id
    database.read(lambda c: check_not_archived(c, league.course_id))
    if league.frozen_at is None:
        raise UsageError("freeze the league first: `garlic league freeze {name}`", name=league.name)
    best = [line for line in table.lines if line.rank is not None][: options.top]
    if len(best) < 2:
        raise UsageError(
            "a final needs two bots that have a rank; {name!r} has {count}",
            name=league.name,
            count=len(best),
        )
    rules = _rules(database, league, options, folder or Path())
    definition = _definition(table, best, options, rules.rules)
    entries = {line.name: line.entry for line in best if line.entry}
    began = datetime.now(UTC)

    def find(game: Game, named: NamedBot) -> Bot:
        del game
        return database.read(lambda c: load_league_bot(c, entries[named.name]))

    def link(connection: Connection, number: int) -> None:
        get_league(connection, league_id, for_update=True)
        known = season_of(connection, league_id, season.number).tournament_id
        if known is not None:  # somebody else has made it meanwhile
            raise _FinalKnown(known)
        for line in best:  # another name for a stored bot does not make a new bot
            hide_new(connection, line.name, began, league.owner)
        set_season(connection, league_id, season.number, tournament_id=number)

    try:
        with rules.map_folder() as maps:
            return create(database, definition, maps, find, league.owner, shared=True, also=link)
    except _FinalKnown as known:
        return known.number


class _FinalKnown(Exception):  # noqa: N818  (no error: it takes back what was stored)
    """The season has a final already."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prizes(connection: Connection, league_id: int, season: int | None = None) -> list[Prize]:
    """The places in the final of a season; raise `UsageError` if it is not finished."""
    table = league_table(connection, league_id, season)
    number = table.season.tournament_id
    row = None if number is None else get_tournament(connection, number)
    if row is None or state_of(row) is not TournamentState.FINISHED:
        raise UsageError(
            "the final of season {season} is not over; play it with `garlic league final`",
            season=table.season.number,
        )
    lines = {line.name: line for line in table.lines}
    return [
        Prize(standing.rank, standing.name, standing.points, lines.get(standing.name))
        for standing in _standings(connection, row.id)
    ]


@dataclass(frozen=True, slots=True)
class FinalPair:
    """Two bots that meet in a final, by their places; points and scores of their games so far."""

    stage: int  # from 1: ties that were drawn are played on in the same stage
    first: int
    second: int
    points: tuple[float, float]
    played: int
    scheduled: int
    scored: tuple[int, int] = (0, 0)  # in all games; decides if the points are equal
    winner: int | None = None  # of a knock-out, once it is known


def final_pairs(connection: Connection, number: int) -> list[FinalPair]:
    """Who meets whom in the final with this tournament number, stage by stage, as far as known."""
    tournament = load_for_reading(connection, number)
    begun: dict[tuple[int, int], int] = {}  # the round in which they meet first
    scheduled: Counter[tuple[int, int]] = Counter()
    for fixture in fixtures_of(connection, number):
        pair = (min(fixture.first, fixture.second), max(fixture.first, fixture.second))
        begun.setdefault(pair, fixture.round)
        scheduled[pair] += 1
    points = dict.fromkeys(begun, (0.0, 0.0))
    scored = dict.fromkeys(begun, (0, 0))
    played: Counter[tuple[int, int]] = Counter()
    for game in played_games(connection, number):
        pair = (min(game.first, game.second), max(game.first, game.second))
        is_swapped = game.first != pair[0]
        points[pair] = _added(points[pair], _points(game.winner), is_swapped=is_swapped)
        scored[pair] = _added(scored[pair], game.scores or (0, 0), is_swapped=is_swapped)
        played[pair] += 1
    stages = {first: stage for stage, first in enumerate(sorted({*begun.values()}), 1)}
    pairs = [
        FinalPair(stages[first], *pair, points[pair], played[pair], scheduled[pair], scored[pair])
        for pair, first in begun.items()
    ]
    if tournament.definition.format != _KNOCK_OUT:
        return pairs
    last = max(stages.values(), default=0)
    champion = _champion(connection, number)
    further = {(pair.stage, place) for pair in pairs for place in (pair.first, pair.second)}

    def winner(pair: FinalPair) -> int | None:
        if pair.stage == last:
            return champion if champion in (pair.first, pair.second) else None
        both = (pair.first, pair.second)
        later = range(pair.stage + 1, last + 1)
        return next((place for place in both for at in later if (at, place) in further), None)

    return [replace(pair, winner=winner(pair)) for pair in pairs]


def _added(have: tuple[N, N], more: tuple[N, N], *, is_swapped: bool) -> tuple[N, N]:
    """*have* with *more*, which is the other way round if it *is_swapped*."""
    first, second = more[::-1] if is_swapped else more
    return have[0] + first, have[1] + second


def _points(winner: Seat | None) -> tuple[float, float]:
    if winner is None:
        return 0.5, 0.5
    return (1.0, 0.0) if winner is Seat.A else (0.0, 1.0)


def _champion(connection: Connection, number: int) -> int | None:
    """The place of the bot that has won a finished final."""
    if state_of(get_tournament(connection, number)) is not TournamentState.FINISHED:
        return None
    places = {entrant.name: entrant.place for entrant in entrants_of(connection, number)}
    return places[_standings(connection, number)[0].name]


def _standings(connection: Connection, number: int) -> tuple[Standing, ...]:
    """The standings of a finished final."""
    score = TournamentScore.stored(connection, load_for_reading(connection, number))
    score.finished = True
    return score.standings()


def _rules(
    database: Database, league: LeagueRow, options: FinalOptions, folder: Path
) -> LeagueDefinition:
    """The definition of the league, on the maps of *options* if there are any.

    They are those of the game, of the league, of its course, or files in *folder*.
    """
    found = read_league(league.definition)
    if not options.maps:
        return found
    chosen = replace(found, rules=replace(found.rules, maps=options.maps))
    known = database.read(lambda c: with_course_maps(c, league.course_id, chosen))
    return known.with_map_files(folder)


def _definition(
    table: LeagueTable, best: Sequence[TableLine], options: FinalOptions, rules: Definition
) -> Definition:
    """The rules of the league with another seed, so that openings and random maps are new ones."""
    values = {key: value for key, value in rules.to_json().items() if key in RULES}
    return read_definition(
        values
        | {
            "name": _name(table),
            "format": options.format,
            "games": options.games,
            "seed": derived_seed(rules.seed, "final", table.league.id, table.season.number),
            "bots": [
                {"name": line.name, "bot": f"stored:{line.entry.version_id}"}
                for line in best
                if line.entry
            ],
        }
    )


def _name(table: LeagueTable) -> str:
    return f"{table.league.name}: final of season {table.season.number}"
