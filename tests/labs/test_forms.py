"""Programs of courses: input and answers in files, and what each fault is called."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

import pytest

from garlic.core import Limits, UsageError
from garlic.judge.bots import find_bot
from garlic.judge.build_tree import TreeProgram
from garlic.labs import copies, ways
from garlic.labs.candidates import Candidate
from garlic.labs.checkers.text import TextCase
from garlic.labs.checks.scripts import ScriptsCheck
from garlic.labs.forms import FileForm, argument_lists, names_folder, reads_arguments
from garlic.labs.lab import read_lab_file
from garlic.labs.library import find_lab
from garlic.labs.results import Graded
from garlic.labs.steps import Outcome, is_judged
from garlic.labs.submissions import Submission
from garlic.sandbox.guard import RunReport
from labs.samples import Grade

COURSES = Path(__file__).parents[1] / "data" / "courses"
TREK = COURSES / "trek-files"
NUMBERED = FileForm("../input/{n}.txt", "../output/{n}.txt")
ESCAPED = Path(tempfile.gettempdir(), "garlic-escaped")
WITH_NUMBER = FileForm("../input/{n}.txt", "../output/{n}.txt", ("{n}",))


class GradeFolder(Protocol):
    def __call__(
        self, course: str, name: str = "good", old: str = "", new: str = "", *, turn: str = "10s"
    ) -> Graded: ...


@pytest.fixture
def result(graded: Grade, tmp_path: Path) -> GradeFolder:
    """A function that grades a course folder, perhaps with one text replaced in its source."""

    def run(
        course: str, name: str = "good", old: str = "", new: str = "", *, turn: str = "10s"
    ) -> Graded:
        folder = tmp_path / name
        shutil.copytree(COURSES / course / name, folder)
        if old:
            (source,) = (
                path for path in folder.rglob("*") if path.is_file() and old in path.read_text()
            )
            source.write_text(source.read_text().replace(old, new))
        lab = tmp_path / "lab.toml"
        text = (COURSES / course / "lab.toml").read_text()
        lab.write_text(text.replace('limits = "turn=10s', f'limits = "turn={turn}'))
        (found,) = graded(read_lab_file(lab), [folder]).values()
        assert not found.not_judged
        return found

    return run


def sentence(result: Graded) -> str:
    """The first remark on the last test."""
    return str(result.tests[-1].remarks[0].what)


def test_a_program_that_works_through_all_inputs(result: GradeFolder) -> None:
    assert result("trek-files").full


def test_a_program_that_takes_the_number(result: GradeFolder) -> None:
    old = "for number in range(1, 11):"
    assert result("trek-files", old=old, new="import sys\nfor number in sys.argv[1:]:").full


def test_a_program_in_files_that_reads_standard_input(result: GradeFolder) -> None:
    old = "for number in range(1, 11):"
    new = "import sys\nprint(solve(sys.stdin.read()))\nfor number in ():"
    assert result("trek-files", old=old, new=new).full


def test_the_case_that_finds_the_way_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def run(*arguments: Any) -> Outcome:
        content = arguments[3].decode()
        seen.append(content)
        return {"verdict": "ok", "output": content}

    monkeypatch.setattr(ways, "run_once", run)
    (tmp_path / "main.py").write_text("print(input())\n")
    bot = find_bot(str(tmp_path / "main.py"))
    candidate = Candidate(Submission("ann", tmp_path, ""), bot.path, bot, forms=(NUMBERED,))
    cases = [TextCase(str(size), str(size), size, exact=True) for size in (300, 20, 1)]
    runs = ways.ProgramRuns(candidate, cases, Limits(1, 1, 1), lambda *_: 1.0)
    for case in cases:
        assert runs.run(case, frozenset())["output"] == case.question
    assert sorted(seen) == ["1", "20", "300"]


def test_a_part_of_the_answer_earns_a_part(result: GradeFolder) -> None:
    found = result("trek-files", old="{len(path)}\\n{path}", new="{len(path)}")
    assert found.points == 60  # two maps have a path, the third has none


@pytest.mark.parametrize(
    ("old", "new", "verdicts", "said"),
    [
        ("../input/", "../inputs/", ("crash",), "crash: ended with exit code 1"),
        (
            "    answer(number)\n",
            "",
            (),
            "expected the number of days or -1, got 'working'",
        ),
        (
            '    print("working on", number)\n    answer(number)\n',
            "    pass\n",
            (),
            "printed nothing and did not write ../output/output_1.txt",
        ),
        (
            "write_text(solve(text))",
            "write_text('x' * 9_000_000)",
            ("output",),
            "output: printed or wrote more than 4 MB",
        ),
        (
            "def answer(number):\n",
            "def answer(number):\n    while True:\n        print('x' * 9_000_000)\n",
            ("output",),
            "output: printed or wrote more than 4 MB",
        ),
        (
            "def answer(number):\n",
            "def answer(number):\n    import signal; signal.raise_signal(signal.SIGXCPU)\n",
            ("too late",),
            "too late: did not end within 1 s",
        ),
        (
            "def answer(number):\n",
            "def answer(number):\n    import time; time.sleep(60)\n",
            ("too late",),
            "too late: did not end within 1 s",
        ),
        (
            "def answer(number):\n",
            "def answer(number):\n    x = bytearray(900 << 20)\n",
            ("memory",),
            "memory: needs more than 256 MB of memory",
        ),
        (
            "def answer(number):\n",
            "def answer(number):\n"
            "    for n in range(9999): open(f'{n}', 'wb').write(bytes(1 << 20))\n",
            ("output",),
            "output: wrote more files, or larger ones, than it may",
        ),
    ],
    ids=["path", "no file", "nothing", "file", "prints", "time", "sleeps", "memory", "disk"],
)  # fmt: skip
def test_a_fault_has_its_own_sentence(
    result: GradeFolder, old: str, new: str, verdicts: tuple[str, ...], said: str
) -> None:
    # Only who has to be late is hurried: a busy disk alone may take a second.
    found = result("trek-files", old=old, new=new, turn="1s" if "too late" in verdicts else "10s")
    assert found.points == 0
    assert found.tests[-1].verdicts == verdicts
    assert said in sentence(found)


@pytest.mark.parametrize(("late", "verdict"), [(True, "too late"), (False, None)])
def test_a_program_that_waited_for_a_processor_is_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool, verdict: str | None
) -> None:
    report = RunReport(
        status=None, signal=None, late=late, overloaded=not late, left=0, stdout="", stderr="",
        fenced=True, apart=True, wall_seconds=3, cpu_seconds=0.4,
    )  # fmt: skip
    monkeypatch.setattr(copies, "guarded", lambda _: report)
    (tmp_path / "trek.py").write_text("")
    program = TreeProgram("trek", tmp_path / "trek.py", PurePosixPath())
    case = copies.CaseInput("map.txt", b"", b"")
    limits = Limits(turn_seconds=1, init_seconds=1, memory_bytes=1 << 28)
    found = copies.run_in_copy(tmp_path, program, (NUMBERED,), (), case, limits, frozenset())
    assert found.get("verdict") == verdict
    assert is_judged(found) == (verdict is not None)


def test_the_places_of_the_input_are_named(result: GradeFolder) -> None:
    old = '    print("working on", number)\n    answer(number)\n'
    found = result("trek-files", old=old, new="    pass\n")
    assert "../input/input_1.txt" in str(found.tests[-1].remarks[0].advice)


@pytest.mark.parametrize(
    "new",
    [
        "os.symlink('/etc/hostname', f'../output/output_{number}.txt')",
        "os.mkfifo(f'../output/output_{number}.txt')",
        f"open('{ESCAPED}', 'w')",
    ],
)
def test_links_and_pipes_are_no_answers_and_nothing_is_written_outside(
    result: GradeFolder, new: str
) -> None:
    found = result(
        "trek-files",
        old="def answer(number):\n",
        new=f"def answer(number):\n    import os; {new}; return\n",
    )
    assert found.points == 0
    assert not ESCAPED.exists()


def test_an_answer_in_time_counts_while_other_inputs_take_longer(result: GradeFolder) -> None:
    old = "    answer(number)\n"
    new = f"{old}    import time\n    while number == 2: time.sleep(1)\n"
    assert result("trek-files", old=old, new=new).full


def test_xiangqi_takes_the_number_and_writes_blanks(result: GradeFolder) -> None:
    assert result("xiangqi-files").full


def test_xiangqi_with_a_wrong_move(result: GradeFolder) -> None:
    assert result("xiangqi-files", old="R (8, 7) (8, 9)", new="R (8, 7) (8, 6)").points == 50


def test_highway_loads_a_picture_and_prints_totals(result: GradeFolder) -> None:
    assert result("highway-pictures").full


def test_highway_in_two_programs(result: GradeFolder) -> None:
    assert result("highway-pictures", "split").full


def test_highway_with_a_wrong_second_program(result: GradeFolder) -> None:
    found = result("highway-pictures", "split", "test2", "missing")
    assert found.points == 50
    assert "the second road" in sentence(found)


def test_a_shell_may_read_standard_input(graded: Grade, tmp_path: Path) -> None:
    lab = find_lab("shell")
    check = lab.tests[-2]
    assert isinstance(check, ScriptsCheck)
    lab = replace(lab, tests=(check,))
    source = f"import sys\nif sys.stdin.read() == {check.script!r}:\n    "
    (tmp_path / "good.py").write_text(
        f"{source}import os\n    print({check.expected()!r}.replace('HERE', os.getcwd()), end='')"
    )
    (tmp_path / "bad.py").write_text(f"{source}print('no')\n")
    found = graded(lab, [tmp_path / "good.py", tmp_path / "bad.py"])
    assert (found["good"].full, found["bad"].points) == (True, 0)


@pytest.mark.parametrize("name", ["trek", "xiangqi/mate", "highway"])
def test_the_labs_of_the_courses_have_forms(name: str) -> None:
    assert find_lab(name).accepted.forms


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../../../x", "a/../../b", "x{m}", "", "a//b", "./a", "..", "a/"]
)
def test_a_form_stays_near_the_program(path: str, tmp_path: Path) -> None:
    text = (TREK / "lab.toml").read_text().replace("../output/output_{n}.txt", path, 1)
    (tmp_path / "lab.toml").write_text(text)
    with pytest.raises(UsageError, match=r"hand_in\.forms\[1\]\.output"):
        read_lab_file(tmp_path / "lab.toml")


def test_the_case_is_at_every_number_unless_the_answers_are_numbered() -> None:
    assert NUMBERED.case_files() == ("../input/1.txt",)
    assert len(NUMBERED.filler_files()) == 10
    pictures = FileForm("pic/test{n}.png")
    assert "pic/test3.png" in pictures.case_files()
    assert pictures.filler_files() == ()


def test_arguments_are_tried_only_where_they_are_read() -> None:
    forms = (NUMBERED, WITH_NUMBER)
    assert argument_lists(forms, reads_arguments=False) == [()]
    assert argument_lists(forms, reads_arguments=True) == [("1",), ()]
    assert not reads_arguments("int main(int argc, char *argv[]) { return 0; }")
    assert reads_arguments("int main(int c, char **v) { return atoi(v[1]); }")
    assert reads_arguments("import sys\nprint(sys.argv[1])")
    assert names_folder('open("../input/1.txt")', forms)
    assert not names_folder("int input = 1;", forms)
