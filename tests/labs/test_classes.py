"""Made-up classes: the same seed gives the same class, and every bot is its author's own."""

from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge.build import BuildFault, build_course_bot
from garlic.labs.authoring.classes import (
    CLASS_LAYOUTS,
    Fate,
    make_class,
    make_students,
    othello_programs,
    roster_csv,
    write_class,
)
from garlic.labs.authoring.sample_bots import BotQuality, othello_source
from garlic.labs.intake.roster import parse_roster
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
