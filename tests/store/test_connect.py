"""Where the database is, what can go wrong with it, and its upkeep."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy import Connection, text

from garlic.core import UsageError
from garlic.core.language.text import Text
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.store import Database, StoreError, connect, open_database
from garlic.store.bots import freeze, keep_bot
from garlic.store.connect import open_any
from garlic.store.games import keep_game, load_record
from garlic.store.place import data_directory, database_url, place_of, sqlite_file
from garlic.store.schema import matches, records
from garlic.store.tournaments import (
    all_tournaments,
)
from garlic.store.upkeep import back_up, problems
from support.databases import PostgresServer, counted
from support.effort import promptly

BOT = "def play(position):\n    return position.legal_moves()[0]\n"


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


@pytest.mark.parametrize(
    ("location", "file"),
    [
        ("sqlite:///a.db", "a.db"),
        ("sqlite:///file:a.db?uri=true", "a.db"),
        ("sqlite:///file:a.db", "file:a.db"),  # without uri=true it is a name like any other
        ("sqlite:///file:a.db?uri=false", "file:a.db"),
    ],
)
def test_the_file_of_a_location(location: str, file: str) -> None:
    assert sqlite_file(database_url(location)) == Path(file)


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
    with pytest.raises(StoreError, match="it is read-only"):
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


def test_a_database_that_does_not_exist_is_not_waited_for(postgres_url: str) -> None:
    with promptly(10), pytest.raises(StoreError, match="does not exist"):
        open_database(postgres_url.replace("?", "_of_nobody?"))


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


def test_forty_readers_at_once(tmp_path: Path) -> None:
    all_there = threading.Barrier(40)

    def work(connection: Connection) -> int:
        found: int = connection.execute(text("select 7")).scalar_one()
        all_there.wait(60)
        return found

    with open_database(str(tmp_path / "garlic.db")) as database, ThreadPoolExecutor(40) as threads:
        assert set(threads.map(lambda _: database.read(work), range(40))) == {7}
