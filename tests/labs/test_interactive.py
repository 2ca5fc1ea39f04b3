"""Labs that take interactive programs besides those in the line protocol."""

from pathlib import Path

import pytest

from garlic.core import InvalidFileError
from garlic.games import GAMES
from garlic.judge.bots import BotKind
from garlic.labs.candidates import SubmissionFormat, prepare
from garlic.labs.lab import read_lab
from garlic.labs.submissions import collect_submissions

COURSES = Path(__file__).parents[1] / "data/courses"
GOMOKU = GAMES["gomoku"]
ACCEPTED = SubmissionFormat("bot", ("*.cpp", "*.c"), game=GOMOKU, interactive=True)


def candidate(path: Path, workspace: Path):
    (submission,) = collect_submissions([path], workspace)
    return prepare(submission, ACCEPTED, GOMOKU.limits)


def test_a_folder_that_never_says_ready_is_played_at_a_terminal(tmp_path):
    found = candidate(COURSES / "gomoku-drawn", tmp_path)
    assert found.fault is None
    assert found.missing is None
    assert (found.bot.kind, found.bot.protocol) == (BotKind.FOLDER, "console")


def test_a_folder_that_does_not_compile_is_the_students_fault(tmp_path):
    found = candidate(COURSES / "gomoku-broken", tmp_path)
    assert "rules.h: No such file" in str(found.fault.text)


def test_a_program_in_the_line_protocol_stays_one(tmp_path):
    source = tmp_path / "bot.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("ready"); return 0; }\n')
    found = candidate(source, tmp_path / "work")
    assert (found.bot.kind, found.bot.protocol) == (BotKind.COMPILED, "line")


def test_only_gomoku_has_interactive_programs(tmp_path):
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
    with pytest.raises(InvalidFileError, match="interactive programs play only Gomoku"):
        read_lab(lab, "x", tmp_path)
