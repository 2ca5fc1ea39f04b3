"""`garlic tournament`: run, resume, stop, status, show, list, export, merge."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import LONG_PATIENCE_MINUTES, PatienceMinutes
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
)
from garlic.cli.tournaments.run import run_in_terminal
from garlic.cli.tree.groups import ManyValues
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from garlic.store import Database
    from garlic.store.tournaments import TournamentRow

tournament_app = typer.Typer(no_args_is_help=True, help="Run tournaments and show their results.")
app.add_typer(tournament_app, name="tournament")

TournamentName = Annotated[
    str | None,
    typer.Argument(metavar="TOURNAMENT", help="Its number or name; by default the newest."),
]

_ENDINGS = {".htm": "html", ".jsonl": "records", ".txt": "text"}


class FormatName(StrEnum):
    """The format."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"
    LADDER = "ladder"
    # Other spellings of the same.
    ROUNDROBIN = "roundrobin"
    KNOCKOUT = "knockout"


class ScoringName(StrEnum):
    """How many points games bring."""

    CHESS = "1/0.5/0"
    THREE = "3/1/0"
    TWO = "2/1/0"
    SUM = "sum"


@tournament_app.command("run", cls=ManyValues)
def run(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A tournament in TOML.")
    ] = None,
    game: GivenGame = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", metavar="BOT...", help="The bots that take part.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Its name.")] = None,
    format: Annotated[FormatName | None, typer.Option(help="The format.")] = None,
    games: Annotated[
        int | None,
        typer.Option(min=2, max=LARGEST, help="Games per pairing, an even number."),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="Rounds of a Swiss tournament or a ladder."),
    ] = None,
    seed: GivenSeed = None,
    scoring: Annotated[
        ScoringName | None, typer.Option(help="Points for a win, a draw and a loss.")
    ] = None,
    maps: GivenMaps = None,
    openings: GivenOpenings = None,
    limits: GivenLimits = None,
    max_plies: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="End games after this many plies; points decide."),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: PatienceMinutes = LONG_PATIENCE_MINUTES,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Run a tournament: from a file, from options, or from a file that options change.

    Every result is stored before it counts. After Ctrl-C, continue with `garlic tournament resume`.
    Games that a busy machine has delayed or kept from being judged are played again once it is
    quiet. Exit code 3 if the tournament is unfinished because games could not be judged.

    Example: garlic tournament run --game othello --bots a.h b.py engine:othello --games 20
    """
    from garlic.arena.definition import read_definition
    from garlic.arena.executors import Executing
    from garlic.arena.tournament import create
    from garlic.cli.tournaments.definition import defined
    from garlic.store import open_database

    options = {
        "game": game,
        "bots": bots,
        "name": name,
        "format": format and format.value,
        "games": games,
        "rounds": rounds,
        "seed": seed,
        "scoring": scoring and scoring.value,
        "maps": maps,
        "openings": openings,
        "limits": limits,
        "max_plies": max_plies,
    }
    values, folder = defined(file, options)
    if file is not None and "name" not in values:
        values["name"] = file.stem
    definition = read_definition(values)
    with open_database(database) as opened:
        number = create(opened, definition, folder)
        run_in_terminal(opened, number, Executing(jobs, cluster), patience, json=json)


@tournament_app.command("resume")
def resume(
    tournament: TournamentName = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: PatienceMinutes = LONG_PATIENCE_MINUTES,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Continue a tournament that was stopped, interrupted or unfinished.

    Games that could not be judged or were delayed by a busy machine are played again.

    Example: garlic tournament resume
    """
    from garlic.arena.executors import Executing

    with _open_tournament(database, tournament) as (opened, row):
        run_in_terminal(opened, row.id, Executing(jobs, cluster), patience, json=json)


@tournament_app.command("stop")
def stop(tournament: TournamentName = None, database: DatabaseUrl = None) -> None:
    """Stop a tournament that another process runs, once the running games are over.

    Example: garlic tournament stop
    """
    from garlic.arena.lease import is_alive
    from garlic.store.tournaments import set_state

    with _open_tournament(database, tournament) as (opened, row):
        if not is_alive(row):
            raise UsageError("tournament {number} is not running", number=row.id)
        opened.write(lambda connection: set_state(connection, row.id, stop_wanted=True))
        print(say("tournament {number} stops once its running games are over", number=row.id))


