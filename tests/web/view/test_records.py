"""Records over the API: upload, view, notations, review, ask again."""

import copy
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from garlic.core import Verdict
from garlic.judge.bots import find_bot
from garlic.judge.record import Record
from garlic.judge.replay import positions
from garlic.store.bots import freeze, keep_bot
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
from garlic.web.view import records
from garlic.web.view.models import GameView
from garlic.web.view.records import LARGEST_RECORD
from support.matches import QUICK_BOT
from support.records import patient, record_of, some_moves
from support.web import arena_of

OTHELLO = patient(record_of("othello", some_moves("othello", 6)))


def upload(client: TestClient, record: Record = OTHELLO) -> str:
    answer = client.post("/api/records", content=record.dumps())
    assert answer.status_code == 200, answer.text
    return str(answer.json()["key"])


def code(answer: Response) -> str:
    return str(answer.json()["problem"]["code"])


def test_an_uploaded_record_can_be_viewed(client: TestClient) -> None:
    key = upload(client)
    assert upload(client) == key
    view = client.get(f"/api/records/{key}/view")
    assert GameView.model_validate(view.json()).game == "othello"
    record = client.get(f"/api/records/{key}")
    assert record.content == OTHELLO.dumps().encode()
    assert record.headers["content-disposition"].startswith("attachment")


def test_every_position_can_be_had_as_text(client: TestClient) -> None:
    key = upload(client)
    steps = [step.position for step in positions(OTHELLO)]
    assert len(steps) == 7
    for number, expected in enumerate(steps):
        found = client.get(f"/api/records/{key}/positions/{number}").json()
        assert found == {"position": str(expected), "over": False}
    beyond = client.get(f"/api/records/{key}/positions/7")
    assert beyond.status_code == 400
    assert client.get(f"/api/records/{key}/positions/-1").status_code == 422
    assert client.get(f"/api/records/{'0' * 64}/positions/0").status_code == 404


def test_the_last_position_is_over(client: TestClient) -> None:
    line = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]
    key = upload(client, record_of("gomoku", line))
    states = [client.get(f"/api/records/{key}/positions/{step}").json()["over"] for step in (8, 9)]
    assert states == [False, True]


def test_an_uploaded_record_survives_a_restart(client: TestClient) -> None:
    key = upload(client)
    arena_of(client).records._views.clear()
    assert client.get(f"/api/records/{key}/view").json()["steps"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        OTHELLO.dumps().replace('"othello"', '"chess"').encode(),
        OTHELLO.dumps().replace('"seat": "red"', '"seat": "green"').encode(),
        OTHELLO.dumps().replace('"start": "', '"start": "x').encode(),
        OTHELLO.dumps().replace('"timeouts": "default"', '"timeouts": "never"').encode(),
        OTHELLO.dumps().replace('"turn_seconds": 10.0', '"turn_seconds": 1e999').encode(),
    ],
    ids=range(11),
)
def test_an_invalid_record_is_refused_with_a_sentence(client: TestClient, content: bytes) -> None:
    answer = client.post("/api/records", content=content)
    assert answer.status_code == 400
    assert code(answer).startswith("core:")


def test_a_large_file_is_refused_before_it_is_read(client: TestClient) -> None:
    answer = client.post("/api/records", content=b" " * (LARGEST_RECORD + 1))
    assert answer.status_code == 413


@pytest.mark.parametrize("key", ["x", "0" * 64, "..%2f..%2fetc%2fpasswd", "0" * 63 + "%2e"])
def test_an_unknown_key_is_not_found(client: TestClient, key: str) -> None:
    for path in ("", "/view", "/page", "/review", "/as/text"):
        assert client.get(f"/api/records/{key}{path}").status_code == 404


def test_notations(client: TestClient) -> None:
    key = upload(client, record_of("gomoku", ["h8", "h8"], faults={2: Verdict.ILLEGAL_MOVE}))
    view = client.get(f"/api/records/{key}/view").json()
    assert "sgf" in view["downloads"]
    assert b"RE[B+F]" in client.get(f"/api/records/{key}/as/sgf").content
    assert client.get(f"/api/records/{key}/as/pgn").status_code == 400


def test_a_review_runs_in_the_background(client: TestClient) -> None:
    key = upload(client)
    assert client.get(f"/api/records/{key}/review").json()["state"] == "none"
    begun = client.post(f"/api/records/{key}/review", json={"seconds": 0.01})
    assert begun.json()["state"] in ("waiting", "running", "done")
    deadline = time.monotonic() + 20
    while (state := client.get(f"/api/records/{key}/review").json())["state"] != "done":
        assert time.monotonic() < deadline, state
        time.sleep(0.05)
    assert (state["done"], state["of"]) == (7, 7)
    review = state["review"]
    assert len(review["chances"]) == 7
    assert all(move["best_path"] for move in review["moves"])
    again = client.post(f"/api/records/{key}/review", json={"seconds": 0.01})
    assert again.json()["state"] == "done"


