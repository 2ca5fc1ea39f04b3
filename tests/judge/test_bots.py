"""Which bot a name means, and the error for a name that means none."""

from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.judge.bots import BotKind, find_bot


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_a_zip_file_is_refused_with_a_hint(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "ada.zip"
    path.write_bytes(b"PK")
    path.chmod(mode)
    with pytest.raises(UsageError, match="is a zip file: unpack it"):
        find_bot(str(path))


def test_a_course_folder_stands_for_the_students_bot(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "player.h").write_text("/* mine */")
    bot = find_bot(str(tmp_path))
    assert bot.kind is BotKind.COURSE
    assert bot.path == tmp_path / "code" / "player.h"


def test_any_other_folder_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a folder; name the file in it, e\.g\. .*/player\.h"):
        find_bot(str(tmp_path))


def test_the_example_for_a_folder_is_a_file_that_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    for name in ("computer.h", "notes.txt", "second.h"):
        (tmp_path / "code" / name).write_text("/* one of several */")
    with pytest.raises(UsageError, match=r"e\.g\. .*/code/second\.h$"):
        find_bot(str(tmp_path))


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        ("nodes=1", None),
        ("nodes=0", "expected a number for nodes, got '0'"),
        ("seed=0", None),
        ("seed=-1", "expected a number for seed, got '-1'"),
        ("seed=x", "expected a number for seed, got 'x'"),
    ],
)
def test_numbers_of_a_built_in_bot_are_checked(option: str, fault: str | None) -> None:
    name = f"engine:othello?{option}"
    if fault is None:
        assert find_bot(name).command[-1] == f"--{option}"
    else:
        with pytest.raises(UsageError, match=fault):
            find_bot(name)
