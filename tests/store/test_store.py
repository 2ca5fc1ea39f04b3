"""The database: schema, bots, games, tournaments, errors and upkeep, on SQLite and PostgreSQL."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select, text

from garlic.core import UsageError, Verdict
from garlic.core.language.text import Text
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Cost, Record
from garlic.store import Database, StoreError, connect, open_database
from garlic.store.bots import freeze, keep_bot, load_bot, readable_name, versions_of
from garlic.store.connect import open_any
from garlic.store.games import delayed_keys, keep_game, known_keys, load_record, seat_facts
from garlic.store.human_games import (
    Setup,
    add_human_game,
    keep_turns,
    list_human_games,
    load_human_game,
    remove_human_game,
)
from garlic.store.place import data_directory, database_url, place_of, sqlite_file
from garlic.store.schema import VERSION, bot_versions, matches, metadata, records
from garlic.store.tournaments import (
    FixtureRow,
    OpeningRow,
    add_fixtures,
    add_ratings,
    all_tournaments,
    count_not_judged,
    create_tournament,
    entrants_of,
    find_tournament,
    fixtures_of,
    games_page,
    openings_of,
    ratings_of,
    results_of,
    set_trouble,
)
from garlic.store.upkeep import back_up, problems
from support.busy import delayed
from support.databases import PostgresServer
from support.effort import promptly
from support.present import present
from support.records import record_of, some_moves

BOT = "def play(position):\n    return position.legal_moves()[0]\n"


@pytest.fixture
def database(database_location: str) -> Iterator[Database]:
    with open_database(database_location) as found:
        yield found


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def played() -> tuple[GameRun, Record]:
    """A game run and its record."""
    bot = find_bot("random:tiaojia")
    game_run = GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()), seed=5)
    return game_run, play(game_run)


def counted(database: Database, table: str) -> int:
    query = select(func.count()).select_from(metadata.tables[table])
    return database.read(lambda c: c.execute(query).scalar_one())


# The schema ---------------------------------------------------------------------------------


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

    monkeypatch.setattr(Operations, "create_index", fail)
    with pytest.raises(RuntimeError):
        open_database(database_location)
    database = Database(database_url(database_location))
    assert database.read(lambda c: inspect(c).get_table_names()) == []
    database.close()


def set_version(database: Database, version: str) -> None:
    query = text("update alembic_version set version_num = :version")
    database.write(lambda c: c.execute(query, {"version": version}))


def test_a_newer_schema_is_refused_and_left_alone(
    database: Database, database_location: str
) -> None:
    set_version(database, "9999")
    with pytest.raises(StoreError, match=r"schema 9999, made by a newer garlic"):
        open_database(database_location)


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


# Its location -------------------------------------------------------------------------------


def test_the_location_of_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GARLIC_DATABASE", raising=False)
    monkeypatch.delenv("GARLIC_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_directory() == tmp_path / "garlic"
    assert database_url().database == str(tmp_path / "garlic" / "garlic.db")
    monkeypatch.setenv("GARLIC_DATABASE", "postgresql://u:secret@h/d")
    assert database_url().drivername == "postgresql+psycopg"
    assert database_url("other.db").database == "other.db"
    assert "secret" not in Database(database_url()).place


@pytest.mark.parametrize(
    "location", ["mysql://x/y", "postgresql+nope://x", "sqlite://", "://", "a://b:c"]
)
def test_other_locations_are_refused(location: str) -> None:
    with pytest.raises(UsageError, match="expected a database like"):
        database_url(location)


def test_an_error_never_shows_the_password() -> None:
    with pytest.raises(UsageError) as fault:
        database_url("mysql://user:secret@host/name")
    assert "secret" not in str(fault.value)


@pytest.mark.parametrize(
    "location", ["postgresql://u:s3cret@h/d", "postgresql://u@h/d?password=s3cret&sslmode=require"]
)
def test_the_place_never_shows_the_password(location: str) -> None:
    with Database(database_url(location)) as database:
        assert "s3cret" not in database.place
        assert "***" in database.place


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("milk, eggs, and a lot more to buy\n" * 50)
    with pytest.raises(StoreError, match=r"notes\.txt: it is no database, or damaged"):
        open_database(str(tmp_path / "notes.txt"))


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot make the folder"):
        open_database(str(tmp_path / "file" / "garlic.db"))


# Bots ---------------------------------------------------------------------------------------


def test_a_bot_keeps_its_versions(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    numbers = []
    for content in (BOT, BOT + "# better\n", BOT):
        source.write_text(content)
        frozen, kept = freeze(find_bot(str(source)))
        numbers.append(database.write(lambda c: keep_bot(c, "Ada", frozen, kept)).number)  # noqa: B023
    assert numbers == [1, 2, 1]
    assert [version.number for version in database.read(lambda c: versions_of(c, "Ada"))] == [1, 2]
    assert counted(database, "contents") == 2


def test_a_stored_bot_plays_without_its_file(database: Database, tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    source.write_text(BOT)
    frozen, content = freeze(find_bot(str(source)))
    version = database.write(lambda c: keep_bot(c, "Ada", frozen, content))
    source.unlink()
    present(frozen.path).unlink()
    bot = database.read(lambda c: load_bot(c, version.id))
    assert bot.digest() == frozen.digest() == version.digest
    game_run = GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()))
    assert all(turn.verdict is Verdict.OK for turn in play(game_run).turns)


def test_a_changed_copy_in_the_cache_is_replaced(tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    source.write_text(BOT)
    frozen, _ = freeze(find_bot(str(source)))
    present(frozen.path).write_text("import os\n")
    again, _ = freeze(find_bot(str(source)))
    assert present(again.path).read_text() == BOT


def test_a_program_stays_executable(database: Database, tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    frozen, content = freeze(find_bot(str(program)))
    version = database.write(lambda c: keep_bot(c, "program", frozen, content))
    assert present(database.read(lambda c: load_bot(c, version.id)).path).stat().st_mode & 0o111


def test_a_foreign_program_keeps_its_settings(database: Database, tmp_path: Path) -> None:
    program, network = tmp_path / "engine", tmp_path / "net.bin"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    network.write_text("weights")
    named = find_bot(f"uci:{program}?Hash=64&files={network}")
    frozen, content = freeze(named)
    version = database.write(lambda c: keep_bot(c, "engine", frozen, content))
    again = database.read(lambda c: load_bot(c, version.id))
    assert again.settings == {"Hash": "64", "files": str(network)}
    # The name of a stored bot must not change its settings.
    called = replace(frozen, name="uci:engine?files=/etc/passwd", settings={})
    version = database.write(lambda c: keep_bot(c, "trick", called, content))
    assert database.read(lambda c: load_bot(c, version.id)).files == ()


def test_a_built_in_that_has_changed_is_an_error(database: Database) -> None:
    bot, content = freeze(find_bot("random:othello"))
    version = database.write(lambda c: keep_bot(c, "random", bot, content))
    database.write(lambda c: c.execute(bot_versions.update().values(digest="0" * 64)))
    with pytest.raises(StoreError, match="our players have changed"):
        database.read(lambda c: load_bot(c, version.id))


HOSTILE = [
    "'; drop table bots; --",
    "[bold]x[/]",
    "\u202eabc",
    "名字",
    "x" * 5000,
    "\x1b[31m",
    "\0",
]


def test_hostile_names_are_kept_or_made_readable(database: Database) -> None:
    bot, content = freeze(find_bot("random:othello"))
    shown = [readable_name(name) for name in HOSTILE]
    for name in shown:
        assert name.isprintable()
        assert len(name) <= 120
        assert database.write(lambda c: keep_bot(c, name, bot, content)).name == name  # noqa: B023
    assert counted(database, "bots") == len(set(shown))


# Games --------------------------------------------------------------------------------------


def test_a_game_is_stored_once(database: Database, played: tuple[GameRun, Record]) -> None:
    game_run, record = played
    for _ in range(2):
        database.write(lambda c: keep_game(c, game_run.key, record))
    assert counted(database, "matches") == counted(database, "records") == 1
    assert database.read(lambda c: load_record(c, game_run.key)) == record
    keys = [game_run.key, *(f"{number:064}" for number in range(1200))]
    assert database.read(lambda c: known_keys(c, keys)) == {game_run.key}


def test_a_delayed_game_is_replaced_only_by_one_that_was_not(database: Database) -> None:
    record = record_of("tiaojia", some_moves("tiaojia", 3))

    def kept(found: Record) -> Record:
        database.write(lambda c: keep_game(c, "0" * 64, found))
        return database.read(lambda c: load_record(c, "0" * 64))

    late, later = delayed(record), replace(delayed(record), seed=1)
    assert kept(late) == kept(later) == late
    assert database.read(lambda c: delayed_keys(c, ["0" * 64])) == {"0" * 64}
    assert kept(record) == kept(later) == kept(replace(record, seed=2)) == record
    assert database.read(lambda c: delayed_keys(c, ["0" * 64])) == set()


def test_the_start_of_a_bot_counts_for_its_memory_but_not_for_its_time() -> None:
    """A turn takes as many milliseconds as its number."""
    record = record_of("tiaojia", some_moves("tiaojia", 5))
    start = replace(record.turns[0], cost=Cost(wall_seconds=9.0, memory_bytes=1 << 20))
    last = replace(record.turns[-1], cost=Cost(0.005, 0.004, memory_bytes=1 << 10))
    first, second = seat_facts(replace(record, turns=(start, *record.turns[1:-1], last)))
    assert (first.moves, second.moves) == (3, 2)
    assert first.seconds == pytest.approx(0.009)
    assert second.seconds == pytest.approx(0.006)
    assert (first.slowest_seconds, first.cpu_seconds) == (0.005, 0.004)
    assert (first.memory_bytes, second.memory_bytes) == (1 << 20, 0)
    assert first.faults == second.faults == {}


def test_faults_are_stored_by_seat(database: Database, played: tuple[GameRun, Record]) -> None:
    _, record = played
    number = next(place for place, turn in enumerate(record.turns) if turn.number == 2)
    late = replace(record.turns[number], verdict=Verdict.TOO_LATE)
    turns = (*record.turns[:number], late, *record.turns[number + 1 :])
    database.write(lambda c: keep_game(c, "0" * 64, replace(record, turns=turns)))
    columns = select(matches.c.faults_a, matches.c.faults_b)
    (row,) = database.read(lambda c: c.execute(columns).all())
    assert tuple(row) == (None, {"too late": 1})


def test_an_unknown_key_is_an_error(database: Database) -> None:
    with pytest.raises(UsageError, match="no game with the key"):
        database.read(lambda c: load_record(c, "nothing"))


# Tournaments --------------------------------------------------------------------------------


def tournament(database: Database, name: str = "cup") -> int:
    def work(connection: Connection) -> int:
        bot, content = freeze(find_bot("random:tiaojia"))
        version = keep_bot(connection, "random", bot, content)
        taking_part = [("one", version.id), ("two", version.id)]
        starts = [OpeningRow(0, "-", None, str(GAMES["tiaojia"].setup()))]
        return create_tournament(connection, name, "tiaojia", {"seed": 1}, taking_part, starts)

    return database.write(work)


def test_a_tournament_is_stored(database: Database, played: tuple[GameRun, Record]) -> None:
    game_run, record = played
    number = tournament(database)
    rows = [
        FixtureRow(1, 1, 1, 0, 1, 0, 5, game_run.key),
        FixtureRow(2, 1, 1, 1, 0, 0, 5, "f" * 64),
    ]
    for _ in range(2):
        database.write(lambda c: add_fixtures(c, number, rows))
    assert database.read(lambda c: fixtures_of(c, number)) == rows
    assert database.read(lambda c: list(results_of(c, number))) == []
    database.write(lambda c: keep_game(c, game_run.key, record))
    found = database.read(lambda c: list(results_of(c, number)))
    assert [(row.number, row.reason) for row in found] == [(1, record.outcome.reason)]
    assert [row.name for row in database.read(lambda c: entrants_of(c, number))] == ["one", "two"]
    assert len(database.read(lambda c: openings_of(c, number))) == 1
    (row,) = database.read(all_tournaments)
    assert (row[0].name, row[1:]) == ("cup", (2, 1))


def test_games_of_a_tournament_by_faults_and_by_what_was_not_judged(database: Database) -> None:
    number = tournament(database)
    record = record_of("tiaojia", some_moves("tiaojia", 2))
    for place, seat in ((1, None), (2, "black"), (3, "white")):
        turns = tuple(
            replace(turn, verdict=Verdict.TOO_LATE if turn.seat == seat else turn.verdict)
            for turn in record.turns
        )
        game = replace(record, turns=turns)
        database.write(partial(keep_game, key=f"{place:064}", record=game))
    # The fourth was tried and not judged, the fifth was not tried; the first was judged later.
    rows = [
        FixtureRow(place, 1, 1, place % 2, 1 - place % 2, 0, 5, f"{place:064}", trouble)
        for place, trouble in enumerate(("busy", None, None, "busy", None), 1)
    ]
    database.write(lambda c: add_fixtures(c, number, rows))
    assert database.read(lambda c: count_not_judged(c, number)) == 1

    def numbers(**options: Any) -> tuple[set[int], int]:
        found, total = database.read(lambda c: games_page(c, number, **options))
        return {row[0] for row in found}, total

    assert numbers() == ({1, 2, 3, 4}, 4)
    assert numbers(with_faults=True) == ({2, 3}, 2)
    assert numbers(place=0, limit=1)[1] == 4
    database.write(lambda c: set_trouble(c, number, 4, None))
    assert numbers() == ({1, 2, 3}, 3)


def test_the_last_ratings_after_a_number_of_games_count(database: Database) -> None:
    number = tournament(database)
    point = {"games": 2, "elo": 10.0, "low": 0.0, "high": 20.0}
    for elo in (10.0, 30.0):
        rows = [{**point, "place": place, "elo": elo} for place in (0, 1)]
        database.write(partial(add_ratings, tournament_id=number, rows=rows))
    found = database.read(lambda c: ratings_of(c, number))
    assert [tuple(row)[:3] for row in found] == [(2, 0, 30.0), (2, 1, 30.0)]


# Human games --------------------------------------------------------------------------------


def test_a_human_game_is_kept_with_its_setup_and_its_turns(database: Database) -> None:
    setup = Setup(
        game="tiaojia",
        start=str(GAMES["tiaojia"].setup()),
        seats=("human", "stored:7"),
        names=("Ada", "bot.py"),
        limits=replace(GAMES["tiaojia"].limits, game_seconds=60.0, increment_seconds=2.0),
        timeouts="forfeit",
        seed=3,
        map="some",
        ticks=2.0,
        own_position=True,
        helped=True,
        keys=("1", "2"),
        invitation="3",
        rematch="4",
    )
    usual = {field.name: field.default for field in fields(Setup)}
    assert all(value != usual[name] for name, value in asdict(setup).items())
    turns = list(record_of("tiaojia", some_moves("tiaojia", 4)).turns)
    for name in ("one", "two"):
        database.write(partial(add_human_game, name=name, setup=setup))
    database.write(lambda c: keep_turns(c, "one", 0, turns))
    # Two turns are taken back, and another one is played.
    other = replace(turns[-2], move="other")
    database.write(lambda c: keep_turns(c, "one", len(turns) - 2, [other]))
    row, found = database.read(lambda c: load_human_game(c, "one"))
    assert (row.setup, row.game_key, found) == (setup, None, [*turns[:-2], other])
    listed = database.read(lambda c: list_human_games(c, 10))
    assert [(row.id, row.turns) for row in listed] == [("one", 5), ("two", 0)]  # moved last
    database.write(lambda c: remove_human_game(c, "one"))
    assert [row.id for row in database.read(lambda c: list_human_games(c, 10))] == ["two"]
    assert counted(database, "play_turns") == 0


def test_a_tournament_is_found_by_name_or_number(database: Database) -> None:
    with pytest.raises(UsageError, match="there is no tournament yet"):
        database.read(lambda c: find_tournament(c, None))
    first, second, third = (tournament(database, name) for name in ("cup", "cup", "1"))
    assert database.read(lambda c: find_tournament(c, None)).id == third
    assert database.read(lambda c: find_tournament(c, "cup")).id == second
    assert database.read(lambda c: find_tournament(c, "1")).id == third  # a name goes first
    assert database.read(lambda c: find_tournament(c, str(second))).id == second
    assert first == 1
    for name in ("nothing", "99", "-1", "٣", "1" * 50):
        with pytest.raises(UsageError, match="no tournament is called"):
            database.read(partial(find_tournament, name=name))


# Faults -------------------------------------------------------------------------------------


def test_a_failed_transaction_is_rolled_back(database: Database) -> None:
    def work(connection: Connection) -> NoReturn:
        bot, content = freeze(find_bot("random:othello"))
        keep_bot(connection, "random", bot, content)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        database.write(work)
    assert counted(database, "bots") == 0


def test_many_writers_at_once(database_location: str, played: tuple[GameRun, Record]) -> None:
    _, record = played
    with open_database(database_location):
        pass
    start = threading.Barrier(4)

    def write(writer: int) -> None:
        with open_database(database_location) as database:
            start.wait()
            for number in range(25):
                key = f"{number % 20:064}" if writer % 2 else f"{writer + 5}{number:063}"
                database.write(lambda c: keep_game(c, key, record))  # noqa: B023

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    with open_database(database_location) as database:
        assert counted(database, "matches") == counted(database, "records") == 20 + 25 + 25


def test_a_locked_database_is_reported_soon(
    database: Database, played: tuple[GameRun, Record]
) -> None:
    _, record = played
    with database.engine.connect() as other:
        connection = other.execution_options(garlic_writing=True)
        connection.begin()
        if not database.is_sqlite:
            connection.exec_driver_sql("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE")
        with promptly(20), pytest.raises(StoreError, match="another process has locked it"):
            database.write(lambda c: keep_game(c, "0" * 64, record))


def test_a_result_waits_longer_for_a_lock(
    database: Database, played: tuple[GameRun, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "_LOCK_SECONDS", 0.01)
    _, record = played
    with database.engine.connect() as other, ThreadPoolExecutor(1) as pool:
        connection = other.execution_options(garlic_writing=True)
        transaction = connection.begin()
        if not database.is_sqlite:
            connection.exec_driver_sql("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE")
        writing = pool.submit(
            database.write, lambda c: keep_game(c, "0" * 64, record), patient=True
        )
        time.sleep(0.5)
        transaction.rollback()
        writing.result()
    assert counted(database, "matches") == 1


def test_a_read_only_database_is_explained(tmp_path: Path, played: tuple[GameRun, Record]) -> None:
    _, record = played
    path = tmp_path / "garlic.db"
    open_database(str(path)).close()
    database = open_database(f"sqlite:///file:{path}?mode=ro&uri=true")
    with pytest.raises(StoreError, match="it may only be read"):
        database.write(lambda c: keep_game(c, "0" * 64, record))
    database.close()


def test_a_uri_of_sqlite_names_a_file_and_makes_no_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "working directory"
    here.mkdir()
    monkeypatch.chdir(here)
    path = tmp_path / "new folder" / "garlic 1.db"
    written = str(path).replace(" ", "%2520")  # once for our URL, once for that of SQLite
    with open_database(f"sqlite:///file:{written}?uri=true") as database:
        assert database.place == str(path)
    with open_database(f"sqlite:///file:{written}?mode=ro&uri=true") as database:
        assert database.place == str(path)
    back_up_to = tmp_path / "copy.db"
    with open_any(f"sqlite:///file:{written}?mode=ro&uri=true") as database:
        back_up(database, back_up_to)
    with open_database("sqlite:///file:near.db?uri=true") as database:
        assert database.place == "near.db"
    with (
        pytest.raises(StoreError, match="it cannot be opened"),
        open_database(f"sqlite:///file:{tmp_path}/no folder/garlic.db?mode=ro&uri=true"),
    ):
        pass
    assert back_up_to.is_file()
    assert {entry.name for entry in here.iterdir()} == {"near.db"}
    assert not (tmp_path / "no folder").exists()
    with pytest.raises(UsageError, match="expected a database like"):
        open_database("sqlite:///file:near.db?uri=perhaps")


@pytest.mark.parametrize(
    ("location", "place"), [(":memory:", ":memory:"), ("file:x?mode=memory&uri=true", "file:x")]
)
def test_a_database_in_memory_has_no_file(location: str, place: str) -> None:
    url = database_url(f"sqlite:///{location}")
    assert sqlite_file(url) is None
    assert place_of(url) == place


def test_a_write_waits_for_a_restarted_server(
    postgres_server: PostgresServer, postgres_url: str, played: tuple[GameRun, Record]
) -> None:
    _, record = played
    with open_database(postgres_url) as database:
        database.write(lambda c: keep_game(c, "0" * 64, record))
        postgres_server.kill()
        starter = threading.Timer(1.0, postgres_server.start)
        starter.start()
        try:
            database.write(lambda c: keep_game(c, "1" * 64, record))
        finally:
            starter.join()
        assert counted(database, "matches") == 2


def test_a_lost_server_is_explained(postgres_server: PostgresServer, postgres_url: str) -> None:
    with open_database(postgres_url) as opened:
        url = opened.url
    postgres_server.kill()
    try:
        with (
            pytest.raises(StoreError, match="failed: "),
            Database(url, patience_seconds=0.3) as database,
        ):
            database.read(all_tournaments)
    finally:
        postgres_server.start()


# Upkeep -------------------------------------------------------------------------------------


def test_a_backup_is_complete(
    database: Database, tmp_path: Path, played: tuple[GameRun, Record]
) -> None:
    game_run, record = played
    database.write(lambda c: keep_game(c, game_run.key, record))
    back_up(database, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_size > 1000
    assert [path.name for path in tmp_path.glob(".backup*")] == []
    with pytest.raises(UsageError, match="exists already"):
        back_up(database, tmp_path / "copy.db")
    if database.is_sqlite:
        with open_database(str(tmp_path / "copy.db")) as copy:
            assert copy.read(lambda c: load_record(c, game_run.key)) == record


@pytest.mark.parametrize(
    "location",
    [
        "postgresql://arena:s%40fe%2Fword@db.example:5433/course?sslmode=require",
        "postgresql+psycopg://arena@db.example:5433/course?password=s%40fe%2Fword&sslmode=require",
    ],
)
def test_the_password_of_a_backup_is_in_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str
) -> None:
    program = tmp_path / "bin" / "pg_dump"
    program.parent.mkdir()
    program.write_text(
        "#!/bin/sh\n"
        f'printf "%s\\n" "$@" >{tmp_path}/arguments\n'
        f'printf "%s" "$PGPASSWORD" >{tmp_path}/password\n'
        'for word; do case $word in --file=*) : >"${word#--file=}";; esac; done\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    with Database(database_url(location)) as database:
        back_up(database, tmp_path / "copy")
    arguments = (tmp_path / "arguments").read_text()
    assert (tmp_path / "password").read_text() == "s@fe/word"
    assert "postgresql://arena@db.example:5433/course?sslmode=require\n" in arguments
    assert "word@" not in arguments
    assert "s%40fe" not in arguments
    assert "***" not in arguments


def test_a_backup_that_cannot_be_written_is_explained(database: Database, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        back_up(database, tmp_path / "no" / "copy.db")


def test_the_check_finds_nothing_in_a_sound_database(
    database: Database, played: tuple[GameRun, Record]
) -> None:
    game_run, record = played
    database.write(lambda c: keep_game(c, game_run.key, record))
    assert list(problems(database)) == []


DAMAGES = {
    "it is missing": lambda c: c.execute(records.delete()),
    "it is damaged": lambda c: c.execute(records.update().values(data=b"x")),
    "it is of another game": lambda c: c.execute(matches.update().values(reason="magic")),
}


@pytest.mark.parametrize("words", DAMAGES)
def test_the_check_finds_damage(
    database: Database, played: tuple[GameRun, Record], words: str
) -> None:
    game_run, record = played
    database.write(lambda c: keep_game(c, game_run.key, record))
    database.write(DAMAGES[words])
    (found,) = problems(database)
    assert words in str(found)
    assert isinstance(found, Text)


def test_the_check_finds_a_damaged_bot(database: Database, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    frozen, content = freeze(find_bot(str(tmp_path / "bot.py")))
    database.write(lambda c: keep_bot(c, "Ada", frozen, content))
    database.write(
        lambda c: c.execute(text("update contents set hash = hash, data = :x"), {"x": b"y"})
    )
    (found,) = problems(database)
    assert "of a bot is damaged" in str(found)
