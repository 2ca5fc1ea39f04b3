"""Grading: points, faults that are not the student's, and interrupted runs."""

import dataclasses
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from garlic.core import Text
from garlic.judge import build
from garlic.labs import grading
from garlic.labs.candidates import Candidate
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.checks.base import Setting
from garlic.labs.lab import Lab, read_lab
from garlic.labs.report.documents import to_csv, to_json
from garlic.labs.report.ranking import ranked
from garlic.labs.results import Graded
from garlic.labs.steps import Step
from labs.samples import DOUBLING, PROGRAMS, TIAOJIA, Grade
from support.present import present


def points(graded: Mapping[str, Graded]) -> dict[str, float]:
    return {name: result.points for name, result in graded.items()}


def test_the_points_of_each_program(doubling: Lab, submissions: Path, graded: Grade) -> None:
    found = graded(doubling, sorted(submissions.iterdir()))
    assert points(found) == {
        "good": 100, "small": 70, "wrong": 10, "crash": 10, "cheat": 10, "broken": 0,
    }  # fmt: skip
    assert found["good"].full
    assert found["broken"].compiles is False
    assert "SyntaxError" in str(found["broken"].tests[0].remarks[0].output)
    assert found["crash"].tests[1].verdicts == ("crash",)
    assert "oh no" in found["crash"].tests[1].remarks[0].output
    assert found["cheat"].tests[1].verdicts == ("forbidden",)
    assert found["cheat"].tests[1].remarks[0].advice is not None


@pytest.mark.parametrize(
    ("encoding", "fault"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("gbk", "; save main.py as UTF-8"),
        ("utf-16", "; save main.py as UTF-8"),
        ("utf-16-be", "main.py is not text in UTF-8: it has bytes of value 0"),
    ],
)
def test_a_program_in_another_encoding_does_not_compile(
    doubling: Lab, tmp_path: Path, encoding: str, fault: str | None
) -> None:
    text = PROGRAMS["good"] + ("" if encoding == "utf-16-be" else "# 作业\n")
    (tmp_path / "main.py").write_bytes(text.encode(encoding))
    (found,) = grading.grade(doubling, [tmp_path / "main.py"], grading.GradingOptions())
    if fault is None:
        assert found.points == 100
    else:
        assert str(found.fault).startswith("does not compile: SyntaxError: ")
        assert str(found.fault).endswith(fault)
        assert len(str(found.tests[0].remarks[0].output).splitlines()) == 1, "nothing of our own"


