"""Grading on a busy machine: what could not be judged is never lost, nor passed, nor forgotten."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, Protocol

import pytest

from garlic.cli import run
from garlic.core import GarlicError, Outcome, Seat
from garlic.judge.game_run import GameRun
from garlic.judge.patience import Patience
from garlic.judge.record import Record
from garlic.labs.grading import GradingOptions, GradingProgress, grade
from garlic.labs.journal import Journal
from garlic.labs.lab import Lab, read_lab
from garlic.labs.report.class_page import class_page
from garlic.labs.report.documents import to_csv, to_json
from garlic.labs.report.ranking import Class, ranked
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded, GradeState
from labs.samples import TIAOJIA
from support.busy import FakeQuiet, delayed, not_judged, prompt
from support.records import record_of, some_moves

LAB = TIAOJIA + "[[tests]]\ncheck = 'build'\npoints = 10\n"
GOOD = Path(__file__).parent.parent / "submissions" / "tiaojia" / "good.cpp"
CRASHING = GOOD.with_name("crashing.cpp")


@pytest.fixture
def tiaojia() -> Lab:
    return read_lab(LAB.encode(), "tiaojia", Path())


class Machine(list[Callable[[Record], Record]]):
    """What the machine makes of each game in turn, and how many games it has played.

    The second bot wins all of them.
    """

    played = 0

    def play(self, game_run: GameRun) -> Record:
        self.played += 1
        won = Outcome(Seat.B, "more stones after 120 plies", (1, 2))
        record = replace(record_of("tiaojia", some_moves("tiaojia", 6)), outcome=won)
        return (self.pop(0) if self else prompt)(replace(record, seed=game_run.seed))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr("garlic.judge.workers.run.play", machine.play)
    return machine


def graded(
    lab: Lab,
    out: Path | None = None,
    patience: float = 600,
    progress: Callable[[GradingProgress], object] = lambda _: None,
    paths: Sequence[Path] = (GOOD,),
) -> list[Graded]:
    options = GradingOptions(jobs=1, out=out, patience=Patience(patience))
    return grade(lab, paths, options, progress)


def test_what_was_not_judged_is_neither_won_nor_lost(tiaojia: Lab, machine: Machine) -> None:
    machine += [prompt, not_judged]
    (found,) = graded(tiaojia)
    assert found.state is GradeState.UNFINISHED
    assert [test.points for test in found.tests] == [None, 10]
    assert (found.points, found.open_points, found.max_points) == (10, 6, 16)


def test_it_is_run_again_as_soon_as_the_machine_is_quiet(
    tiaojia: Lab, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    quiet_answers.answers = [True]
    machine += [not_judged, prompt, prompt]
    (found,) = graded(tiaojia)
    assert (found.state, found.points, machine.played) == (GradeState.FINAL, 13, 3)


def test_a_delayed_game_counts_provisionally_and_is_played_again(
    tiaojia: Lab, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    machine += [delayed]
    (found,) = graded(tiaojia)
    assert (found.state, found.points, found.delayed) == (GradeState.DELAYED, 13, 1)
    quiet_answers.answers = [True]
    machine += [delayed]
    (found,) = graded(tiaojia)
    assert (found.state, found.delayed, machine.played) == (GradeState.FINAL, 0, 2 + 3)


def test_the_progress_counts_what_was_not_judged(tiaojia: Lab, machine: Machine) -> None:
    machine += [not_judged, delayed]
    seen: list[GradingProgress] = []
    graded(tiaojia, progress=seen.append)
    assert seen[0].building
    counts = [(one.done, one.of, one.not_judged, one.delayed) for one in seen if not one.building]
    assert counts == [(0, 2, 0, 0), (1, 2, 1, 0), (2, 2, 1, 1)]


def test_the_journal_knows_what_was_not_judged(
    tiaojia: Lab, machine: Machine, tmp_path: Path
) -> None:
    machine += [not_judged, delayed]
    graded(tiaojia, tmp_path)
    with Journal(tmp_path) as journal:
        outcomes = list(journal.outcomes.values())
    assert ["not judged" in outcome for outcome in outcomes] == [True, False]
    assert ["delayed" in outcome for outcome in outcomes] == [False, True]


def test_the_next_run_tries_only_that_again(
    tiaojia: Lab, machine: Machine, quiet_answers: FakeQuiet, tmp_path: Path
) -> None:
    machine += [not_judged, delayed]
    graded(tiaojia, tmp_path)
    (found,) = graded(tiaojia, tmp_path)  # not quiet: only what was not judged
    assert (found.state, machine.played) == (GradeState.DELAYED, 3)
    quiet_answers.answers = [True]
    (found,) = graded(tiaojia, tmp_path)
    assert (found.state, found.points, machine.played) == (GradeState.FINAL, 13, 4)
    graded(tiaojia, tmp_path)
    assert machine.played == 4


@pytest.fixture
def unfinished_class(tiaojia: Lab, machine: Machine) -> Class:
    """A class of two: one with a game that was not judged, one with a delayed game."""
    machine += [prompt, not_judged, delayed, prompt]
    return ranked(tiaojia, graded(tiaojia, paths=(GOOD, CRASHING)))


def test_an_unfinished_submission_has_no_place(unfinished_class: Class) -> None:
    rows = [(row.place, row.graded.name) for row in unfinished_class.ranked]
    assert rows == [(1, "crashing"), (None, "good")]
    assert (unfinished_class.points, unfinished_class.median) == ([13], 13)


def test_documents_say_what_is_not_final(unfinished_class: Class) -> None:
    document = to_json(unfinished_class, "en")
    assert document["state"] == "unfinished"
    first, second = document["submissions"]
    assert (first["state"], first["delayed"], first["open_points"]) == ("delayed", 1, 0)
    assert (second["state"], second["place"], second["open_points"]) == ("unfinished", None, 6)
    assert [game["delayed"] for game in first["tests"][0]["games"]] == [True, False]
    text = to_csv(unfinished_class, "en").removeprefix("\ufeff")
    table = list(csv.DictReader(io.StringIO(text)))
    assert [(row["place"], row["score"], row["state"]) for row in table] == [
        ("1", "13", "delayed"),
        ("", "", "unfinished"),
    ]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["unfinished: 6 points are not judged yet", "provisional: games were delayed"]),
        ("zh", ["未完成：还有 6 分未评", "暂定：部分对局被繁忙的机器拖慢"]),
    ],
)
def test_pages_say_what_is_not_final(
    unfinished_class: Class, language: str, sentences: list[str]
) -> None:
    pages = {
        row.graded.name: submission_page(unfinished_class.lab, row.graded, language)
        for row in unfinished_class.ranked
    }
    assert sentences[0] in pages["good"]
    assert sentences[1] in pages["crashing"]
    page = class_page(unfinished_class, language)
    assert {"en": "Unfinished: 1 submission has", "zh": "未完成：有 1 份提交"}[language] in page
    assert {"en": "Provisional: in games of 1", "zh": "暂定：有 1 份提交"}[language] in page


class Command(Protocol):
    def __call__(self, *arguments: object) -> tuple[int, str, str]: ...


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    usual_patience: None,  # noqa: ARG001
) -> Command:
    """Run `garlic grade` on some submissions of the lab."""
    monkeypatch.setenv("GARLIC_LANG", "en")
    file = tmp_path / "lab.toml"
    file.write_text(LAB)

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(["grade", str(file), *map(str, arguments), "--jobs", "1"])
        return code, *capfd.readouterr()

    return call


def test_the_command_says_what_is_unfinished(
    command: Command, machine: Machine, tmp_path: Path
) -> None:
    machine += [prompt, not_judged]
    code, out, err = command(GOOD, "--json", tmp_path / "grades.json")
    assert code == 3
    assert "good: unfinished, 10 of 16 points so far, 6 not judged" in out
    assert "the machine is busy: waiting for up to 10 min" in err
    assert json.loads((tmp_path / "grades.json").read_text())["state"] == "unfinished"


def test_the_table_of_a_class_says_what_is_unfinished(command: Command, machine: Machine) -> None:
    machine += [prompt, not_judged, delayed, prompt]
    code, out, _ = command(GOOD, CRASHING)
    assert code == 3
    assert "10 / 16, 6 not judged" in out
    assert "The table is provisional: 1 submission is unfinished" in out
    assert "Delayed games: 1." in out


def test_delayed_games_do_not_change_the_exit_code(command: Command, machine: Machine) -> None:
    machine += [delayed]
    code, out, _ = command(GOOD, "--patience", "0")
    assert code == 1
    assert "good: 13 of 16 points" in out
    assert "Delayed games: 1." in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [((), "nothing is kept without --out"), (("--out", "kept"), "kept in kept; run the same")],
)
def test_ctrl_c_ends_with_a_sentence(
    command: Command,
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    def interrupt(_: object) -> NoReturn:
        raise KeyboardInterrupt

    machine += [prompt, interrupt]
    code, _, err = command(GOOD, *options)
    assert code == 130
    assert sentence in err
    if options:
        assert len((tmp_path / "kept" / "journal.jsonl").read_text().splitlines()) == 1


def test_a_game_that_cannot_be_run_does_not_stop_the_others(tiaojia: Lab, machine: Machine) -> None:
    def refuse(_: object) -> NoReturn:
        raise GarlicError("no processes left")

    machine += [refuse, prompt]
    (found,) = graded(tiaojia)
    assert machine.played == 2
    assert str(found.tests[0].summary) == "not judged: no processes left"
