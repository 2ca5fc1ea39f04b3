"""Course folders: what is found in them, and what is said of one that lacks something."""

from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.build import BuildFault, Built, build_course_bot
from garlic.judge.course_folder import CourseFolder, other_parts, student_file
from support.present import present

OTHELLO = present(GAMES["othello"].course)
BOT = """#include "{}"
#include "playerbase.h"
void init(struct Player *player) {{}}
struct Point place(struct Player *player) {{ return initPoint(best(player), 0); }}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("code/player.h", "code/computer.h", "data/map.txt", "data/map1.txt", "data/a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def test_its_files_are_found_the_usual_map_first(folder: Path) -> None:
    found = CourseFolder.open(folder)
    assert (found.player, found.computer) == (
        folder / "code" / "player.h",
        folder / "code" / "computer.h",
    )
    assert [path.name for path in found.maps] == ["map.txt", "a.txt", "map1.txt"]


def test_its_bots_may_be_called_hpp(folder: Path) -> None:
    for name in ("player", "computer"):
        (folder / "code" / f"{name}.h").rename(folder / "code" / f"{name}.hpp")
    found = CourseFolder.open(folder)
    assert (found.player.name, found.computer.name) == ("player.hpp", "computer.hpp")
    assert student_file(folder) == folder / "code" / "player.hpp"


@pytest.mark.parametrize(("there", "expected"), [(None, "log"), ("log", "log"), ("logs", "logs")])
def test_records_go_where_the_course_writes(folder: Path, there: str | None, expected: str) -> None:
    if there:
        (folder / there).mkdir()
    assert CourseFolder.open(folder).record == folder / expected / "judge" / "record.json"


@pytest.mark.parametrize("part", ["code/player.h", "code/computer.h"])
def test_what_it_lacks_is_named(folder: Path, part: str) -> None:
    (folder / part).unlink()
    with pytest.raises(UsageError, match=f"is no course folder: it has no {part}"):
        CourseFolder.open(folder)


def test_what_was_meant_instead_is_named(folder: Path) -> None:
    def advice(path: Path) -> str:
        with pytest.raises(UsageError) as refused:
            CourseFolder.open(path)
        return str(refused.value).rsplit("; ", 1)[1]

    assert advice(folder / "code") == f"name the folder above it: {folder}"
    (folder / "code" / "player.h").rename(folder / "code" / "Player.h")
    assert advice(folder) == "rename Player.h to player.h"
    (folder / "code" / "Player.h").rename(folder / "code" / "player.h.txt")
    assert advice(folder) == "rename player.h.txt to player.h"
    (folder / "task.zip").write_bytes(b"")
    assert advice(folder) == "unpack task.zip first"
    for name in ("task1", "task2"):
        (folder / name / "code").mkdir(parents=True)
        (folder / name / "code" / "player.h").write_text("")
    assert advice(folder) == "name one of the folders in it: task1, task2"


def test_a_folder_with_nothing_but_a_zip_file(tmp_path: Path) -> None:
    (tmp_path / "task.zip").write_bytes(b"")
    with pytest.raises(UsageError, match=r"it has no code/player\.h; .*; unpack task\.zip first"):
        CourseFolder.open(tmp_path)


def test_a_folder_that_was_unpacked_into_others(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outer = tmp_path_factory.mktemp("outer")
    (outer / "__MACOSX").mkdir()
    folder.rename(outer / "作业 (1)")
    assert CourseFolder.open(outer).player == outer / "作业 (1)" / "code" / "player.h"
    assert student_file(outer) == outer / "作业 (1)" / "code" / "player.h"
    (outer / "other").mkdir()
    assert student_file(outer) is None  # which one is meant?


@pytest.fixture
def with_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose bot includes a file, which includes another one."""
    monkeypatch.setenv("GARLIC_CACHE", str(folder / "cache"))
    (folder / "include").mkdir()
    (folder / "code" / "player.h").write_text(BOT.format("ai.h"))
    (folder / "code" / "ai.h").write_text(
        '#include "../include/values.h"\nint best(struct Player *player) { return BEST; }\n'
    )
    (folder / "include" / "values.h").write_text('#include "playerbase.h"\n#define BEST 3\n')
    (folder / "code" / "unused.h").write_text("#error\n")
    return folder


def test_a_bot_may_include_other_files_of_its_folder(with_parts: Path) -> None:
    player = with_parts / "code" / "player.h"
    assert set(other_parts(player)) == {"code/ai.h", "include/values.h"}
    assert isinstance(build_course_bot(player, OTHELLO), Built)
    before = find_bot(str(player)).digest()
    (with_parts / "include" / "values.h").write_text('#include "playerbase.h"\n#define BEST 4\n')
    assert find_bot(str(player)).digest() != before
    with pytest.raises(UsageError, match=r"includes code/ai\.h, so it only plays on this machine"):
        find_bot(str(player)).content()


@pytest.mark.parametrize("name", ["AI.h", "..\\code\\ai.h"])
def test_names_that_only_windows_finds(with_parts: Path, name: str) -> None:
    (with_parts / "code" / "player.h").write_text(BOT.format(name))
    assert isinstance(build_course_bot(with_parts / "code" / "player.h", OTHELLO), Built)


def test_rules_for_bots_hold_for_their_other_files(with_parts: Path) -> None:
    (with_parts / "code" / "ai.h").write_text("int best(struct Player *p) { return _recv(p); }\n")
    fault = build_course_bot(with_parts / "code" / "player.h", OTHELLO)
    assert isinstance(fault, BuildFault)
    assert str(fault.text).startswith("code/ai.h: line 1 uses _recv")


def test_files_outside_of_the_folder_are_not_read(with_parts: Path) -> None:
    (with_parts / "secret.h").write_text(
        "struct Player;\nint best(struct Player *p) { return 5; }\n"
    )
    (with_parts / "code" / "away.h").symlink_to(with_parts / "secret.h")
    player = with_parts / "code" / "player.h"
    for name in ("../secret.h", "away.h", str(with_parts / "secret.h")):
        player.write_text(BOT.format(name))
        assert other_parts(player) == {}
        assert isinstance(build_course_bot(player, OTHELLO), BuildFault), name
    alone = with_parts / "player.h"  # not in code/: its neighbours are not its own
    alone.write_text(BOT.format("secret.h"))
    assert other_parts(alone) == {}
