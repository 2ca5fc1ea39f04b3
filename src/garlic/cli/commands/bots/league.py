"""`garlic league`: a ladder that never ends. The commands about a whole league.

Those about one bot are in `cli.leagues.bots`.
"""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import garlic.cli.leagues.bots  # noqa: F401  (registers its commands in the group)
from garlic.cli.busy import LONG_PATIENCE_MINUTES, PatienceMinutes
from garlic.cli.leagues.common import NewestLeague, Season, league_app, open_league
from garlic.cli.parameters import (
    LARGEST,
    Cluster,
    DatabaseUrl,
    GivenGame,
    GivenLimits,
    GivenMaps,
    GivenOpenings,
    GivenSeed,
    Jobs,
    Json,
    Rule,
)
from garlic.cli.tree.groups import ManyValues
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from garlic.arena.league.runner import LeagueProgress
    from garlic.store import Database


class FinalFormat(StrEnum):
    """Who meets whom in a final."""

    KNOCK_OUT = "knock-out"
    ROUND_ROBIN = "round-robin"


@league_app.command("new", cls=ManyValues)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A league in TOML.")
    ] = None,
    game: GivenGame = None,
    maps: GivenMaps = None,
    rule: Rule = None,
    openings: GivenOpenings = None,
    limits: GivenLimits = None,
    seed: GivenSeed = None,
    milestones: Annotated[
        list[str] | None,
        typer.Option(
            "--milestones",
            metavar="BOT...",
            help="Built-in bots in the table; by default those with fixed ratings.",
        ),
    ] = None,
    placing_games: Annotated[
        int | None,
        typer.Option(min=2, max=1000, help="Games that a new version plays before it has a rank."),
    ] = None,
    pause_after: Annotated[
        int | None,
        typer.Option(
            min=0, max=1000, help="Pause a bot after this many losses by faults in a row."
        ),
    ] = None,
    course: Annotated[str, typer.Option(metavar="NAME", help="The course it belongs to.")] = (
        "arena"
    ),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Create a league: one game with fixed rules, maps and limits.

    Example: garlic league new spring --game othello --limits turn=200ms
    """
    from garlic.arena.league.definition import read_league
    from garlic.cli.output import print_json
    from garlic.cli.tournaments.definition import defined
    from garlic.courses.leagues import create
    from garlic.people.courses import course_named
    from garlic.store import open_database
    from garlic.store.owners import Owner
    from garlic.store.schema import LOCAL

    options = {
        "game": game,
        "maps": maps,
        "rule": rule,
        "openings": openings,
        "limits": limits,
        "seed": seed,
        "milestones": milestones,
        "placing_games": placing_games,
        "pause_after": pause_after,
    }
    values, folder = defined(file, options)
    definition = read_league(values)
    with open_database(database) as opened:
        owner = Owner(LOCAL, opened.read(lambda c: course_named(c, course)).id)
        number = create(opened, name, definition, owner, folder)
    if json:
        print_json({"number": number, "name": name.strip()})
        return
    print(
        say(
            "league {number}, {name}, is open: add bots with `garlic league enter {name} BOT`,"
            " then play it with `garlic league run {name}`",
            number=number,
            name=name.strip(),
        )
    )


@league_app.command("run")
def run(
    league: NewestLeague = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=LARGEST, help="Stop after this many games.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, max=1_000_000, help="Stop after this many minutes.")
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: PatienceMinutes = LONG_PATIENCE_MINUTES,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Run a league, by default until Ctrl-C. Bots may enter and leave meanwhile.

    The bot with the least certain rating plays next, against the most informative opponent. Every
    result is stored before it counts, so an interrupted run can simply be started again.

    Example: garlic league run spring --minutes 30
    """
    from garlic.arena.executors import Executing
    from garlic.arena.league.runner import LeagueEnd, LeagueRunOptions, run_league
    from garlic.cli.busy import waiting_printer, waiting_sentence
    from garlic.cli.progress import progress
    from garlic.cli.tournaments.run import ended_by_sigterm

    seconds = None if minutes is None else 60 * minutes
    options = LeagueRunOptions(games, seconds, 60 * patience)
    print_line = waiting_printer()
    last: LeagueProgress | None = None

    def watch(state: "LeagueProgress") -> None:
        nonlocal last
        last = state
        note = say(
            "{placing} of {entries} being placed", placing=state.placing, entries=state.entries
        )
        if state.waiting is not None:
            note = waiting_sentence(state.waiting.seconds, state.waiting.games)
            if not sys.stderr.isatty():
                print_line(state.waiting.seconds, state.waiting.games)
        update(state.played, games, note=note)

    with open_league(database, league) as (opened, row):
        if row.frozen_at is not None:
            raise UsageError("the league {name!r} is frozen", name=row.name)
        try:
            with ended_by_sigterm(), progress("games") as update:
                end = run_league(opened, row.id, Executing(jobs, cluster), options, watch)
        except KeyboardInterrupt:
            _print_goes_on(row.name)
            raise
        if end is LeagueEnd.NO_PAIRS and not (last and last.played):
            raise UsageError(
                "nobody has an opponent in {name!r}: add bots with `garlic league enter`",
                name=row.name,
            )
        _print_table(opened, row.id, json=json)
        if end is LeagueEnd.STOPPED:
            _print_goes_on(row.name)


