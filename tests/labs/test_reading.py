"""Lab files: the bundled ones are valid, and errors name the wrong field."""

import tomllib
from pathlib import Path

import pytest

import garlic
from garlic.core import InvalidFileError, UsageError
from garlic.labs.lab import read_lab
from garlic.labs.library import find_lab, lab_file, lab_names

ALL = {
    *(f"othello/task{number}" for number in range(1, 5)),
    *(f"stars/task{number}" for number in range(1, 5)),
    *("stars/pvp", "gomoku/rules", "gomoku/match", "xiangqi/mate", "xiangqi/match"),
    *("tiaojia/match", "highway", "trek", "shell"),
}

SMALL = """
schema = "garlic-lab/1"
title = "small"
[hand_in]
kind = "bot"
game = "tiaojia"
[[tests]]
check = "match"
against = "random:tiaojia"
pay = { win = 3, draw = 1 }
"""


def test_all_labs_of_the_courses_are_bundled() -> None:
    assert set(lab_names()) == ALL


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_lab_has_100_points_and_two_languages(name: str) -> None:
    lab = find_lab(name)
    assert lab.max_points == 100
    for words in (lab.title, lab.about, lab.how, *(test.title for test in lab.tests)):
        assert words.en
        assert words.zh
        if not words.en.startswith("map "):
            assert words.en != words.zh
    for test in lab.tests:
        for text in test.describe(lab.setting):
            assert text.render("zh") != text.render("en")


@pytest.mark.parametrize("name", ["tiaojia/match", "trek", "shell", "gomoku/rules", "xiangqi/mate"])
def test_a_lab_refers_only_to_what_exists(name: str) -> None:
    find_lab(name).verify()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ALL))
def test_every_lab_refers_only_to_what_exists(name: str) -> None:
    find_lab(name).verify()


def test_othello_pays_as_the_course_does() -> None:
    points = {
        number: [test.max_points for test in find_lab(f"othello/task{number}").tests]
        for number in (1, 2, 3, 4)
    }
    assert points == {1: [10, 30, 30, 30], 2: [25] * 4, 3: [25] * 4, 4: [25] * 4}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("garlic-lab/1", "garlic-lab/9", "schema: expected 'garlic-lab/1', got 'garlic-lab/9'"),
        (
            'kind = "bot"',
            'kind = "essay"',
            "hand_in.kind: expected one of bot, program, got .essay.",
        ),
        ('game = "tiaojia"', 'game = "chess"', "hand_in.game: expected one of .*, got .chess."),
        ('check = "match"', 'check = "guess"', r"tests\[1\].check: expected one of"),
        ("win = 3", "win = -3", r"tests\[1\].pay.win: expected a number from 0 to 10000, got -3"),
        ("win = 3", 'win = "3"', r"tests\[1\].pay.win: expected a number from 0 to 10000, got .3."),
        (
            "draw = 1",
            "darw = 1",
            r"tests\[1\].pay.darw: unknown field; known here: draw, loss, win",
        ),
        ('title = "small"', "", "title: expected text, got nothing"),
        ('title = "small"', 'title = { en = "a" }', "title.zh: expected text, got nothing"),
        ("pay = { win = 3, draw = 1 }", "", r"tests\[1\].steps: expected either steps or pay"),
        ('"small"', '"small', "line 3, column"),
        ('title = "small"', 'title = "s"\nlimits = "turn=now"', "limits: expected a time like"),
    ],
)
def test_the_error_names_the_wrong_field(old: str, new: str, fault: str) -> None:
    assert old in SMALL
    with pytest.raises(InvalidFileError, match=fault):
        read_lab(SMALL.replace(old, new).encode(), "small", Path())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("random:tiaojia", "baseline:tiaojia/nobody", "tiaojia has no player"),
        ("random:tiaojia", "no-such-file.py", "cannot read the bot"),
        ("pay =", 'scoring = "contest"\npay =', "tiaojia has no scoring 'contest'"),
        ("pay =", 'rule = "house"\npay =', "tiaojia has no rule set 'house'"),
    ],
)
def test_verify_finds_what_does_not_exist(old: str, new: str, fault: str) -> None:
    lab = read_lab(SMALL.replace(old, new).encode(), "small", Path())
    with pytest.raises(UsageError, match=fault):
        lab.verify()


def test_a_file_outside_the_labs_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "secret.toml").write_text("")
    text = """
schema = "garlic-lab/1"
title = "t"
[hand_in]
kind = "program"
[[tests]]
check = "answers"
checker = "text"
title = "t"
points = 1
cases_file = "../secret.toml"
"""
    with pytest.raises(InvalidFileError, match="expected a file in the lab's folder"):
        read_lab(text.encode(), "t", tmp_path / "lab")


def test_the_error_for_an_unknown_lab_names_the_list() -> None:
    with pytest.raises(UsageError, match="see `garlic labs`"):
        find_lab("chess")


@pytest.mark.parametrize(
    ("name", "meant"), [("task2", "othello/task2, stars/task2"), ("otello/task1", "othello/task1")]
)
def test_the_error_suggests_similar_labs(name: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean {meant}"):
        find_lab(name)


def test_bundled_labs_are_toml_files_that_a_teacher_can_copy() -> None:
    for name in lab_names():
        tomllib.loads(lab_file(name).read_text(encoding="utf-8"))
    assert Path(garlic.__file__).parent in lab_file("trek").parents
