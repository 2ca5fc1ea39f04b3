"""A whole class in one command: killed twice and resumed, interrupted, graded again."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from garlic.cli import run
from garlic.judge.record import Record
from garlic.judge.workers.pool import PoolError
from garlic.labs import grading
from garlic.labs.authoring.classes import (
    Fate,
    given_programs,
    make_class,
    make_students,
    othello_programs,
    roster_csv,
    write_class,
)
from garlic.labs.grading import GradingOptions, GradingProgress, grade_class
from garlic.labs.intake.handed_in import look_at
from garlic.labs.lab import Lab, read_lab
from garlic.labs.policy.counting import counting_results
from garlic.labs.policy.lateness import Counts, LatePolicy
from garlic.labs.runners import _as_outcome
from labs.samples import DOUBLING, PROGRAMS, TIAOJIA
from support.dask import dask_cluster


def make_doubling_class(folder: Path, students: int) -> list[str]:
    """Write lab, class and roster; return the command that grades them."""
    (folder / "lab.toml").write_text(DOUBLING)
    sources = folder / "sources"
    sources.mkdir()
    for name in ("good", "small", "wrong", "crash", "broken"):
        (sources / f"{name}.py").write_text(PROGRAMS[name])
    people = make_students(students)
    works = make_class(people, given_programs(sorted(sources.iterdir())))
    write_class(folder / "class.zip", works, "moodle")
    (folder / "class.csv").write_text(roster_csv(people), encoding="utf-8")
    assert any(work.fate is Fate.MISSING for work in works)
    return ["grade", "lab.toml", "class.zip", "--roster", "class.csv"]


def assert_same_after_two_kills(folder: Path, command: list[str], lines: tuple[int, int]) -> None:
    """Run *command* whole, and killed twice when the journal has so many *lines*."""
    environment = {**os.environ, "GARLIC_LANG": "en"}

    def arguments(name: str) -> list[str]:
        results = ["--out", name, "--moodle", f"{name}.csv", "--patience", "30"]
        return [sys.executable, "-m", "garlic", *command, *results]

    for count in lines:
        journal = folder / "killed" / "journal.jsonl"
        running = subprocess.Popen(
            arguments("killed"), cwd=folder, env=environment, stdout=subprocess.DEVNULL
        )
        while not journal.exists() or journal.read_bytes().count(b"\n") < count:
            assert running.poll() is None, "it was done before it could be killed"
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert not (folder / "killed.csv").exists()
    outputs = [
        subprocess.run(
            arguments(name), cwd=folder, env=environment, capture_output=True, check=False
        )
        for name in ("killed", "whole")
    ]
    assert [one.returncode for one in outputs] == [1, 1], outputs[0].stderr
    assert outputs[0].stdout == outputs[1].stdout.replace(b"whole/", b"killed/")
    assert (folder / "killed.csv").read_bytes() == (folder / "whole.csv").read_bytes()
    assert reports_in(folder / "killed") == reports_in(folder / "whole")


def reports_in(out: Path) -> dict[str, object]:
    """The reports in a folder by their names, without times, which differ from run to run."""
    return {
        str(path.relative_to(out)): _without_times(path)
        for path in out.rglob("*.*")
        if path.is_file() and path.stem not in ("journal", "builds")
    }


def _without_times(path: Path) -> object:
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        return _without_costs(json.loads(text))
    # Pages hold the records of their games.
    pieces = re.split('data:application/json;base64,([^"]+)', text)
    pieces[1::2] = [str(_without_costs(json.loads(b64decode(one)))) for one in pieces[1::2]]
    return pieces


def _without_costs(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_costs(item) for item in value]
    if isinstance(value, dict):
        return {name: _without_costs(item) for name, item in value.items() if name != "cost"}
    return value


def test_a_class_killed_twice_gives_the_same_grades(tmp_path: Path) -> None:
    command = make_doubling_class(tmp_path, 20)
    assert_same_after_two_kills(tmp_path, command, (8, 25))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "whole.csv").read_text("utf-8-sig"))))
    assert len(rows) == 20  # also those who handed in nothing
    assert {row["Grade"] for row in rows if row["Status"] == "No submission"} == {""}
    assert {"100", "70", "10", "0"} == {row["Grade"] for row in rows} - {""}


@pytest.mark.slow
@pytest.mark.parametrize(("students", "lines"), [(24, (20, 70)), (120, (100, 350))])
def test_othello_bots_killed_twice_give_the_same_grades(
    students: int, lines: tuple[int, int], tmp_path: Path
) -> None:
    people = make_students(students)
    write_class(tmp_path / "class.zip", make_class(people, othello_programs()), "moodle")
    (tmp_path / "class.csv").write_text(roster_csv(people), encoding="utf-8")
    command = ["grade", "othello/task1", "class.zip", "--roster", "class.csv"]
    assert_same_after_two_kills(tmp_path, command, lines)


def test_attempts_are_resumed(doubling: Lab, tmp_path: Path) -> None:
    """Cut off after every third outcome, as a killed run leaves the journal."""
    (tmp_path / "class").mkdir()
    for name, program in (
        ("2023001_a.py", "good"),
        ("2023001_a (2).py", "wrong"),
        ("2023002_b.py", "wrong"),
        ("2023002_b (2).py", "small"),
    ):
        (tmp_path / "class" / name).write_text(PROGRAMS[program] + f"# {name}\n")
    policy = LatePolicy(counts=Counts.BEST)
    handed_in = look_at([tmp_path / "class"], doubling.accepted, policy=policy)
    journal = tmp_path / "out" / "journal.jsonl"

    def points() -> list[tuple[str, float, int, list[float]]]:
        options = GradingOptions(out=tmp_path / "out")
        results = counting_results(policy, grade_class(doubling, handed_in, options))
        return [
            (one.name, one.points, one.sender.attempt, [each.points for each in one.attempts])
            for one in results
        ]

    whole = points()
    assert [(name, earned) for name, earned, *_ in whole] == [("2023001 a", 100), ("2023002 b", 70)]
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 12
    for kept in range(0, 12, 3):
        journal.write_bytes(b"".join(lines[:kept]) + lines[kept][:20])
        assert points() == whole


def test_ctrl_c_says_what_is_done(tmp_path: Path) -> None:
    command = make_doubling_class(tmp_path, 30)
    running = subprocess.Popen(
        [sys.executable, "-m", "garlic", *command, "--out", "results"],
        cwd=tmp_path,
        env={**os.environ, "GARLIC_LANG": "en"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = tmp_path / "results" / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate()
    assert running.returncode == 130
    assert "submissions graded and kept in results; run the same command again" in said
    assert "Traceback" not in said


def test_a_game_that_nobody_waits_for_ends_quietly(caplog: pytest.LogCaptureFixture) -> None:
    playing: Future[Record] = Future()
    outcome = _as_outcome(playing, lambda record: record)
    assert outcome.cancel()  # as Ctrl-C does
    playing.set_exception(PoolError("stopped before the match was over"))
    assert not caplog.records


def test_what_a_killed_run_left_is_removed_by_the_next(
    doubling: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    left = temporary / "garlic-grade-left" / "0000"
    left.mkdir(parents=True)
    os.utime(left.parent, (0, 0))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    (tmp_path / "good.py").write_text(PROGRAMS["good"])
    handed_in = look_at([tmp_path / "good.py"], doubling.accepted)
    grade_class(doubling, handed_in, GradingOptions())
    assert not list(temporary.glob("garlic-grade-*"))


def test_a_dry_run_shows_the_class_and_grades_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = make_doubling_class(tmp_path, 20)
    assert run([*command, "--dry-run", "--out", "results"]) == 0
    shown = capsys.readouterr().out
    assert "class.zip: read as a class (Moodle)" in shown
    assert "1 student without one, 0 not on the roster" in shown
    assert not (tmp_path / "results").exists()
    assert run([*command, "--dry-run", "--due", "2026-11-20 23:59 +08:00"]) == 0
    assert "unknown" in capsys.readouterr().out  # Moodle's zip file does not say when
    assert run([*command, "--layout", "flat", "--dry-run"]) == 2
    assert "expected one of the layouts one, moodle" in capsys.readouterr().err


HOSTILE = {
    "hanging": "while True: pass\n",
    "flooding": "while True: print('x' * 10_000)\n",
    "filling": "with open('big', 'wb') as f:\n    while True: f.write(bytes(1 << 20))\n",
    "forking": "import os\nwhile True: os.fork()\n",
}


def test_a_hostile_submission_affects_only_itself(tmp_path: Path) -> None:
    lab = read_lab(DOUBLING.replace("turn=5s", "turn=2s").encode(), "doubling", Path())
    members = {**HOSTILE, "first": PROGRAMS["good"], "last": PROGRAMS["good"]}
    for name, source in members.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "main.py").write_text(source)
    handed_in = look_at([tmp_path / "class"], lab.accepted)
    results = {one.name: one for one in grade_class(lab, handed_in, GradingOptions())}
    assert set(results) == set(members)
    for name, result in results.items():  # on a busy machine something may not be judged
        build, *tests = result.tests
        assert build.full
        assert all(test.full == (name not in HOSTILE) for test in tests if test.judged), name


def test_the_command_makes_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["lab", "make-class", "class.zip", "--students", "30", "--roster", "class.csv"]
    assert run(words) == 0
    assert "class.zip: 30 students" in capsys.readouterr().out
    grading = ["grade", "othello/task1", "class.zip", "--roster", "class.csv", "--dry-run"]
    assert run([*grading, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["layouts"] == [{"path": "class.zip", "layout": "moodle"}]
    assert len(document["submissions"]) + len(document["missing"]) == 30
    assert all(one["known"] for one in document["submissions"])
    assert run(["lab", "make-class", "c.zip", "--layout", "blackboard"]) == 2
    assert "expected one of the layouts moodle, canvas" in capsys.readouterr().err


def changed_lab() -> Lab:
    """The lab with another answer to one case, and more points for another test."""
    text = DOUBLING.replace('output = "200000000000"', 'output = "0"').replace("60", "80")
    return read_lab(text.encode(), "doubling", Path())


def test_after_a_change_only_what_it_affects_is_run(doubling: Lab, tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(PROGRAMS["good"])
    handed_in = look_at([tmp_path / "good.py"], doubling.accepted)
    out = tmp_path / "out"

    def runs(lab: Lab, *, only_changed: bool) -> tuple[float, int]:
        """The points, and how many steps were run."""
        seen: list[GradingProgress] = []
        options = GradingOptions(out=out, only_changed=only_changed)
        (found,) = grade_class(lab, handed_in, options, seen.append)
        started = next(one.done for one in seen if not one.building)
        return found.points, seen[-1].of - started

    assert runs(doubling, only_changed=False) == (100, 3)
    # An expected answer is no fact of a run: the old one is judged anew.
    assert runs(changed_lab(), only_changed=True) == (90, 0)
    assert runs(changed_lab(), only_changed=False) == (90, 0)
    other = read_lab(DOUBLING.replace('input = "21"', 'input = "22"').encode(), "x", Path())
    assert runs(other, only_changed=True) == (70, 1)
    assert runs(read_lab(f"{DOUBLING}\n".encode(), "x", Path()), only_changed=False) == (100, 3)


def test_the_progress_counts_submissions(
    doubling: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "_BATCH", 6)
    monkeypatch.setattr(grading, "_BATCH_A_JOB", 3)
    paths = []
    for number in range(14):
        paths.append(tmp_path / f"s{number:02}.py")
        paths[-1].write_text(f"print({number})\n")
    seen: list[GradingProgress] = []
    grade_class(doubling, look_at(paths, doubling.accepted), GradingOptions(jobs=2), seen.append)
    assert seen[-1].graded == seen[-1].built == seen[-1].submissions == 14
    first_run = next(one for one in seen if not one.building)
    assert first_run.built == 6  # some are graded before all are built
    second = next(one for one in seen if one.built == 7)
    assert second.graded == 6
    assert next(one for one in seen if one.built == 8).graded == 6  # the first is only planned
    assert (seen[-1].done, seen[-1].of) == (42, 42)
    assert [one.graded for one in seen] == sorted(one.graded for one in seen)


@pytest.mark.slow
def test_a_cluster_gives_the_same_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers: every report and table is the one of this machine, byte for byte."""
    monkeypatch.chdir(tmp_path)
    Path("lab.toml").write_text(TIAOJIA)
    home = Path(__file__).parent.parent / "submissions" / "tiaojia"
    command = ["grade", "lab.toml", str(home), "--layout", "entries", "--patience", "60"]

    def grade(name: str, *options: str) -> tuple[bytes, dict[str, object]]:
        assert run([*command, "--out", name, "--csv", f"{name}.csv", *options]) == 1
        return Path(f"{name}.csv").read_bytes(), reports_in(Path(name))

    here = grade("here")
    rows = csv.DictReader(io.StringIO(here[0].decode("utf-8-sig")))
    assert len({row["score"] for row in rows}) > 1  # some win, some lose
    Path("cluster").mkdir()
    with dask_cluster(tmp_path / "cluster", 2) as cluster:
        assert grade("there", "--cluster", cluster.address) == here


def test_a_cluster_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.cpp").write_text("int main() {}")
    arguments = ["grade", "tiaojia/match", str(tmp_path / "good.cpp"), "--cluster", "nowhere"]
    assert run(arguments) == 2
    assert "expected the address of a Dask scheduler like" in capsys.readouterr().err
