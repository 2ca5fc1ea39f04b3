"""Bots over the API: brought, tried out, renamed, removed, refused."""

import io
import secrets
import time
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from garlic.store.bots import load_bot
from garlic.web.app import create_app
from garlic.web.jobs.uploads import Quota
from garlic.web.settings import ServerSettings
from support.web import refusal_text

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
GOOD = b"def play(state):\n    return state.legal_moves()[0]\n"
HOSTILE = "<img src=x onerror=alert(1)>\u202e"


@pytest.fixture
def client(shared_client):
    return shared_client


def bring(client, content, file="bot.py", game="tiaojia", **fields):
    return client.post("/api/bots", files={"file": (file, content)}, data={"game": game, **fields})


def checked(client, bot_id, seconds=60):
    """The bot once nothing of it is being tried out any more."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        bot = client.get(f"/api/bots/{bot_id}").json()
        if not bot["versions"][0]["checking"]:
            return bot
        time.sleep(0.05)
    raise AssertionError(bot)


def test_our_players_are_listed(client):
    found = client.get("/api/bots", params={"game": "othello"}).json()
    named = {one["bot"]: one for one in found["built_in"]}
    assert {"engine:othello", "random:othello", "baseline:othello/task1"} <= set(named)
    assert named["engine:othello"]["levels"]
    assert found["local_files"] is True


def test_a_bot_is_brought_and_tried_out(client):
    content = (EXAMPLES / "tiaojia" / "python" / "bot.py").read_bytes()
    made = bring(client, content, file="mine.py")
    assert made.status_code == 201
    assert made.json()["versions"][0]["checking"] == ["tiaojia"]
    bot = checked(client, made.json()["id"])
    (check,) = bot["versions"][0]["checks"]
    assert (check["game"], check["passed"], check["problem"]) == ("tiaojia", True, None)
    assert [finding["passed"] for finding in check["findings"]].count(False) == 0


def test_what_does_not_compile_shows_the_compilers_words(client):
    broken = (SUBMISSIONS / "othello" / "broken.h").read_bytes()
    bot = checked(client, bring(client, broken, "player.h", "othello").json()["id"])
    (check,) = bot["versions"][0]["checks"]
    assert not check["passed"]
    assert "error:" in check["findings"][0]["output"]
    assert check["findings"][0]["advice"]["code"].startswith("core:")
    assert bot["likely_games"] == ["othello", "stars"]


def test_a_bot_that_cannot_play_the_game_says_so(client):
    bot = checked(client, bring(client, b"int place();", "player.h", "gomoku").json()["id"])
    assert bot["versions"][0]["checks"][0]["problem"]["code"].startswith("core:")


def test_the_same_name_again_is_the_next_version(client):
    first = bring(client, GOOD, file="a.py", name="mine").json()
    again = bring(client, GOOD + b"# better\n", file="b.py", name="mine").json()
    same = bring(client, GOOD, file="a.py", name="mine").json()
    assert first["id"] == again["id"] == same["id"]
    assert [version["number"] for version in same["versions"]] == [2, 1]
    checked(client, first["id"])


def test_names_are_data(client):
    made = bring(client, GOOD, file=f"{HOSTILE}.py", name=HOSTILE).json()
    assert made["name"].startswith("<img src=x onerror=alert(1)>")
    assert "\u202e" not in made["name"]
    assert made["versions"][0]["file"] == "bot.py"
    too_long = bring(client, GOOD, name="x" * 10_000)
    assert too_long.status_code == 422
    by_file = bring(client, GOOD, file="y" * 2_000 + ".py").json()
    assert len(by_file["name"]) <= 120
    checked(client, made["id"])
    checked(client, by_file["id"])


def test_a_bot_is_renamed_and_removed(client):
    bot = bring(client, GOOD, name="before").json()
    other = bring(client, GOOD + b"#", name="other").json()
    renamed = client.post(f"/api/bots/{bot['id']}/rename", json={"name": "after"})
    assert renamed.json()["name"] == "after"
    taken = client.post(f"/api/bots/{bot['id']}/rename", json={"name": "other"})
    assert taken.status_code == 400
    assert refusal_text(client, taken) == "another bot is called 'other'"
    checked(client, bot["id"])
    assert client.delete(f"/api/bots/{bot['id']}").status_code == 204
    assert client.get(f"/api/bots/{bot['id']}").status_code == 404
    names = {one["name"] for one in client.get("/api/bots").json()["stored"]}
    assert "other" in names
    assert "after" not in names
    checked(client, other["id"])


def test_a_bot_on_this_machine_is_taken_as_it_is(client, tmp_path):
    path = tmp_path / "local.py"
    path.write_bytes(GOOD)
    made = client.post("/api/bots/local", json={"bot": str(path), "game": "tiaojia"})
    assert made.status_code == 201
    assert made.json()["name"] == "local.py"
    checked(client, made.json()["id"])


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("/etc/passwd", "belongs to somebody else"),
        ("/dev/zero", "no file that could be a bot"),
        ("/nonexistent/bot.py", "cannot read the bot"),
        ("tongji:/dev/zero", "no file that could be a bot"),
        ("human", "a human cannot take part here"),
        ("stored:99", "no bot is stored"),
        ("bot\0.py", "cannot read the bot"),
    ],
)
def test_what_is_no_bot_of_the_user_is_refused(client, wish, words, monkeypatch):
    if words.startswith("belongs"):
        monkeypatch.setattr("garlic.web.jobs.bots.os.getuid", lambda: 4321)
    answer = client.post("/api/bots/local", json={"bot": wish, "game": "tiaojia"})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [("bot.exe", b"MZ", 400), ("bot.py", b"", 400), ("bot.py", b"#" * (5 << 20), 413)],
)
def test_odd_uploads_are_refused(client, name, content, status):
    assert bring(client, content, name).status_code == status


def test_a_zip_bomb_is_refused(client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", b"\0" * (64 << 20))
    answer = bring(client, packed.getvalue(), "bomb.zip")
    assert answer.status_code == 400
    assert "more than 32 MB" in refusal_text(client, answer)


def test_an_unknown_game_is_refused_before_anything_is_kept(client):
    answer = bring(client, GOOD, game="chess", name="of chess")
    assert answer.status_code == 400
    assert "of chess" not in client.get("/api/bots").text


def test_a_name_is_never_read_as_a_bots(client):
    """Files that a program may read are named behind a question mark; not by who uploads one."""
    made = bring(client, GOOD, name="uci:x?files=/etc/passwd").json()
    arena = client.app.state.arena
    version = made["versions"][0]["id"]
    bot = arena.database.read(lambda connection: load_bot(connection, version))
    assert (bot.settings, bot.files) == ({}, ())
    assert checked(client, made["id"])["versions"][0]["checks"][0]["problem"] is None


def test_a_check_that_ends_while_it_is_asked_for_is_not_missed(client, monkeypatch):
    made = bring(client, GOOD, name="quick").json()
    checks = client.app.state.arena.services.checks
    running = checks.running

    def ends_right_after() -> dict[int, list[str]]:
        found = running()
        while running():
            time.sleep(0.02)
        return found

    monkeypatch.setattr(checks, "running", ends_right_after)
    assert client.get(f"/api/bots/{made['id']}").json()["versions"][0]["checks"]


@pytest.mark.parametrize("name", ["engine:othello", "random:x", "stored:1", "human"])
def test_nobody_passes_for_a_bot_of_ours(client, name):
    answer = bring(client, GOOD, name=name)
    assert answer.status_code == 400
    assert "would be taken for a bot of ours" in refusal_text(client, answer)


def test_protocols_are_offered_and_others_refused(client):
    offered = {one["name"]: one for one in client.get("/api/bots").json()["protocols"]}
    assert offered["tongji"]["games"] == ["tiaojia"]
    assert "console" not in offered  # it needs another file
    assert bring(client, GOOD, protocol="console").status_code == 400


def test_from_elsewhere_no_file_of_this_machine_is_named(tmp_path):
    token = secrets.token_hex(16)
    app = create_app(
        ServerSettings(host="192.0.2.1", token=token, database=str(tmp_path / "web.db"))
    )
    with TestClient(app, headers={"Authorization": f"Bearer {token}"}) as far:
        assert far.get("/api/bots").json()["local_files"] is False
        wish = {"bot": str(tmp_path / "bot.py"), "game": "tiaojia"}
        assert far.post("/api/bots/local", json=wish).status_code == 403
        match = {"game": "tiaojia", "bots": ["cmd:/bin/sh", "random:tiaojia"]}
        answer = far.post("/api/matches", json=match)
        assert answer.status_code == 400
        assert "upload the bot instead" in refusal_text(far, answer)
    with TestClient(app) as stranger:
        assert stranger.get("/api/bots").status_code == 401


def test_only_so_much_is_taken_within_an_hour(client, monkeypatch):
    monkeypatch.setattr(client.app.state.arena.services, "quota", Quota(1, 1 << 20))
    assert bring(client, GOOD, name="first of the hour").status_code == 201
    answer = bring(client, GOOD)
    assert answer.status_code == 429
    assert "within an hour" in refusal_text(client, answer)


def test_another_site_brings_nothing(client):
    answer = client.post(
        "/api/bots",
        files={"file": ("bot.py", GOOD)},
        data={"game": "tiaojia"},
        headers={"Origin": "http://evil.example"},
    )
    assert answer.status_code == 403
