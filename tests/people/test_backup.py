"""A backup of a course server is one that people can go on with."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from garlic.cli import run
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
from support.classes import ADDRESS, PASSWORD, classroom, people_of_all_roles
from support.things import make_things


def test_people_go_on_with_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    original, copy = str(tmp_path / "class.db"), str(tmp_path / "copy.db")
    with classroom(original) as room:
        people_of_all_roles(room)
        things = make_things(room, tmp_path)
        body = {"name": "laptop", "scopes": ["read"]}
        token = room.client("ada").post("/api/account/tokens", json=body).json()["secret"]
        course = room.course()
        assert run(["db", "backup", copy, "--database", original]) == 0  # while it is served
        room.client("ada").delete(f"/api/bots/{things.bot}")  # after it
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