def test_a_review_can_be_stopped(client: TestClient) -> None:
    key = upload(client)
    client.post(f"/api/records/{key}/review", json={"seconds": 10})
    assert client.delete(f"/api/records/{key}/review").json()["state"] == "stopped"
    again = client.post(f"/api/records/{key}/review", json={"seconds": 10})
    assert again.json()["state"] in ("waiting", "running")


def test_a_built_in_bot_is_asked_again(client: TestClient) -> None:
    key = upload(client)
    request = {"turn": 3, "bot": "random:othello"}
    asked = client.post(f"/api/records/{key}/ask", json=request).json()
    assert (asked["seat"], asked["answer"]["verdict"]) == ("a", "ok")
    assert asked["answer"]["path"]
    assert asked["played"]["move"] == some_moves("othello", 6)[2]


def test_a_stored_version_is_asked_again(client: TestClient) -> None:
    frozen, content = freeze(find_bot(str(QUICK_BOT)))
    database = arena_of(client).database
    version = database.write(lambda c: keep_bot(c, "mine", frozen, content))
    key = upload(client)
    request = {"turn": 1, "bot": f"stored:{version.id}"}
    asked = client.post(f"/api/records/{key}/ask", json=request).json()
    assert (asked["bot"], asked["answer"]["verdict"]) == ("mine", "ok")


@pytest.mark.parametrize(
    ("request_body", "status"),
    [
        ({"turn": 1, "bot": "/nowhere/at/all.py"}, 400),
        ({"turn": 1, "bot": "human"}, 400),
        ({"turn": 1, "bot": "engine:stars"}, 400),
        ({"turn": 1, "bot": "engine:othello?level=99"}, 400),
        ({"turn": 1}, 422),
        ({"turn": 1, "bot": "stored:4711"}, 400),
        ({"turn": 99, "bot": "random:othello"}, 400),
        ({"turn": 0, "bot": "random:othello"}, 422),
        ({"turn": 2, "seat": "a", "bot": "random:othello"}, 400),
    ],
    ids=json.dumps,
)
def test_invalid_questions_are_refused(
    client: TestClient, request_body: dict[str, int | str], status: int
) -> None:
    key = upload(client)
    answer = client.post(f"/api/records/{key}/ask", json=request_body)
    assert answer.status_code == status, answer.text


def test_a_remote_client_cannot_name_local_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    settings = ServerSettings(host="0.0.0.0", token="x" * 20, database=str(tmp_path / "web.db"))  # noqa: S104
    token = {"Authorization": f"Bearer {settings.token}"}
    with TestClient(create_app(settings), headers=token) as client:
        request = {"turn": 1, "bot": str(QUICK_BOT)}
        answer = client.post(f"/api/records/{upload(client)}/ask", json=request)
    assert answer.status_code == 400


@pytest.mark.parametrize(("files", "size"), [(2, 10**9), (99, 25)])
def test_only_the_newest_uploads_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int, size: int
) -> None:
    monkeypatch.setattr(records, "_KEPT_UPLOADS", files)
    monkeypatch.setattr(records, "_KEPT_UPLOAD_BYTES", size)
    for number in range(4):
        (tmp_path / f"{number}.json.z").write_bytes(bytes(10))
        os.utime(tmp_path / f"{number}.json.z", (number, number))
    records._forget_oldest(tmp_path)
    assert sorted(path.name[0] for path in tmp_path.iterdir()) == ["2", "3"]


NONSENSE: list[object] = [
    None,
    0,
    -1,
    2**63,
    1e308,
    "",
    "x",
    "red",
    "9,9",
    "h8",
    "\u202e",
    "{x!r:>99999999}",
]
NONSENSE += ["too late", "stars", [], {}, [1], True]


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values in a JSON document."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    for name, part in enumerate(value) if isinstance(value, list) else items:
        yield from paths(part, (*path, name))


def test_corrupted_records_are_shown_or_refused(client: TestClient) -> None:
    chance = random.Random(7)
    documents = [
        json.loads(record_of(game, some_moves(game, 6)).dumps())
        for game in ("othello", "xiangqi", "gomoku", "tiaojia")
    ]
    answers: Counter[int] = Counter()
    for _ in range(80):
        document = copy.deepcopy(chance.choice(documents))
        *parents, last = chance.choice([path for path in paths(document) if path])
        inner = document
        for name in parents:
            inner = inner[name]
        if chance.random() < 0.6:
            inner[last] = chance.choice(NONSENSE)
        else:
            del inner[last]
        answer = client.post("/api/records", content=json.dumps(document))
        answers[answer.status_code] += 1
        if answer.status_code != 200:
            continue
        key = answer.json()["key"]
        view = GameView.model_validate(client.get(f"/api/records/{key}/view").json())
        for form in view.downloads:
            assert client.get(f"/api/records/{key}/as/{form}").status_code == 200
        if answers[200] % 5 == 0:
            request = {"turn": 2, "bot": f"random:{view.game}"}
            asked = client.post(f"/api/records/{key}/ask", json=request)
            assert asked.status_code in (200, 400), asked.text
    assert set(answers) == {200, 400}