@league_app.command("stop")
def stop(league: NewestLeague = None, database: DatabaseUrl = None) -> None:
    """Stop the process that plays a league, once the running games are over.

    Example: garlic league stop spring
    """
    from garlic.arena.lease import is_alive
    from garlic.store.leagues import set_league

    with open_league(database, league) as (opened, row):
        if not is_alive(row):
            raise UsageError("no process is running the league {name!r}", name=row.name)
        opened.write(lambda c: set_league(c, row.id, stop_wanted=True))
    print(say("the league {name} stops once its running games are over", name=row.name))


@league_app.command("table")
def table(
    league: NewestLeague = None,
    season: Season = None,
    names: Annotated[
        bool, typer.Option("--names", help="Also show the bots behind nicknames.")
    ] = False,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Print the table of a league: ranks, ratings with intervals, trends, milestones.

    Example: garlic league table spring
    """
    with open_league(database, league) as (opened, row):
        _print_table(opened, row.id, season, names=names, json=json)


@league_app.command("freeze")
def freeze(
    league: NewestLeague = None,
    off: Annotated[bool, typer.Option("--off", help="Open it again.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Freeze a league: games no longer count, and nobody enters or leaves.

    Example: garlic league freeze spring
    """
    from garlic.courses.leagues import freeze_league, thaw_league

    with open_league(database, league) as (opened, row):
        opened.write(lambda c: thaw_league(c, row.id) if off else freeze_league(c, row.id))
    sentence = "the league {name} is open again" if off else "the league {name} is frozen"
    print(say(sentence, name=row.name))


@league_app.command("season")
def season(league: NewestLeague = None, database: DatabaseUrl = None) -> None:
    """End the season of a league, and begin the next one with the same bots.

    Their ratings start near the last ones; all counts start at zero.

    Example: garlic league season spring
    """
    from garlic.courses.leagues import next_season

    with open_league(database, league) as (opened, row):
        number = opened.write(lambda c: next_season(c, row.id))
    print(say("season {number} of the league {name} has begun", number=number, name=row.name))


@league_app.command("final", cls=ManyValues)
def final(
    league: NewestLeague = None,
    top: Annotated[
        int, typer.Option(min=2, max=64, help="How many of the best bots take part.")
    ] = 8,
    format: Annotated[FinalFormat, typer.Option(help="The format.")] = FinalFormat.KNOCK_OUT,
    games: Annotated[
        int, typer.Option(min=2, max=1000, help="Games per pairing, an even number.")
    ] = 4,
    maps: Annotated[
        list[str] | None,
        typer.Option(
            "--maps", metavar="MAP...", help="Play on these maps instead of the league's."
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: PatienceMinutes = LONG_PATIENCE_MINUTES,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Play the final of a frozen league: the best bots, on new maps and openings.

    It is a tournament: after Ctrl-C the same command continues it.

    Example: garlic league final spring --top 4 --format round-robin
    """
    from garlic.arena.executors import Executing
    from garlic.cli.tournaments.run import run_in_terminal
    from garlic.courses.finals import FinalOptions, prepare_final

    options = FinalOptions(top, format.value, games, tuple(maps or ()))
    with open_league(database, league) as (opened, row):
        number = prepare_final(opened, row.id, options)
        run_in_terminal(opened, number, Executing(jobs, cluster), patience, json=json)


@league_app.command("prizes")
def prizes(
    league: NewestLeague = None,
    season: Season = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Print the places of a season's final.

    Example: garlic league prizes spring
    """
    from garlic.cli.leagues.report import print_prizes, prizes_document
    from garlic.cli.output import print_json
    from garlic.courses import finals

    with open_league(database, league) as (opened, row):
        found = opened.read(lambda c: finals.prizes(c, row.id, season))
    if json:
        print_json(prizes_document(found))
    else:
        print_prizes(found)


@league_app.command("list")
def list_leagues(database: DatabaseUrl = None, json: Json = False) -> None:
    """List all leagues, the newest first.

    Example: garlic league list
    """
    from garlic.cli.output import print_listing
    from garlic.store import open_database
    from garlic.store.leagues import all_leagues, count_entries, season_of

    def work(connection: "Connection") -> list[dict[str, Any]]:
        return [
            {
                "number": row.id,
                "name": row.name,
                "game": row.game,
                "season": row.season,
                "bots": count_entries(connection, row.id, row.season),
                "played": season_of(connection, row.id, row.season).counted,
                "state": "frozen" if row.frozen_at else "open",
            }
            for row in all_leagues(connection)
        ]

    with open_database(database) as opened:
        rows = opened.read(work)
    headings = ("number", "name", "game", "season", "bots", "played", "state")
    print_listing(headings, rows, json=json)


def _print_table(
    database: "Database",
    number: int,
    season: int | None = None,
    *,
    names: bool = False,
    json: bool,
) -> None:
    from garlic.cli.leagues.report import print_league, table_document
    from garlic.cli.output import print_json
    from garlic.courses.league_table import league_table

    found = database.read(lambda connection: league_table(connection, number, season))
    if json:
        print_json(table_document(found))
    else:
        print_league(found, names=names)


def _print_goes_on(name: str) -> None:
    print(say("stopped; continue with: garlic league run {name}", name=name), file=sys.stderr)
