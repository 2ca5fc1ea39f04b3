"""`garlic db`: path, upgrade, backup, check."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import DatabaseUrl, Json
from garlic.core import say

db_app = typer.Typer(no_args_is_help=True, help="Manage the database.")
app.add_typer(db_app, name="db")


@db_app.command("path")
def show_path(database: DatabaseUrl = None) -> None:
    """Show where the database is.

    Example: garlic db path
    """
    from garlic.store.place import database_url, place_of

    print(place_of(database_url(database)))


@db_app.command("upgrade")
def upgrade(database: DatabaseUrl = None) -> None:
    """Create the database, or upgrade an older one. Nothing in it is lost.

    Example: garlic db upgrade
    """
    from garlic.store import open_database
    from garlic.store.schema import VERSION

    with open_database(database, upgrade=True) as opened:
        print(say("{place} has schema {version}", place=opened.place, version=VERSION))


@db_app.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    database: DatabaseUrl = None,
) -> None:
    """Back up the database to a file, while it is in use.

    A copy of SQLite is itself a database; a copy of PostgreSQL is restored with pg_restore.

    Example: garlic db backup friday.db
    """
    from garlic.store.connect import open_any
    from garlic.store.upkeep import back_up

    with open_any(database) as opened:
        back_up(opened, file)
        place = opened.place
    print(say("{place} is backed up in {path}", place=place, path=str(file)))


@db_app.command("check")
def check(database: DatabaseUrl = None, json: Json = False) -> None:
    """Check the whole database for damage. Exit code 1 if there is any.

    Example: garlic db check
    """
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.core.language.text import user_language
    from garlic.store import open_database
    from garlic.store.upkeep import problems as find_problems

    with open_database(database) as opened, progress("games") as update:
        problems = list(find_problems(opened, update))
        place = opened.place
    if json:
        print_json({"database": place, "problems": [str(text) for text in problems]})
    else:
        for text in problems:
            print(text.render(user_language()))
        if not problems:
            print(say("{place}: all is well", place=place))
    if problems:
        raise typer.Exit(1)
