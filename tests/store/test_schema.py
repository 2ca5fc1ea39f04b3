"""The tables: made at once or by upgrades; nothing is lost, and what there was has an owner."""

# ruff: noqa: S608

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from garlic.judge.bots import find_bot
from garlic.store import Database, StoreError, connect, open_database
from garlic.store.bots import freeze, keep_bot
from garlic.store.creation import make_tables
from garlic.store.place import database_url
from garlic.store.roster import list_bots
from garlic.store.schema import LOCAL, VERSION, metadata

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


def test_the_migrations_make_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert database.read(differences) == []


def test_the_newest_migration_is_the_version() -> None:
    assert ScriptDirectory("src/garlic/store/migrations").get_current_head() == VERSION


def test_many_processes_can_create_a_database_at_once(database_location: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(open_database, [database_location] * 4))
    assert {database.read(lambda c: c.scalar(text("select 1"))) for database in opened} == {1}
    for database in opened:
        database.close()


def test_a_database_that_another_process_is_creating_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "garlic.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")  # before the file is in WAL mode, SQLite itself does not wait
    ending = threading.Timer(0.5, other.execute, ["ROLLBACK"])
    ending.start()
    open_database(str(path)).close()
    ending.join()
    other.close()


def test_a_failed_migration_is_rolled_back(
    database_location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> NoReturn:
        raise RuntimeError("power cut")

    with Database(database_url(database_location)) as database:
        migrate_to(database, "0006")
        before = database.read(lambda c: inspect(c).get_table_names())
        monkeypatch.setattr(Operations, "create_index", fail)
        with pytest.raises(RuntimeError):
            open_database(database_location, upgrade=True)
        assert database.read(lambda c: inspect(c).get_table_names()) == before


def test_tables_are_all_made_or_none(
    database_location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: Connection) -> NoReturn:
        make_tables(connection)
        raise RuntimeError("power cut")

    monkeypatch.setattr(connect, "make_tables", fail)
    with pytest.raises(RuntimeError):
        open_database(database_location)
    with Database(database_url(database_location)) as database:
        assert database.read(lambda c: inspect(c).get_table_names()) == []


def set_version(database: Database, version: str) -> None:
    query = text("update alembic_version set version_num = :version")
    database.write(lambda c: c.execute(query, {"version": version}))


@pytest.mark.parametrize("upgrade", [False, True])
def test_a_newer_schema_is_refused_and_left_alone(
    database: Database, database_location: str, upgrade: bool
) -> None:
    set_version(database, "9999")
    with pytest.raises(StoreError, match=r"schema 9999, made by a newer garlic"):
        open_database(database_location, upgrade=upgrade)


def test_an_older_schema_is_upgraded_only_on_request(
    database: Database, database_location: str
) -> None:
    set_version(database, "0000")
    with pytest.raises(StoreError, match=r"run `garlic db upgrade`"):
        open_database(database_location)


def test_another_database_is_refused(database_location: str) -> None:
    other = Database(database_url(database_location))
    other.write(lambda c: c.execute(text("create table recipes (name text)")))
    other.close()
    with pytest.raises(StoreError, match="got one with the table 'recipes'"):
        open_database(database_location)
