"""Databases for tests: SQLite files, and a PostgreSQL server on its own socket."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from garlic.store import Database
from garlic.store.schema import metadata

REQUIRED = "GARLIC_NEED_POSTGRES"  # if this is set, a missing server fails instead of skipping


class PostgresServer:
    """A server for one run of the tests; it can be killed and restarted."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        # A socket's path is limited to about a hundred characters: too few for pytest's folder.
        self.home = Path(tempfile.mkdtemp(prefix="garlic-postgres-", dir="/tmp"))
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.home, self.user)
        self.data = self.home / "data"
        self._run(
            "initdb", f"--pgdata={self.data}", "--auth=trust", "--username=garlic", "--no-sync"
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.count = 0
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, *arguments],
            check=True,
            user=self.user,
            cwd=self.home,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = (f"unix_socket_directories={self.home}", "listen_addresses=", "fsync=off")
        command: list[str | Path] = [self.programs / "postgres", "-D", self.data]
        for setting in settings:
            command += ["-c", setting]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, user=self.user, cwd=self.home, stdout=log, stderr=log
            )
        ready: list[str | Path] = [self.programs / "pg_isready", "--quiet", f"--host={self.home}"]
        for _ in range(300):
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError((self.home / "log").read_text())

    def kill(self) -> None:
        """Kill all its processes immediately, without a clean shutdown."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def new_database(self) -> str:
        """The URL of an empty database."""
        self.count += 1
        name = f"garlic{self.count}"
        self._run("createdb", f"--host={self.home}", "--username=garlic", name)
        return f"postgresql+psycopg://garlic@/{name}?host={self.home}"

    def close(self) -> None:
        """Stop it and delete its files."""
        self.kill()
        shutil.rmtree(self.home)


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs, from Debian or the path; None if not installed."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    programs = postgres_programs()
    if programs is None:
        if os.environ.get(REQUIRED):
            pytest.fail(f"PostgreSQL's server is not installed, and {REQUIRED} is set")
        pytest.skip("PostgreSQL's server is not installed (Debian: postgresql)")
    server = PostgresServer(programs)
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    return postgres_server.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def database_location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A value for --database, of both kinds."""
    if request.param == "sqlite":
        return str(tmp_path / "garlic.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


def counted(database: Database, table: str) -> int:
    """How many rows a table has."""
    query = select(func.count()).select_from(metadata.tables[table])
    return database.read(lambda c: c.execute(query).scalar_one())
