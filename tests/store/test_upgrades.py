"""Upgrades of older schemas: nothing is lost, and what there was has an owner."""

# ruff: noqa: S608

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

from garlic.judge.bots import find_bot
from garlic.store import Database, StoreError, open_database
from garlic.store.bots import freeze, keep_bot
from garlic.store.place import database_url
from garlic.store.roster import list_bots
from garlic.store.schema import LOCAL

NOW = "2026-03-01 12:00:00+00:00"
ROWS = (
    f"insert into bots (name, created_at) values ('Ada', '{NOW}')",
    f"insert into bots (name, created_at) values ('Bob', '{NOW}')",
    "insert into bot_versions (bot_id, number, digest, kind, protocol, called, command, settings,"
    f" seen_at) values (1, 1, 'd', 'program', 'line', '\"x\"', '[]', '{{}}', '{NOW}')",
    "insert into bot_checks (version_id, game, passed, report, checked_at)"
    f" values (1, 'othello', true, '{{}}', '{NOW}')",
    "insert into series (game, first, second, wishes, state, created_at)"
    f" values ('othello', 1, 1, '{{}}', 'finished', '{NOW}')",
    "insert into series_games (series_id, number, swapped, start, seed, match_key)"
    " values (1, 1, false, 's', 0, 'k')",
    "insert into tournaments (name, game, definition, state, created_at, stop_wanted)"
    f" values ('t', 'othello', '{{}}', 'finished', '{NOW}', false)",
    "insert into entrants (tournament_id, place, name, version_id) values (1, 0, 'Ada', 1)",
    "insert into grades (id, lab, name, state, max_points, created_at)"
    f" values ('g', 'trek', 'me', 'finished', 1, '{NOW}')",
    "insert into plays (id, game, setup, created_at, moved_at)"
    f" values ('p', 'othello', '{{}}', '{NOW}', '{NOW}')",
    "insert into play_turns (play_id, place, data) values ('p', 0, '{}')",
)
OWNED = ("bots", "series", "tournaments", "grades", "plays")
REFERRING = ("bot_versions", "bot_checks", "series_games", "entrants", "play_turns")


def migrate_to(database: Database, revision: str) -> None:
    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "src/garlic/store/migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    database.change_schema(work)


def described(connection: Connection) -> dict[str, Any]:
    """Everything about all tables that a program could notice."""
    found = inspect(connection)

    def columns(table: str) -> dict[str, tuple[object, ...]]:
        return {
            each["name"]: (str(each["type"]), each["nullable"], each["default"])
            for each in found.get_columns(table)
        }

    return {
        table: (
            columns(table),
            found.get_pk_constraint(table),
            sorted(found.get_foreign_keys(table), key=str),
            sorted(found.get_unique_constraints(table), key=str),
            sorted(found.get_check_constraints(table), key=str),
            sorted(found.get_indexes(table), key=str),
        )
        for table in sorted(found.get_table_names())
    }


def first_rows(connection: Connection) -> list[list[object]]:
    queries = (
        "select version_num from alembic_version",
        "select id, name, title, limits, created_at is null from courses",
        "select id, login, name, number, password, is_administrator, course_id,"
        " created_at is null, disabled_at is null, removed_at from people",
    )
    return [[tuple(row) for row in connection.execute(text(query))] for query in queries]


def drop_everything(connection: Connection) -> None:
    connection.execute(text("drop schema public cascade"))
    connection.execute(text("create schema public"))


def test_a_new_database_is_as_the_migrations_make_it(
    database_location: str, tmp_path: Path
) -> None:
    with open_database(database_location) as new:
        made, rows = new.read(described), new.read(first_rows)
        if not new.is_sqlite:
            new.change_schema(drop_everything)
    location = str(tmp_path / "migrated.db") if new.is_sqlite else database_location
    with Database(database_url(location)) as migrated:
        migrate_to(migrated, "head")
        assert migrated.read(described) == made
        assert migrated.read(first_rows) == rows


def test_an_upgrade_keeps_everything_and_it_belongs_to_the_local_person(
    database_location: str, tmp_path: Path
) -> None:
    with Database(database_url(database_location)) as older:
        migrate_to(older, "0006")
        for row in ROWS:
            older.write(lambda c: c.exec_driver_sql(row))  # noqa: B023
    with pytest.raises(StoreError, match="run `garlic db upgrade`"):
        open_database(database_location)
    with open_database(database_location, upgrade=True) as newer:
        for table in OWNED:
            query = text(f"select owner_id, course_id from {table}")
            owners = newer.read(lambda c: {tuple(row) for row in c.execute(query)})  # noqa: B023
            assert owners == {(LOCAL, LOCAL)}, table
        for table in REFERRING:
            count = text(f"select count(*) from {table}")
            assert newer.read(lambda c: c.scalar(count)) == 1, table  # noqa: B023
        assert [row.name for row in newer.read(list_bots)] == ["Ada"]
        source = tmp_path / "bot.py"
        source.write_text("pass\n")
        frozen, content = freeze(find_bot(str(source)))
        version = newer.write(lambda c: keep_bot(c, "Ada", frozen, content))
        assert version.number == 2, "the sequence of numbers goes on"
        with pytest.raises(StoreError):  # tables still refer to each other
            newer.write(lambda c: c.execute(text("delete from bots where id = 1")))
