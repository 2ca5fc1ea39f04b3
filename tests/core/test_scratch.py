"""Scratch folders: removed in the end, and by the next one where a process was killed."""

import os
import time
from pathlib import Path

import pytest

from garlic.core.scratch import remove_abandoned, scratch_folder


def age(folder: Path) -> None:
    """Make *folder* older than one that was just made."""
    long_ago = time.time() - 3600
    os.utime(folder, (long_ago, long_ago))


def test_it_is_removed_in_the_end(tmp_path: Path) -> None:
    with scratch_folder("one-", tmp_path) as folder:
        assert folder.parent == tmp_path
        assert folder.name.startswith("one-")
        (folder / "inside").mkdir()
    assert list(tmp_path.iterdir()) == []


def test_it_is_removed_after_a_fault(tmp_path: Path) -> None:
    with pytest.raises(KeyError), scratch_folder("one-", tmp_path):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_only_what_nobody_uses_is_abandoned(tmp_path: Path) -> None:
    for name in ("one-left", "one-new", "other-left"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("text")
    age(tmp_path / "one-left")
    age(tmp_path / "other-left")
    (tmp_path / "one-link").symlink_to(tmp_path / "other-left")
    with scratch_folder("one-", tmp_path) as used:
        age(used)
        remove_abandoned("one-", tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {
            used.name,
            "one-new",
            "one-link",
            "other-left",
        }
    assert (tmp_path / "other-left" / "file").exists()


def test_a_missing_place_has_nothing_abandoned(tmp_path: Path) -> None:
    remove_abandoned("one-", tmp_path / "missing")
