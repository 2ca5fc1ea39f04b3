"""Every form of a course's program: right, partly right, and broken in one place.

A broken folder is the right one with one edit. What the student reads is in the table.
"""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from garlic.labs.lab import Lab, read_lab_file
from garlic.labs.library import find_lab
from labs.samples import Grade
from support.sampling import one_in

COURSES = Path(__file__).parents[1] / "data" / "courses"
MAIN = re.compile(r"int main\([^)]*\) \{")
LOOP = "for (;;) sleep(1);"  # asleep, so that a busy machine is no excuse for it
FLOOD = f'for (;;) puts("{"x" * 60}");'


def shell_lab() -> Lab:
    """The bundled lab with three of its tests, to be fast."""
    lab = find_lab("shell")
    wanted = {"compiles", "list and log", "list with arguments"}
    return replace(lab, tests=tuple(test for test in lab.tests if test.title.en in wanted))


def lab_of(folder: str) -> Lab:
    return shell_lab() if folder == "shell-script" else read_lab_file(lab_file(folder))


def lab_file(folder: str) -> Path:
    return (COURSES / folder).parent / "lab.toml"


def at_start(statement: str) -> Callable[[str], str]:
    """An edit: *statement* is the first one of main."""
    headers = "#include <stdio.h>\n#include <unistd.h>\n"
    return lambda text: headers + MAIN.sub(lambda main: main[0] + statement, text)


def instead(old: str, new: str) -> Callable[[str], str]:
    """An edit: *new* instead of *old*, which must be there."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def unchanged(text: str) -> str:
    return text


NO_HEADER = instead("#include <", '#include "rules.h"\n#include <')
NOTHING, FLOODS, LOOPS = map(at_start, ("return 0;", FLOOD, LOOP))
SHELL, MATE, PICTURE = (
    ("shell-script", "src/main.c"),
    ("xiangqi-files/good", "src/mate.cpp"),
    ("highway-pictures/good", "highway.cpp"),
)
SECOND = ("highway-pictures/split", "part2.cpp")

CASES = {
    "shell: right": (SHELL, unchanged, 25, None),
    "shell: no arguments of ls": (
        ("shell-script", "src/shell.c"),
        instead("words[count] = NULL;", 'words[strcmp(words[0], "ls") ? count : 1] = NULL;'),
        20,
        "line 1 of its output: expected 'HERE$ plum.txt', got 'HERE$ apple.txt'",
    ),
    "shell: the script elsewhere": (SHELL, instead("fopen(argv[1]", 'fopen("in.txt"'), 25, None),
    "shell: no header": (SHELL, NO_HEADER, 0, "src/main.c:1:10: fatal error: rules.h"),
    "shell: nothing": (SHELL, NOTHING, 5, "it printed nothing"),
    "shell: too much": (SHELL, FLOODS, 5, "printed or wrote more than 4 MB"),
    "shell: loops": (SHELL, LOOPS, 5, "did not end within 5 s"),
    "shell: more than asked for": (
        SHELL,
        instead("free(line);", 'free(line); puts("\\nbye");'),
        5,
        "its output goes on after the end, with 'bye'",
    ),
    "shell: ends early": (
        SHELL,
        instead("running = execute(line);", "running = execute(line) && history.count < 3;"),
        5,
        "its output ends before line",
    ),
    "mate: right": (MATE, unchanged, 100, None),
    "mate: one board wrong": (MATE, instead("(8, 9)", "(8, 6)"), 50, "lets black escape"),
    "mate: another input": (MATE, instead('"../input/', '"../inputs/'), 50, "does not stand on"),
    "mate: another output": (
        MATE,
        instead('"../output/', '"../answers/'),
        0,
        "expected an answer like 'R (1,8) (4,8)', got 'board 1'",
    ),
    "mate: no header": (MATE, NO_HEADER, 0, "src/mate.cpp:2:10: fatal error: rules.h"),
    "mate: nothing": (MATE, NOTHING, 0, "printed nothing and did not write ../output/output_1.txt"),
    "mate: too much": (MATE, FLOODS, 0, "output: printed or wrote more than 4 MB"),
    "mate: loops": (MATE, LOOPS, 0, "too late: did not end within 2 s"),
    "picture: right": (PICTURE, unchanged, 100, None),
    "picture: one total wrong": (PICTURE, instead("448402", "448403"), 50, "the second road"),
    "picture: another place": (PICTURE, instead("pic/", "picture/"), 0, "crash: SIGABRT"),
    "picture: no header": (PICTURE, NO_HEADER, 0, "highway.cpp:2:10: fatal error: rules.h"),
    "picture: nothing": (PICTURE, NOTHING, 0, "printed nothing"),
    "picture: too much": (PICTURE, FLOODS, 0, "output: printed or wrote more than 4 MB"),
    "picture: loops": (PICTURE, LOOPS, 0, "too late: did not end within 2 s"),
    "two programs: right": (SECOND, unchanged, 100, None),
    "two programs: one prints nothing": (SECOND, NOTHING, 50, "the second road"),
    "two programs: one prints too much": (SECOND, FLOODS, 50, "the second road"),
    "two programs: one loops": (SECOND, LOOPS, 50, "the second road"),
}


@pytest.mark.parametrize("name", one_in(3, CASES))
def test_the_points_and_the_sentence(name: str, graded: Grade, tmp_path: Path) -> None:
    (folder, source), edit, points, said = CASES[name]
    shutil.copytree(COURSES / folder, tmp_path / "handed in")
    path = tmp_path / "handed in" / source
    path.write_text(edit(path.read_text()))
    (found,) = graded(lab_of(folder), [tmp_path / "handed in"]).values()
    remarks = [str(remark.what) for test in found.tests for remark in test.remarks]
    fault = [] if found.fault is None else [str(found.fault)]
    assert not found.not_judged
    assert found.points == points, (remarks, fault)
    assert said is None or said in "\n".join([*remarks, *fault])


def test_the_whole_shell_earns_all_points(graded: Grade) -> None:
    lab = find_lab("shell")
    lab = replace(lab, tests=tuple(test for test in lab.tests if not getattr(test, "leaks", False)))
    (found,) = graded(lab, [COURSES / "shell-script"]).values()  # valgrind may be missing here
    assert (found.points, found.not_judged) == (90, ())
