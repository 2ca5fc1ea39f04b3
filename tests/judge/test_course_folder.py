"""Course folders: what is found in them, and what is said of one that lacks something."""

import pytest

from garlic.core import UsageError
from garlic.judge.course_folder import CourseFolder


@pytest.fixture
def folder(tmp_path):
    for name in ("code/player.h", "code/computer.h", "data/map.txt", "data/map1.txt", "data/a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def test_its_files_are_found_the_usual_map_first(folder):
    found = CourseFolder.open(folder)
    assert (found.player, found.computer) == (
        folder / "code" / "player.h",
        folder / "code" / "computer.h",
    )
    assert [path.name for path in found.maps] == ["map.txt", "a.txt", "map1.txt"]


@pytest.mark.parametrize(("there", "expected"), [(None, "log"), ("log", "log"), ("logs", "logs")])
def test_records_go_where_the_course_writes(folder, there, expected):
    if there:
        (folder / there).mkdir()
    assert CourseFolder.open(folder).record == folder / expected / "judge" / "record.json"


@pytest.mark.parametrize("part", ["code/player.h", "code/computer.h"])
def test_what_it_lacks_is_named(folder, part):
    (folder / part).unlink()
    with pytest.raises(UsageError, match=f"is no course folder: it has no {part}"):
        CourseFolder.open(folder)
