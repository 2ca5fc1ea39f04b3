"""Bots over the API: uploaded, checked, renamed, removed, refused."""

import io
import secrets
import time
import zipfile
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from httpx2 import Response
from sqlalchemy import Connection
from starlette.testclient import TestClient

from garlic.core import Verdict
from garlic.judge.bots import find_bot
from garlic.judge.checking import trials
from garlic.judge.record import Turn
from garlic.judge.referee import Overloaded
from garlic.store.bots import load_bot
from garlic.store.roster import keep_check
from garlic.web.app import create_app
from garlic.web.jobs.bots import check_in_worker
from garlic.web.jobs.uploads import Quota
from garlic.web.sentences import code_of, encode_sentence
from garlic.web.settings import ServerSettings
from support.web import arena_of, awaited, refusal_text

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
GOOD = b"def play(state):\n    return state.legal_moves()[0]\n"
RULES = "moves by the rules"
HOSTILE = "<img src=x onerror=alert(1)>\u202e"


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def upload(
    client: TestClient,
    content: bytes | str,
    file: str = "bot.py",
    game: str = "tiaojia",
    **fields: str,
) -> Response:
    return client.post("/api/bots", files={"file": (file, content)}, data={"game": game, **fields})


def checked(client: TestClient, bot_id: int, seconds: float = 60) -> dict[str, Any]:
    """The bot once its check has ended."""
    path = f"/api/bots/{bot_id}"
    return awaited(client, path, lambda bot: not bot["versions"][0]["checking"], seconds)


def test_built_in_bots_are_listed(client: TestClient) -> None:
    roster = client.get("/api/bots", params={"game": "othello"}).json()
    by_name = {bot["bot"]: bot for bot in roster["built_in"]}
    assert {"engine:othello", "random:othello", "baseline:othello/task1"} <= set(by_name)
    assert by_name["engine:othello"]["levels"]
    assert roster["local_files"] is True


def test_an_uploaded_bot_is_checked(client: TestClient) -> None:
    content = (EXAMPLES / "tiaojia" / "python" / "bot.py").read_bytes()
    made = upload(client, content, file="mine.py")
    assert made.status_code == 201
    assert made.json()["versions"][0]["checking"] == ["tiaojia"]
    bot = checked(client, made.json()["id"])
    (check,) = bot["versions"][0]["checks"]
    assert (check["game"], check["passed"], check["problem"]) == ("tiaojia", True, None)
    assert [finding["passed"] for finding in check["findings"]].count(False) == 0


def test_a_compile_error_shows_the_output_of_the_compiler(client: TestClient) -> None:
    broken = (SUBMISSIONS / "othello" / "broken.h").read_bytes()
    bot = checked(client, upload(client, broken, "player.h", "othello").json()["id"])
    (check,) = bot["versions"][0]["checks"]
    assert not check["passed"]
    assert "error:" in check["findings"][0]["output"]
    assert check["findings"][0]["advice"]["code"].startswith("core:")
    assert bot["likely_games"] == ["othello", "stars"]


def test_a_bot_is_not_judged_on_a_machine_that_is_too_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_busy(*_: object) -> NoReturn:
        raise Overloaded(Turn(number=1, seat="red", move=None, verdict=Verdict.OVERLOAD))

    monkeypatch.setattr(trials.Trials, "_trial", too_busy)
    monkeypatch.setattr("garlic.web.jobs.bots._PATIENCE_SECONDS", 0)
    path = tmp_path / "bot.py"
    path.write_bytes(GOOD)
    report = check_in_worker(lambda _: None, find_bot(str(path)), "tiaojia")
    assert report["result"] == "not judged"
    moves = next(found for found in report["findings"] if found["name"]["code"] == code_of(RULES))
    assert (moves["result"], moves["passed"]) == ("not judged", None)


def stored_check(
    version: int, passed: bool, report: dict[str, Any], connection: Connection
) -> None:
    keep_check(connection, version, "tiaojia", passed, report)


