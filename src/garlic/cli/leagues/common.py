"""The group `garlic league`, and what its commands share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST

if TYPE_CHECKING:
    from garlic.store import Database
    from garlic.store.leagues import LeagueRow

league_app = typer.Typer(no_args_is_help=True, help="Run leagues and show their tables.")
app.add_typer(league_app, name="league")

LeagueName = Annotated[str, typer.Argument(metavar="LEAGUE", help="Its number or name.")]
NewestLeague = Annotated[
    str | None,
    typer.Argument(metavar="LEAGUE", help="Its number or name; by default the newest."),
]
Season = Annotated[
    int | None, typer.Option(min=1, max=LARGEST, help="Which season; by default the current one.")
]


@contextmanager
def open_league(database: str | None, name: str | None) -> "Iterator[tuple[Database, LeagueRow]]":
    """The database, and the league with this number or name; the newest if *name* is None."""
    from garlic.store import open_database
    from garlic.store.leagues import find_league

    with open_database(database) as opened:
        yield opened, opened.read(lambda connection: find_league(connection, name))
