"""Labs that take interactive programs besides those in the line protocol."""

from dataclasses import replace
from pathlib import Path

import pytest

from garlic.core import InvalidFileError
from garlic.games import GAMES
from garlic.judge.bots import BotKind
from garlic.labs.candidates import Candidate, SubmissionFormat, prepare
from garlic.labs.lab import read_lab
from labs.samples import collected
from support.present import present

COURSES = Path(__file__).parents[1] / "data/courses"
GOMOKU = GAMES["gomoku"]
ACCEPTED = SubmissionFormat("bot", ("*.h", "*.cpp", "*.c"), game=GOMOKU, interactive=True)


def candidate(path: Path, workspace: Path) -> Candidate:
    (submission,) = collected([path], workspace)
    return prepare(submission, ACCEPTED, replace(GOMOKU.limits, init_seconds=2))


READ = 'char line[200]; while (fgets(line, 200, stdin) && strncmp(line, "start", 5)) {}'


@pytest.mark.parametrize(
    ("body", "protocol"),
    [
        ('printf("Are you ready? (y/n) "); getchar();', "console"),  # never mind the word
        ('puts("ready player one"); getchar();', "console"),
        ('fputs("ready to play> ", stdout); getchar();', "console"),
        ('puts("\\x1b[2J"); puts("1.人机对战 2.双人对战"); getchar();', "console"),
        ('fprintf(stderr, "your move: "); getchar();', "console"),
        (f'{READ} printf("re" "ady\\n"); fflush(stdout);', "line"),
        (f'puts("# warming up"); {READ} printf("rea"); fflush(stdout); puts("dy");', "line"),
        (f"{READ} getchar();", "line"),  # silent: the line protocol says what it lacks
        ("return 1;", "line"),
        ("abort();", "line"),
    ],
)
def test_what_a_program_does_at_its_start_tells_its_protocol(
    tmp_path: Path, body: str, protocol: str
) -> None:
    headers = "".join(f"#include <{name}.h>\n" for name in ("stdio", "stdlib", "string"))
    (tmp_path / "bot.c").write_text(f"{headers}int main(void) {{ {body} return 0; }}\n")
    found = candidate(tmp_path / "bot.c", tmp_path / "work")
    assert (found.fault, found.missing) == (None, None)
    assert (present(found.bot).kind, present(found.bot).protocol) == (BotKind.FOLDER, protocol)


def test_a_folder_is_one_program_in_either_protocol(tmp_path: Path) -> None:
    drawn = candidate(COURSES / "gomoku-drawn", tmp_path / "1")  # it has a header, too
    assert (drawn.fault, drawn.missing, present(drawn.bot).protocol) == (None, None, "console")
    folder = tmp_path / "two files"
    folder.mkdir()
    (folder / "main.c").write_text("void say(void);\nint main(void) { getchar(); say(); }\n")
    (folder / "say.c").write_text('#include <stdio.h>\nvoid say(void) { puts("ready"); }\n')
    spoken = candidate(folder, tmp_path / "2")
    assert (spoken.fault, spoken.missing, present(spoken.bot).protocol) == (None, None, "line")


def test_a_folder_that_does_not_compile_is_the_students_fault(tmp_path: Path) -> None:
    found = candidate(COURSES / "gomoku-broken", tmp_path)
    assert "rules.h: No such file" in str(present(found.fault).text)


def test_only_gomoku_has_interactive_programs(tmp_path: Path) -> None:
    lab = b"""schema = "garlic-lab/1"
title = { en = "x", zh = "x" }
[hand_in]
kind = "bot"
game = "othello"
interactive = true
[[tests]]
check = "build"
points = 1
"""
    with pytest.raises(InvalidFileError, match="interactive programs play only gomoku"):
        read_lab(lab, "x", tmp_path)