def test_a_check_that_was_stored_earlier_has_a_result(client: TestClient) -> None:
    bot = checked(client, upload(client, GOOD, name="older").json()["id"])
    version = bot["versions"][0]["id"]
    finding = {
        "name": encode_sentence(RULES).model_dump(),
        "detail": None,
        "advice": None,
        "output": "",
    }
    for passed, result in ((True, "passed"), (False, "failed")):
        findings = [{**finding, "passed": passed}, {**finding, "passed": None}]
        report = {"passed": passed, "findings": findings, "problem": None}
        arena_of(client).database.write(partial(stored_check, version, passed, report))
        (check,) = client.get(f"/api/bots/{bot['id']}").json()["versions"][0]["checks"]
        assert check["result"] == result
        assert [found["result"] for found in check["findings"]] == [result, "remark"]


def test_a_bot_that_cannot_play_the_game_has_a_problem(client: TestClient) -> None:
    bot = checked(client, upload(client, b"int place();", "player.h", "gomoku").json()["id"])
    assert bot["versions"][0]["checks"][0]["problem"]["code"].startswith("core:")


def test_an_upload_with_the_same_name_is_the_next_version(client: TestClient) -> None:
    first = upload(client, GOOD, file="a.py", name="mine").json()
    again = upload(client, GOOD + b"# better\n", file="b.py", name="mine").json()
    same = upload(client, GOOD, file="a.py", name="mine").json()
    assert first["id"] == again["id"] == same["id"]
    assert [version["number"] for version in same["versions"]] == [2, 1]
    checked(client, first["id"])


def test_hostile_names_are_only_text(client: TestClient) -> None:
    made = upload(client, GOOD, file=f"{HOSTILE}.py", name=HOSTILE).json()
    assert made["name"].startswith("<img src=x onerror=alert(1)>")
    assert "\u202e" not in made["name"]
    assert made["versions"][0]["file"] == "bot.py"
    too_long = upload(client, GOOD, name="x" * 10_000)
    assert too_long.status_code == 422
    by_file = upload(client, GOOD, file="y" * 2_000 + ".py").json()
    assert len(by_file["name"]) <= 120
    checked(client, made["id"])
    checked(client, by_file["id"])


def test_a_bot_is_renamed_and_removed(client: TestClient) -> None:
    bot = upload(client, GOOD, name="before").json()
    other = upload(client, GOOD + b"#", name="other").json()
    renamed = client.post(f"/api/bots/{bot['id']}/rename", json={"name": "after"})
    assert renamed.json()["name"] == "after"
    taken = client.post(f"/api/bots/{bot['id']}/rename", json={"name": "other"})
    assert taken.status_code == 400
    assert refusal_text(client, taken) == "another bot is called 'other'"
    checked(client, bot["id"])
    assert client.delete(f"/api/bots/{bot['id']}").status_code == 204
    assert client.get(f"/api/bots/{bot['id']}").status_code == 404
    names = {stored["name"] for stored in client.get("/api/bots").json()["stored"]}
    assert "other" in names
    assert "after" not in names
    checked(client, other["id"])