@tournament_app.command("status")
def status(
    tournament: TournamentName = None, database: DatabaseUrl = None, json: Json = False
) -> None:
    """Show the progress of a tournament.

    Example: garlic tournament status
    """
    from garlic.arena.stored import tournament_snapshot
    from garlic.cli.output import print_json
    from garlic.cli.tournaments.report import (
        headline,
        print_state,
        print_troubles,
        tournament_to_json,
    )

    with _open_tournament(database, tournament) as (opened, row):
        data = tournament_snapshot(opened, row.id)
    if json:
        print_json(tournament_to_json(data, without=("games", "standings", "curve", "entrants")))
        return
    print(headline(data))
    print_troubles(data)
    print_state(data)


@tournament_app.command("show")
def show(
    tournament: TournamentName = None,
    games: Annotated[bool, typer.Option("--games", help="List every game, too.")] = False,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Print the table of a tournament.

    Example: garlic tournament show --games
    """
    from garlic.arena.stored import tournament_snapshot
    from garlic.cli.output import print_json
    from garlic.cli.tournaments.report import (
        headline,
        print_games,
        print_state,
        print_troubles,
        tournament_to_json,
    )
    from garlic.cli.tournaments.standings import print_standings

    with _open_tournament(database, tournament) as (opened, row):
        data = tournament_snapshot(opened, row.id)
    if json:
        print_json(tournament_to_json(data, without=() if games else ("games",)))
        return
    print(headline(data))
    print_standings(data.standings)
    if games:
        print()
        print_games(data)
    print_troubles(data)
    print_state(data)


@tournament_app.command("list")
def list_tournaments(database: DatabaseUrl = None, json: Json = False) -> None:
    """List all tournaments, the newest first.

    Example: garlic tournament list
    """
    from garlic.arena.lease import state_of
    from garlic.cli.output import print_listing
    from garlic.store import open_database
    from garlic.store.tournaments import all_tournaments

    with open_database(database) as opened:
        tournaments = opened.read(all_tournaments)
    rows = [
        {
            "number": row.id,
            "name": row.name,
            "game": row.game,
            "format": row.definition["format"],
            "bots": len(row.definition["bots"]),
            "played": played,
            "scheduled": scheduled,
            "state": state_of(row).value,
            "created": row.created_at.isoformat(timespec="seconds"),
        }
        for row, scheduled, played in tournaments
    ]
    headings = ("number", "name", "game", "format", "bots", "played", "scheduled", "state")
    print_listing(headings, rows, json=json)


@tournament_app.command("export")
def export(
    tournament: TournamentName = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write; - is standard output."
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="html, csv, standings, json, records, text, pgn, sgf, ggf; by default by FILE.",
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the games still to be played, for `garlic worker`."
        ),
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Export a tournament to a file: an HTML report, tables, records, or a plan.

    Example: garlic tournament export -o report.html
    """
    from garlic.arena import exports
    from garlic.arena.remote.plan import Plan
    from garlic.arena.stored import tournament_snapshot, unplayed_game_runs
    from garlic.arena.tournament import load
    from garlic.cli.output import write_bytes
    from garlic.cli.progress import progress

    if out is None and plan is None:
        raise UsageError("name the file to write: --out FILE or --plan FILE")
    with _open_tournament(database, tournament) as (opened, row):
        if plan is not None:
            game_runs = unplayed_game_runs(opened, load(opened, row.id))
            write_bytes(plan, Plan(tuple(game_runs.values())).dumps().encode())
        if out is not None:
            export_form = form or _ENDINGS.get(out.suffix.lower(), out.suffix[1:].lower()) or "html"
            data = tournament_snapshot(opened, row.id)
            with progress("games") as update:
                content = exports.export(data, export_form, progress=update)
            write_bytes(out, content)


@tournament_app.command("merge")
def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Results that `garlic worker` wrote.")
    ],
    tournament: Annotated[
        str | None,
        typer.Option(metavar="TOURNAMENT", help="Its number or name; by default the newest."),
    ] = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Import results that were played elsewhere; each is refereed again before it counts.

    Example: garlic tournament merge plan.1-of-2.jsonl plan.2-of-2.jsonl
    """
    from garlic.arena.remote import merging
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress

    with _open_tournament(database, tournament) as (opened, row), progress("games") as update:
        merged = merging.merge(opened, row.id, files, update)
    if json:
        print_json({"new": merged.new, "known": merged.known, "left": merged.left})
        return
    print(
        say(
            "{new:new result|new results}, {known} known before, {left:game|games} left",
            new=merged.new,
            known=merged.known,
            left=merged.left,
        )
    )


@contextmanager
def _open_tournament(
    database: str | None, name: str | None
) -> "Iterator[tuple[Database, TournamentRow]]":
    """The database, and the tournament with this number or name; the newest if *name* is None."""
    from garlic.store import open_database
    from garlic.store.tournaments import find_tournament

    with open_database(database) as opened:
        yield opened, opened.read(lambda connection: find_tournament(connection, name))
