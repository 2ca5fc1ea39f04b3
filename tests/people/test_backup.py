"""A backup of a course server is one that people can go on with."""

import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from garlic.cli import run
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
from support.classes import ADDRESS, PASSWORD, classroom, people_of_all_roles
from support.databases import PostgresServer, postgres_server
from support.things import make_things

__all__ = ["postgres_server"]


def restored(request: pytest.FixtureRequest, backup: Path, original: str) -> str:
    """Where the database is that *backup* has become."""
    if "postgresql" not in original:
        return str(backup)
    server: PostgresServer = request.getfixturevalue("postgres_server")
    location = server.new_database()
    place = location.replace("+psycopg", "")
    subprocess.run(
        [server.programs / "pg_restore", "--exit-on-error", f"--dbname={place}", backup], check=True
    )
    return location


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_people_go_on_with_a_backup(
    request: pytest.FixtureRequest,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    original, backup = str(tmp_path / "class.db"), tmp_path / "copy"
    if kind == "postgresql":
        original = request.getfixturevalue("postgres_server").new_database()
    with classroom(original) as room:
        people_of_all_roles(room)
        things = make_things(room, tmp_path)
        body = {"name": "laptop", "scopes": ["read"]}
        token = room.client("ada").post("/api/account/tokens", json=body).json()["secret"]
        course = room.course()
        assert run(["db", "backup", str(backup), "--database", original]) == 0  # while it is served
        assert backup.stat().st_mode & 0o777 == 0o600, "it has the hashes of passwords"
        room.client("ada").delete(f"/api/bots/{things.bot}")  # after it
    copy = restored(request, backup, original)
    assert run(["db", "check", "--database", copy]) == 0
    capfd.readouterr()
    app = create_app(ServerSettings(database=copy, has_accounts=True))
    with TestClient(app, base_url=ADDRESS) as client:
        bearer = {"Authorization": f"Bearer {token}"}
        assert client.get(f"/api/bots/{things.bot}", headers=bearer).status_code == 200
        answer = client.post("/api/session", json={"login": "bob", "password": PASSWORD})
        assert answer.json()["person"]["role"] == "student"
        assert client.get(f"/api/bots/{things.bot}").status_code == 404
        client.post("/api/session", json={"login": "teacher", "password": PASSWORD})
        assert client.get(f"/api/grades/{things.grade}").json()["owner"] == "Ada"
        entries = client.get(f"/api/courses/{course}/audit").json()
        assert "bot deleted" not in [entry["action"] for entry in entries]
