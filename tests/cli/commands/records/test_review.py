import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.web.settings import PAGES
from support.processes import wait_until_busy


def test_review_prints_accuracy_costly_moves_and_time(
    record: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(record), "--nodes", "2000"]) == 0
    out = capfd.readouterr().out
    assert "accuracy" in out
    assert "first.py" in out
    assert "The costliest moves" in out
    assert "turn 9: 9 ms" in out


def test_review_as_json(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(record), "--nodes", "2000", "--json"]) == 0
    review = json.loads(capfd.readouterr().out)
    assert review["complete"]
    assert review["limit"] == {"seconds": None, "nodes": 2000}
    assert len(review["chances"]) == 11
    assert len(review["costliest"]) <= 5


def test_ctrl_c_prints_the_review_so_far(record: Path) -> None:
    command = [sys.executable, "-m", "garlic", "review", str(record), "--time-per-move", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until_busy(process.pid, 3)  # at work, and far from done
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped after" in out
    assert "accuracy" in out
    assert err == ""


def test_a_game_without_moves_is_not_reviewed(
    record: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(record.read_text())
    document |= {"turns": [], "choices": []}
    document["outcome"] |= {"winner": None, "reason": "not judged: the machine was too busy"}
    empty = tmp_path / "empty.json"
    empty.write_text(json.dumps(document))
    assert run(["review", str(empty)]) == 2
    assert "there is no move to review: not judged: the machine" in capfd.readouterr().err


@pytest.mark.skipif(not (PAGES / "single.html").exists(), reason="the pages are not built")
def test_a_game_and_its_review_as_one_page(
    record: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
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
