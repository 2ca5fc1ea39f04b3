"""Files are written atomically."""

import os
import stat
from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.core.reading.files import write_whole


def test_a_file_is_created_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    for content in (b"one", b"two"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, b"through")
    assert os.read(reader, 20) == b"through"
    assert stat.S_ISFIFO(path.stat().st_mode)
    os.close(reader)


@pytest.mark.parametrize("name", ["", "folder", "none/such"])
def test_a_failed_write_leaves_no_file_behind(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match=r"cannot write .*: (Is a directory|No such file)"):
        write_whole(tmp_path / name, b"content")
    assert [found.name for found in tmp_path.rglob("*")] == ["folder"]
