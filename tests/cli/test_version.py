"""`garlic --version` names the commit of a checkout, and of a wheel the one it was built from."""

import subprocess
from pathlib import Path

import pytest

from garlic import __version__
from garlic.cli import version as module
from garlic.cli.version import checked_out, version


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    command = ["git", *identity, "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_the_commit_of_a_checkout(tmp_path: Path) -> None:
    assert checked_out(tmp_path) == ""
    git(tmp_path, "init", "-q")
    (tmp_path / "file").write_text("1")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "tag", "v9")  # is not shown: the version is known
    commit = git(tmp_path, "rev-parse", "--short=9", "HEAD")
    assert checked_out(tmp_path) == commit
    (tmp_path / "file").write_text("2")
    assert checked_out(tmp_path) == f"{commit}-dirty"


@pytest.mark.parametrize(
    ("here", "wheel", "shown"),
    [
        ("1a2b3c4d5", "", f"{__version__} (1a2b3c4d5)"),
        ("1a2b3c4d5", "999999999", f"{__version__} (1a2b3c4d5)"),
        ("", "999999999", f"{__version__} (999999999)"),
        ("", "", __version__),
    ],
)
def test_what_is_shown(here: str, wheel: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "checked_out", lambda _: here)
    monkeypatch.setattr(module, "built_from", lambda: wheel)
    assert version() == shown