def test_a_local_file_is_stored_as_a_bot(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "local.py"
    path.write_bytes(GOOD)
    made = client.post("/api/bots/local", json={"bot": str(path), "game": "tiaojia"})
    assert made.status_code == 201
    assert made.json()["name"] == "local.py"
    checked(client, made.json()["id"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/etc/passwd", "belongs to somebody else"),
        ("/dev/zero", "no file that could be a bot"),
        ("/nonexistent/bot.py", "cannot read the bot"),
        ("tongji:/dev/zero", "no file that could be a bot"),
        ("human", "a human cannot take part here"),
        ("random:tiaojia", "comes with garlic"),
        ("stored:99", "no bot is stored"),
        ("bot\0.py", "cannot read the bot"),
    ],
)
def test_a_local_bot_must_be_a_file_of_the_user(
    client: TestClient, name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words.startswith("belongs"):
        monkeypatch.setattr("garlic.web.jobs.bots.os.getuid", lambda: 4321)
    answer = client.post("/api/bots/local", json={"bot": name, "game": "tiaojia"})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [("bot.exe", b"MZ", 400), ("bot.py", b"", 400), ("bot.py", b"#" * (5 << 20), 413)],
)
def test_invalid_uploads_are_refused(
    client: TestClient, name: str, content: bytes, status: int
) -> None:
    assert upload(client, content, name).status_code == status


def test_a_zip_bomb_is_refused(client: TestClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", b"\0" * (64 << 20))
    answer = upload(client, packed.getvalue(), "bomb.zip")
    assert answer.status_code == 400
    assert "more than 32 MB" in refusal_text(client, answer)


def test_an_unknown_game_is_refused_before_anything_is_stored(client: TestClient) -> None:
    answer = upload(client, GOOD, game="chess", name="of chess")
    assert answer.status_code == 400
    assert "of chess" not in client.get("/api/bots").text


def test_the_name_of_an_upload_is_never_parsed(client: TestClient) -> None:
    """The part after a question mark can name files that a bot may read; an upload must not."""
    made = upload(client, GOOD, name="uci:x?files=/etc/passwd").json()
    arena = arena_of(client)
    version = made["versions"][0]["id"]
    bot = arena.database.read(lambda connection: load_bot(connection, version))
    assert (bot.settings, bot.files) == ({}, ())
    assert checked(client, made["id"])["versions"][0]["checks"][0]["problem"] is None


def test_a_check_that_ends_during_a_request_is_not_missed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = upload(client, GOOD, name="quick").json()
    checks = arena_of(client).services.checks
    running = checks.running

    def ends_right_after() -> dict[int, list[str]]:
        before = running()
        while running():
            time.sleep(0.02)
        return before

    monkeypatch.setattr(checks, "running", ends_right_after)
    assert client.get(f"/api/bots/{made['id']}").json()["versions"][0]["checks"]


@pytest.mark.parametrize("name", ["engine:othello", "random:x", "stored:1", "human"])
def test_names_of_built_in_bots_are_reserved(client: TestClient, name: str) -> None:
    answer = upload(client, GOOD, name=name)
    assert answer.status_code == 400
    assert "would be taken for a bot of ours" in refusal_text(client, answer)


def test_protocols_are_offered_and_others_refused(client: TestClient) -> None:
    protocols = client.get("/api/bots").json()["protocols"]
    offered = {protocol["name"]: protocol for protocol in protocols}
    assert offered["tongji"]["games"] == ["tiaojia"]
    assert "console" not in offered  # it needs another file
    assert upload(client, GOOD, protocol="console").status_code == 400


def test_a_remote_client_cannot_name_local_files(tmp_path: Path) -> None:
    token = secrets.token_hex(16)
    app = create_app(
        ServerSettings(host="192.0.2.1", token=token, database=str(tmp_path / "web.db"))
    )
    with TestClient(app, headers={"Authorization": f"Bearer {token}"}) as remote:
        assert remote.get("/api/bots").json()["local_files"] is False
        request = {"bot": str(tmp_path / "bot.py"), "game": "tiaojia"}
        assert remote.post("/api/bots/local", json=request).status_code == 403
        match = {"game": "tiaojia", "bots": ["cmd:/bin/sh", "random:tiaojia"]}
        answer = remote.post("/api/matches", json=match)
        assert answer.status_code == 400
        assert "upload the bot instead" in refusal_text(remote, answer)
    with TestClient(app) as stranger:
        assert stranger.get("/api/bots").status_code == 401


def test_uploads_are_limited_per_hour(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_of(client).services.quotas, "_of_all", Quota(1, 1 << 20))
    assert upload(client, GOOD, name="first of the hour").status_code == 201
    answer = upload(client, GOOD)
    assert answer.status_code == 429
    assert "within an hour" in refusal_text(client, answer)


def test_another_site_cannot_upload(client: TestClient) -> None:
    answer = client.post(
        "/api/bots",
        files={"file": ("bot.py", GOOD)},
        data={"game": "tiaojia"},
        headers={"Origin": "http://evil.example"},
    )
    assert answer.status_code == 403
