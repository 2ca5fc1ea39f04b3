"""review and ask as a user meets them."""

import json
import signal
import subprocess
import sys
import time

import pytest

from garlic.cli import run
from garlic.web.settings import PAGES
from support.matches import QUICK_BOT
from support.records import patient, record_of, some_moves


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "en")


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(patient(record_of("othello", some_moves("othello", 10))).dumps())
    return path


def test_a_review_tells_accuracy_costly_moves_and_time(record, capfd):
    assert run(["review", str(record), "--nodes", "2000"]) == 0
    told = capfd.readouterr().out
    assert "accuracy" in told
    assert "first.py" in told
    assert "The costliest moves" in told
    assert "turn 9: 0.009 s" in told


def test_the_same_as_json(record, capfd):
    assert run(["review", str(record), "--nodes", "2000", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["complete"]
    assert told["limit"] == {"seconds": None, "nodes": 2000}
    assert len(told["chances"]) == 11
    assert len(told["costliest"]) <= 5


def test_ctrl_c_shows_what_is_known(record):
    command = [sys.executable, "-m", "garlic", "review", str(record), "--time-per-move", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)  # long enough to be at work, far too short to be done
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Stopped after" in out
    assert "accuracy" in out
    assert err == ""


def test_a_bot_is_asked_again(record, capfd):
    assert run(["ask", str(record), "--turn", "5", "--bot", str(QUICK_BOT)]) == 0
    told = capfd.readouterr().out
    assert "first.py" in told
    assert "player.h" in told


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--turn", "99", "--bot", "random:othello"], "no turn 99"),
        (["--turn", "1", "--bot", "nobody.py"], "cannot read the bot"),
        (["--turn", "1", "--bot", "random:othello", "--seat", "green"], "no side 'green'"),
    ],
)
def test_what_cannot_be_asked_is_explained(record, capfd, words, complaint):
    assert run(["ask", str(record), *words]) == 2
    assert complaint in capfd.readouterr().err


def test_a_game_without_moves_is_not_reviewed(record, tmp_path, capfd):
    told = json.loads(record.read_text())
    told |= {"turns": [], "choices": []}
    told["outcome"] |= {"winner": None, "reason": "not judged: the machine was too busy"}
    empty = tmp_path / "empty.json"
    empty.write_text(json.dumps(told))
    assert run(["review", str(empty)]) == 2
    assert "there is no move to review: not judged: the machine" in capfd.readouterr().err


def test_an_unknown_bot_is_explained(record, tmp_path, capfd):
    database = str(tmp_path / "garlic.db")
    assert run(["db", "upgrade", "--database", database]) == 0
    words = ["--turn", "1", "--bot", "x", "--version", "2", "--database", database]
    assert run(["ask", str(record), *words]) == 2
    assert "the database has no bot called 'x'" in capfd.readouterr().err


@pytest.mark.skipif(not (PAGES / "single.html").exists(), reason="the pages are not built")
def test_a_game_and_its_review_as_one_page(record, tmp_path, capfd):
    plain, reviewed = tmp_path / "plain.html", tmp_path / "reviewed.html"
    assert run(["replay", str(record), "--html", str(plain)]) == 0
    assert capfd.readouterr().out == ""
    assert run(["review", str(record), "--nodes", "500", "--html", str(reviewed)]) == 0
    assert "accuracy" in capfd.readouterr().out
    for page, with_review in ((plain, False), (reviewed, True)):
        text = page.read_text(encoding="utf-8")
        game = json.loads(text.partition('type="application/json">')[2].partition("</script>")[0])
        assert len(game["view"]["steps"]) == 10
        assert bool(game["review"]) is with_review
        assert set(game["words"]) == {"en", "zh"}


def test_pages_that_are_not_built_are_named(record, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr("garlic.web.view.single_file.single_page.__defaults__", (None, tmp_path))
    assert run(["replay", str(record), "--html", str(tmp_path / "x.html")]) == 2
    assert "make pages" in capfd.readouterr().err
