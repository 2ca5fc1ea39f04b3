"""Files of earlier versions can still be read, and the API still answers their clients.

`tests/data/versions/VERSION` holds files of that version: records, a plan, a database, the
responses of its server on that database, and its OpenAPI document without prose.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.remote.plan import Plan
from garlic.cli import run
from garlic.games import GAMES
from garlic.judge.record import Record
from garlic.judge.replay import first_difference
from garlic.store import open_database
from garlic.store.tournaments import fixtures_of
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
from support import DATA

VERSIONS = sorted((DATA / "versions").iterdir())
UNPLAYED = 2  # the number of the tournament that was stored and never run


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def database(folder: Path, tmp_path: Path) -> Path:
    """The database of that version, upgraded as its owner is told to."""
    path = Path(shutil.copy(folder / "arena.db", tmp_path / "arena.db"))
    assert run(["db", "upgrade", "--database", str(path)]) == 0
    return path


@pytest.fixture
def client(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    app = create_app(ServerSettings(database=str(database)))
    with TestClient(app, base_url="http://127.0.0.1:8000") as found:
        yield found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_records_are_read_and_replayed(folder: Path, game: str) -> None:
    content = (folder / f"{game}.record.json").read_bytes()
    record = Record.parse(content)
    assert first_difference(record) is None
    assert json.loads(content).items() <= record.to_json().items()


def test_a_plan_is_read_and_its_keys_are_those_of_the_database(
    folder: Path, database: Path
) -> None:
    plan = Plan.parse((folder / "plan.json").read_bytes())
    opened = open_database(str(database))
    stored = opened.read(lambda connection: fixtures_of(connection, UNPLAYED))
    opened.close()
    assert stored
    assert [game_run.key for game_run in plan.game_runs] == [row.game_key for row in stored]


def test_the_server_gives_the_same_responses(folder: Path, client: TestClient) -> None:
    for path, old in json.loads((folder / "answers.json").read_text("utf-8")).items():
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        new = answer.json()
        # Since 0.2 games have one form, in play and in replays: all of them must be there.
        if path.startswith("/api/plays/"):
            assert len(new["turns"]) == len(old.pop("turns"))
        if path.endswith("/view"):
            assert len(new["steps"]) == len(old["steps"])
            for part in set(old) - {"game", "downloads"}:
                del old[part]
        assert list(_missing(old, new, path)) == []


def test_a_stored_tournament_is_played_to_its_end(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    assert run(["tournament", "resume", str(UNPLAYED), "--database", str(database)]) == 0
    capsys.readouterr()
    assert run(["tournament", "show", str(UNPLAYED), "--json", "--database", str(database)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [line["played"] for line in shown["standings"]] == [4, 4, 4]


def test_no_path_or_field_of_the_api_is_gone(folder: Path, client: TestClient) -> None:
    old = json.loads((folder / "openapi.json").read_text("utf-8"))
    new = client.get("/api/openapi.json").json()
    problems = []
    for path, methods in old["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                problems.append(f"{where} is gone")
                continue
            before = {(part["name"], part["in"]) for part in operation.get("parameters", ())}
            after = {(part["name"], part["in"]) for part in now.get("parameters", ())}
            problems += [f"{where}: no parameter {part}" for part in before - after]
            for kind, old_schema, new_schema in (
                ("request", _body(operation), _body(now)),
                ("response", _response(operation), _response(now)),
            ):
                fields = _fields(old_schema, old) - _fields(new_schema, new) - _REPLACED
                problems += [f"{where}: no {kind} field {field}" for field in sorted(fields)]
    assert problems == []


def _missing(old: Any, new: Any, place: str) -> Iterator[str]:
    """The parts of *old* missing in *new*: fields, items, numbers. Sentences may differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key not in new and key not in _REPLACED:
                yield f"{place}.{key}"
            elif key not in _WORDING | _REPLACED:
                yield from _missing(value, new[key], f"{place}.{key}")
    elif isinstance(old, list) and isinstance(new, list):
        if len(new) < len(old):
            yield f"{place}: {len(new)} of {len(old)} items"
        for number, pair in enumerate(zip(old, new, strict=False)):
            yield from _missing(*pair, f"{place}.{number}")
    elif isinstance(old, int | float | bool | None) and old != new:
        yield f"{place}: {old} became {new}"


# Sentences, their codes, times that change while a game waits, labs that got more tests, and
# ratings, which are computed anew.
_WORDING = {"code", "title", "about", "how", "help", "elapsed", "starters", "tests"}
_WORDING |= {"elo", "low", "high"}
# Since 0.2 facts stand in each step, the side of a turn is its seat everywhere, and a move is
# `written` in each notation of its game.
_REPLACED = {"new_facts", "side", "spoken", "best_spoken"}


def _body(operation: dict[str, Any]) -> Any:
    return next(iter(operation.get("requestBody", {}).get("content", {}).values()), {})


def _response(operation: dict[str, Any]) -> Any:
    no_response: dict[str, Any] = {}
    good = (response for code, response in operation["responses"].items() if code.startswith("2"))
    return next(iter(next(good, no_response).get("content", {}).values()), {})


def _fields(part: Any, document: dict[str, Any], seen: tuple[str, ...] = ()) -> set[str]:
    """The names of all fields below *part*, with those of the schemas that it refers to."""
    if isinstance(part, list):
        return {name for item in part for name in _fields(item, document, seen)}
    if not isinstance(part, dict):
        return set()
    names = set()
    for key, value in part.items():
        if key == "$ref":
            name = value.rpartition("/")[2]
            if name not in seen:
                names |= _fields(document["components"]["schemas"][name], document, (*seen, name))
        elif key == "properties":
            names |= set(value) | _fields(list(value.values()), document, seen)
        else:
            names |= _fields(value, document, seen)
    return names