def test_nothing_printed_has_advice_for_programs(doubling: Lab, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(b"")
    (found,) = grading.grade(doubling, [tmp_path / "main.py"], grading.GradingOptions())
    assert str(found.tests[1].remarks[0].advice) == "print the answer before the program ends"
    assert found.tests[1].verdicts == ("no answer",), "it did not crash"


def test_the_smallest_failing_case_is_shown(submissions: Path, graded: Grade) -> None:
    small, large = '{ input = "1", output = "2" }', '{ input = "21", output = "42" }'
    text = DOUBLING.replace(f"{small}, {large}", f"{large}, {small}")
    assert text != DOUBLING
    doubling = read_lab(text.encode(), "doubling", Path())
    case = present(graded(doubling, [submissions / "wrong.py"])["wrong"].tests[1].case)
    assert (case.content, case.expected, case.got) == (b"1", "2", "0\n")


def test_a_zip_and_a_folder_are_graded_like_the_file(
    doubling: Lab, tmp_path: Path, graded: Grade
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "main.py").write_text(PROGRAMS["good"])
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as file:
        file.writestr("deep/main.py", PROGRAMS["good"])
        file.writestr("readme.md", "hello")
    found = graded(doubling, [tmp_path / "folder", tmp_path / "packed.zip"])
    assert points(found) == {"folder": 100, "packed": 100}


def test_a_missing_compiler_costs_no_points(
    doubling: Lab, tmp_path: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cpp").write_text("int main() {}")
    monkeypatch.setattr("garlic.labs.candidates.shutil.which", lambda _: None)
    found = graded(doubling, [tmp_path / "a.cpp"])["a"]
    assert [test.points for test in found.tests] == [None, None, None]
    assert found.compiles is None
    assert "the compiler g++ is not installed" in str(found.not_judged[0].summary)


def test_a_missing_library_costs_no_points(
    doubling: Lab, tmp_path: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cpp").write_text("#include <png.h>\nint main() {}")
    log = "a.cpp:1:10: fatal error: png.h: No such file or directory\n"
    monkeypatch.setattr("garlic.judge.building.compiler.Workshop.run", lambda *_: log)
    found = graded(doubling, [tmp_path / "a.cpp"])["a"]
    assert [test.points for test in found.tests] == [None, None, None]
    assert "the Debian package libpng-dev is not installed" in str(found.not_judged[0].summary)


def test_a_machine_that_cannot_build_costs_no_points(
    doubling: Lab, tmp_path: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cpp").write_text("int main() {}")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    found = graded(doubling, [tmp_path / "a.cpp"])["a"]
    assert [test.points for test in found.tests] == [None, None, None]
    assert "the cache folder is not safe" in str(found.not_judged[0].summary)


def test_weak_isolation_costs_no_points(
    doubling: Lab, submissions: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "_weakness", lambda: Text("no fence here"))
    found = graded(doubling, [submissions / "good.py"])["good"]
    assert [test.points for test in found.tests] == [10, None, None]
    assert str(found.tests[1].summary) == "not judged: no fence here"
    assert graded(doubling, [submissions / "good.py"], weak=True)["good"].full


def test_the_steps_of_a_test_are_made_once(
    doubling: Lab, submissions: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make = [], AnswersCheck.steps

    def counted(test: AnswersCheck, setting: Setting, candidate: Candidate) -> list[Step]:
        made.append((str(test.title), candidate.name))
        return make(test, setting, candidate)

    monkeypatch.setattr(AnswersCheck, "steps", counted)
    assert graded(doubling, [submissions / "good.py"])["good"].full
    assert made == [("small", "good"), ("large", "good")]


def test_an_overload_costs_no_points_and_is_tried_again(
    doubling: Lab, submissions: Path, tmp_path: Path, graded: Grade
) -> None:
    out = tmp_path / "out"
    test = doubling.tests[1]

    assert isinstance(test, AnswersCheck)

    class Busy(AnswersCheck):
        def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
            def busy(_: object) -> dict[str, Any]:
                return {"not judged": {"text": "the machine was too busy", "values": {}}}

            return [replace(step, work=busy) for step in super().steps(setting, candidate)]

    fields = {field.name: getattr(test, field.name) for field in dataclasses.fields(test)}
    lab = replace(doubling, tests=(doubling.tests[0], Busy(**fields), doubling.tests[2]))
    found = graded(lab, [submissions / "good.py"], out=out)["good"]
    assert [result.points for result in found.tests] == [10, None, 30]
    assert not found.full
    assert graded(doubling, [submissions / "good.py"], out=out)["good"].full


def test_a_match_is_graded_by_its_results(graded: Grade) -> None:
    lab = read_lab(TIAOJIA.encode(), "tiaojia", Path())
    home = Path(__file__).parent.parent / "submissions" / "tiaojia"
    found = graded(lab, [home / f"{name}.cpp" for name in ("good", "wrong", "crashing")])
    assert points(found) == {"good": 6, "wrong": 0, "crashing": 0}
    assert found["wrong"].tests[0].verdicts == ("illegal move",)
    assert found["crashing"].tests[0].verdicts == ("crash",)
    games = found["good"].tests[0].games
    assert [game.seat.index for game in games] == [0, 1]
    assert {game.record.bots[game.seat.index].name for game in games} == {"good.cpp"}
    assert not any(game.lost for game in games)


def test_a_game_is_not_judged_if_the_opponent_fails(tmp_path: Path, graded: Grade) -> None:
    (tmp_path / "bad.py").write_text("def play(position):\n    return 1 // 0\n")
    text = TIAOJIA.replace("baseline:tiaojia/first", "bad.py")
    lab = read_lab(text.encode(), "tiaojia", tmp_path)
    home = Path(__file__).parent.parent / "submissions" / "tiaojia"
    found = graded(lab, [home / "good.cpp"])["good"]
    assert found.points == 0
    assert found.tests[0].points is None
    assert "the opponent bad.py failed" in str(found.tests[0].summary)


class TestResuming:
    def test_a_second_run_runs_nothing_again(
        self,
        doubling: Lab,
        submissions: Path,
        tmp_path: Path,
        graded: Grade,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        paths = sorted(submissions.iterdir())
        first = graded(doubling, paths, out=tmp_path / "out")

        def refuse(*_: object) -> NoReturn:
            raise AssertionError("run again")

        monkeypatch.setattr(grading, "_outcomes", lambda todo, *_: refuse() if todo else iter(()))
        assert report(doubling, graded(doubling, paths, out=tmp_path / "out")) == report(
            doubling, first
        )

    def test_changed_content_is_run_again(
        self, doubling: Lab, submissions: Path, tmp_path: Path, graded: Grade
    ) -> None:
        out = tmp_path / "out"
        good = submissions / "good.py"
        assert graded(doubling, [good], out=out)["good"].full
        good.write_text(PROGRAMS["wrong"])
        assert graded(doubling, [good], out=out)["good"].points == 10

    def test_equal_submissions_are_run_once(
        self, doubling: Lab, tmp_path: Path, graded: Grade
    ) -> None:
        for name in ("ann", "bob"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "main.py").write_text(PROGRAMS["good"])
        found = graded(doubling, [tmp_path / "ann", tmp_path / "bob"], out=tmp_path / "out")
        assert points(found) == {"ann": 100, "bob": 100}
        assert len((tmp_path / "out" / "journal.jsonl").read_text().splitlines()) == 3


def report(lab: Lab, graded: Mapping[str, Graded]) -> tuple[dict[str, Any], str]:
    """The JSON and CSV reports, without values that differ from run to run."""
    table = ranked(lab, list(graded.values()))
    document = to_json(table, "en")
    for submission in document["submissions"]:
        del submission["cost"]
    return document, to_csv(table, "en")


def test_a_second_build_gives_the_same_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path))
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.c").write_text("int main(void) { return 0; }")
    first = build.build_folder(tmp_path / "src")
    assert first == build.build_folder(tmp_path / "src")


def test_tests_are_run_in_turn_so_that_none_waits_for_the_way_of_another(
    doubling: Lab, submissions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    real = AnswersCheck.steps

    def noted(check: AnswersCheck, setting: Setting, candidate: Candidate) -> list[Step]:
        def work(cpus: frozenset[int], step: Step) -> Any:
            order.append(str(check.title))
            return present(step.work)(cpus)

        steps = real(check, setting, candidate)
        return [replace(step, work=partial(work, step=step)) for step in steps]

    monkeypatch.setattr(AnswersCheck, "steps", noted)
    options = grading.GradingOptions(jobs=1)
    (good,) = grading.grade(doubling, [submissions / "good.py"], options)
    assert good.points == 100
    assert order == ["small", "large", "small"]
