"""Made-up classes: the same seed gives the same class, and every bot is its author's own."""

import ast
import json
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge.build import BuildFault, build_course_bot
from garlic.labs.authoring.classes import (
    CLASS_LAYOUTS,
    Fate,
    lab_programs,
    make_class,
    make_students,
    othello_programs,
    roster_csv,
    write_class,
)
from garlic.labs.authoring.sample_bots import BotQuality, othello_source
from garlic.labs.authoring.sample_programs import PROGRAM_KINDS, python_source
from garlic.labs.intake.roster import parse_roster
from garlic.labs.library import find_lab, lab_names
from support.present import present


def test_students_have_different_numbers_and_mostly_different_names() -> None:
    students = make_students(300, seed=5)
    assert len({student.number for student in students}) == 300
    assert len({student.name for student in students}) == 300
    assert {student.group for student in students} == {"1", "2", "3", "4"}
    with pytest.raises(UsageError, match="expected 1 to 2000 students, got 0"):
        make_students(0)


def test_the_roster_can_be_read_again() -> None:
    students = make_students(20)
    read = parse_roster(roster_csv(students).encode(), "class.csv").students
    assert [(one.number, one.name, one.group, one.mail) for one in read] == [
        (one.number, one.name, one.group, one.mail) for one in students
    ]


def test_a_class_has_every_fate() -> None:
    works = make_class(make_students(120), othello_programs())
    assert {work.fate for work in works} == set(Fate)
    assert {work.quality for work in works} == {*BotQuality, ""}
    sources = [work.files["player.h"] for work in works if "player.h" in work.files]
    assert len(set(sources)) == len(sources) > 100


@pytest.mark.parametrize("layout", CLASS_LAYOUTS)
def test_equal_seeds_give_equal_files(layout: str, tmp_path: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        works = make_class(make_students(12, seed), othello_programs(seed), seed)
        write_class(tmp_path / name, works, layout)
    first, second, other = ((tmp_path / name).read_bytes() for name in ("a", "b", "c"))
    assert first == second != other


@pytest.mark.parametrize("quality", BotQuality)
def test_only_broken_bots_do_not_compile(quality: BotQuality, tmp_path: Path) -> None:
    path = tmp_path / "player.h"
    path.write_text(othello_source(quality, 7), encoding="utf-8")
    built = build_course_bot(path, present(GAMES["othello"].course))
    assert isinstance(built, BuildFault) == (quality is BotQuality.BROKEN)


MATCHES = [name for name in lab_names() if name.partition("/")[0] in GAMES]
WITHOUT = {"gomoku/rules", "xiangqi/mate"}  # they are about single positions


@pytest.mark.parametrize("name", [*sorted(set(MATCHES) - WITHOUT), "trek"])
def test_there_is_a_class_for_every_match_lab_and_trek(name: str) -> None:
    lab = find_lab(name)
    works = make_class(make_students(60), lab_programs(lab))
    programs = [work.files for work in works if work.quality]
    assert len({content for files in programs for content in files.values()}) > 50
    for file in {file for files in programs for file in files}:
        assert any(fnmatch(file, pattern) for pattern in lab.accepted.files)


def test_labs_without_made_up_programs_say_so() -> None:
    for name in (*WITHOUT, "shell", "highway"):
        with pytest.raises(UsageError, match="name a folder with --programs"):
            lab_programs(find_lab(name))


@pytest.mark.parametrize("kind", PROGRAM_KINDS)
def test_only_broken_programs_cannot_be_parsed(kind: str) -> None:
    for quality in BotQuality:
        source = python_source(kind, quality, 7)
        assert "@" not in source
        if quality is BotQuality.BROKEN:
            with pytest.raises(SyntaxError):
                ast.parse(source)
        else:
            ast.parse(source)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "protocol"),
    [("gomoku", ""), ("stars", ""), ("tiaojia", "tongji:"), ("xiangqi", "ustc:")],
)
def test_a_made_up_bot_keeps_to_the_rules(
    kind: str, protocol: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "main.py").write_text(python_source(kind, BotQuality.STRONG, 3), encoding="utf-8")
    bot = f"{protocol}{tmp_path / 'main.py'}"
    run(["match", kind, bot, f"random:{kind}", "--games", "2", "--swap", "--json"])
    records = json.loads(capsys.readouterr().out)
    assert len(records) == 2
    verdicts = {turn["verdict"] for record in records for turn in record["turns"]}
    assert verdicts <= {"ok", "overload", "too late"}  # the machine may be busy


def test_a_made_up_trek_finds_the_way(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("3 3 4\n3 0 2\n1 1 0\n4 0 0\n")
    source = python_source("trek", BotQuality.STRONG, 3)
    (tmp_path / "main.py").write_text(source, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "main.py"), str(tmp_path / "map.txt")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["6", "RRDDLL"]
