"""The final of a season: a tournament of the best bots on fresh maps and openings, and its prizes.

It is a tournament like any other: run, resumed, shown and exported as such.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, select

from garlic.arena.definition import RULES, Definition, NamedBot, read_definition
from garlic.arena.league.definition import read_league
from garlic.arena.league.setup import load_league_bot
from garlic.arena.lease import state_of
from garlic.arena.openings import derived_seed
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore, played_games
from garlic.arena.tournament import create, load_for_reading
from garlic.core import Game, Seat, UsageError
from garlic.courses.league_table import LeagueTable, TableLine, league_table
from garlic.judge.bots import Bot
from garlic.store import Database
from garlic.store.leagues import set_season
from garlic.store.roster import hide_new
from garlic.store.schema import tournaments
from garlic.store.tournaments import entrants_of, fixtures_of, get_tournament

_KNOCK_OUT = "knock-out"


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
    league = table.league
    known = database.read(lambda c: _known_final(c, table))
    if known is not None:
        database.write(lambda c: _link(c, table, known))
        return known
    if league.frozen_at is None:
        raise UsageError("freeze the league first: `garlic league freeze {name}`", name=league.name)
    best = [line for line in table.lines if line.rank is not None][: options.top]
    if len(best) < 2:
        raise UsageError(
            "a final needs two bots that have a rank; {name!r} has {count}",
            name=league.name,
            count=len(best),
        )
    definition = _definition(table, best, options)
    entries = {line.name: line.entry for line in best if line.entry}

    def find(game: Game, named: NamedBot) -> Bot:
        del game
        return database.read(lambda c: load_league_bot(c, entries[named.name]))

    began = datetime.now(UTC)
    number = create(database, definition, folder or Path(), find, league.owner, shared=True)
    for line in best:  # another name for a stored bot does not make a new bot
        hide = partial(hide_new, name=line.name, since=began, owner=league.owner)
        database.write(hide)
    database.write(lambda c: _link(c, table, number))
    return number


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
    """Two bots that meet in a final, by their places; points of their games so far."""

    stage: int  # from 1: ties that were drawn are played on in the same stage
    first: int
    second: int
    points: tuple[float, float]
    played: int
    scheduled: int
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
    points = {pair: [0.0, 0.0] for pair in begun}
    played: Counter[tuple[int, int]] = Counter()
    for game in played_games(connection, number):
        pair = (min(game.first, game.second), max(game.first, game.second))
        gained = _points(game.winner)
        own = gained if game.first == pair[0] else gained[::-1]
        points[pair] = [have + more for have, more in zip(points[pair], own, strict=True)]
        played[pair] += 1
    stages = {first: stage for stage, first in enumerate(sorted({*begun.values()}), 1)}
    pairs = [
        FinalPair(
            stages[first], *pair, (points[pair][0], points[pair][1]), played[pair], scheduled[pair]
        )
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


def _definition(table: LeagueTable, best: Sequence[TableLine], options: FinalOptions) -> Definition:
    """The rules of the league with another seed, so that maps and openings are new ones."""
    rules = read_league(table.league.definition).rules
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
            **({"maps": list(options.maps)} if options.maps else {}),
        }
    )


def _name(table: LeagueTable) -> str:
    return f"{table.league.name}: final of season {table.season.number}"


def _known_final(connection: Connection, table: LeagueTable) -> int | None:
    """The tournament of the final, also if its process was killed before it noted it."""
    if table.season.tournament_id is not None:
        return table.season.tournament_id
    t, league = tournaments.c, table.league
    query = select(t.id).where(
        t.name == _name(table),
        t.course_id == league.course_id,
        t.created_at >= table.season.began_at,
    )
    return connection.scalar(query.order_by(t.id.desc()).limit(1))


def _link(connection: Connection, table: LeagueTable, number: int) -> None:
    set_season(connection, table.league.id, table.season.number, tournament_id=number)
