"""The paths that a confined program may see."""

import json
import os
import sys
from pathlib import Path

import pytest

import garlic
from garlic.core import Verdict
from garlic.core.limits import MEGABYTE
from garlic.sandbox import Confinement, Profile, start
from garlic.sandbox.outcome import SandboxTurn
from garlic.sandbox.view import FileView, linked_folders, own_package
from support.present import present


def test_an_interpreter_behind_several_links_may_look_beside_each_of_them(tmp_path: Path) -> None:
    """As on Debian: `.venv/bin/python` to `python3` to `/usr/bin/python3` to `python3.11`."""
    system, venv = tmp_path / "usr/bin", tmp_path / "venv/bin"
    system.mkdir(parents=True)
    venv.mkdir(parents=True)
    (system / "python3.11").touch()
    (system / "python3").symlink_to("python3.11")
    (venv / "python3").symlink_to(system / "python3")
    (venv / "python").symlink_to("python3")
    unseen = Confinement(MEGABYTE, Profile.PYTHON).unseen_paths(venv / "python")
    for place in (venv / "python", venv / "python3", system / "python3", system / "python3.11"):
        assert f"{place}._pth" in unseen


def test_folders_that_a_package_links_to_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Python looks into them at every import; that must not be a fault of the bot."""
    packages, linked, granted = (tmp_path / name for name in ("packages", "linked", "granted"))
    for folder in (packages, linked, granted):
        folder.mkdir()
    lines = ["# a comment", "import sys", str(linked), str(granted), "no/such/folder", ""]
    (packages / "editable.pth").write_text("\n".join(lines))
    monkeypatch.setattr("site.getsitepackages", lambda: [str(packages)])
    linked_folders.cache_clear()
    try:
        for profile in (Profile.PYTHON, Profile.ENGINE):
            confinement = Confinement(MEGABYTE, profile, listable=(granted,))
            unseen = confinement.unseen_paths(Path(sys.executable))
            assert str(linked) in unseen
            assert str(granted) not in unseen
        assert str(linked) not in Confinement(MEGABYTE).unseen_paths(Path("/bin/true"))
    finally:
        linked_folders.cache_clear()


def test_a_folder_with_something_hidden_is_granted_entry_by_entry(tmp_path: Path) -> None:
    for name in ("lib/packages/ours/secret", "lib/packages/ours/open", "lib/packages/other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib/packages/link").symlink_to(tmp_path / "lib/packages/ours")
    (tmp_path / "lib64").symlink_to("lib")
    root, ours = str(tmp_path), str(tmp_path / "lib/packages/ours")
    view = FileView.of([tmp_path / "lib", tmp_path / "lib64"], [f"{ours}/open"], [ours])
    assert set(view.granted) == {f"{root}/lib/packages/other", f"{ours}/open"}
    assert set(view.listable) == {f"{root}/lib", f"{root}/lib/packages"}
    assert {f"{root}/lib/packages/ours", f"{root}/lib64/packages/ours"} <= set(view.hidden)


def test_what_is_installed_later_is_granted_too(tmp_path: Path) -> None:
    ours, later = str(tmp_path / "lib/ours"), tmp_path / "lib/later"
    (tmp_path / "lib/ours").mkdir(parents=True)
    assert FileView.of([tmp_path / "lib"], [], [ours]).granted == ()
    os.utime(tmp_path / "lib", ns=(0, 0))  # a folder may be changed twice within one tick
    later.mkdir()
    assert FileView.of([tmp_path / "lib"], [], [ours]).granted == (str(later),)
    later.rmdir()
    os.utime(tmp_path / "lib", ns=(1, 1))
    assert FileView.of([tmp_path / "lib"], [], [ours]).granted == ()


def test_our_package_is_hidden_unless_it_is_named() -> None:
    program = Path(sys.executable)
    for profile in set(Profile) - {Profile.ENGINE}:
        assert not _grants(Confinement(MEGABYTE, profile).view(program), own_package()[0])
    assert _grants(Confinement(MEGABYTE, Profile.ENGINE).view(program), own_package()[0])
    named = Confinement(MEGABYTE, Profile.FOREIGN, readable=(Path(garlic.__file__).parents[1],))
    assert _grants(named.view(program), own_package()[0])


def _grants(view: FileView, path: str | Path) -> bool:
    return any(Path(path).is_relative_to(granted) for granted in view.granted)


SCRIPT = """
import sys
for line in sys.stdin:
    try:
        exec(line)
        print("done", flush=True)
    except Exception as fault:
        print(type(fault).__name__, fault, flush=True)
"""


@pytest.mark.usefixtures("ring_1")
def test_what_is_hidden_in_a_runtime_cannot_be_read(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a wheel, where our package lies among the libraries of the Python that runs bots."""
    hidden = Path(json.__file__).parent
    monkeypatch.setattr("garlic.sandbox.confinement.own_package", lambda: (str(hidden.resolve()),))
    script, folder = workshop / "script.py", workshop / "linked"
    script.write_text(SCRIPT)
    folder.mkdir()
    (folder / "link").symlink_to(hidden)
    confinement = Confinement(256 * MEGABYTE, Profile.PYTHON, readable=(script, folder))

    def answers(*lines: str) -> tuple[list[str], SandboxTurn]:
        with start([sys.executable, "-S", script], confinement) as bot:
            turns = [bot.turn(f"{line}\n".encode(), 30) for line in lines]
        return [(turn.reply or b"").decode().strip() for turn in turns], turns[-1]

    replies, _ = answers("import decimal", "import json", f"import os; os.stat({str(hidden)!r})")
    assert replies[:2] == ["done", "ModuleNotFoundError No module named 'json'"]
    assert replies[2].startswith("FileNotFoundError")
    replies, _ = answers(f"open({str(folder / 'link' / 'decoder.py')!r})")
    assert replies[0].startswith("PermissionError")  # by the kernel, whatever the name says
    _, last = answers(f"open({str(hidden / 'decoder.py')!r})")
    assert last.verdict is Verdict.FORBIDDEN
    assert present(last.fault).path == os.fspath(hidden / "decoder.py")
