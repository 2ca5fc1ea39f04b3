"""The cache of built bots: bounds, what is in use, several processes, folders of others."""

import errno
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, NoReturn

import pytest

from garlic.core.byte_locks import NoLocksError
from garlic.judge import build
from garlic.judge.bots import find_bot
from garlic.judge.build import Built, CannotBuildError, build_folder, build_program, keep_file
from garlic.judge.building import cache, entries, upkeep
from garlic.judge.building.compiler import Workshop, workshop
from garlic.judge.building.trust import distrust
from garlic.judge.game_run import launch

DAY = 24 * 3600


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_holders", {})
    return tmp_path / "cache"


def entry(home: Path, name: str, days: float = 0.0, size: int = 1000, kind: str = "builds") -> Path:
    """An entry that was used *days* ago, and that no process holds."""
    folder = home / kind / name
    folder.mkdir(parents=True)
    (folder / "program").write_bytes(bytes(size))
    then = time.time() - days * DAY
    os.utime(folder, (then, then))
    return folder


def names(home: Path, kind: str = "builds") -> list[str]:
    return sorted(path.name for path in (home / kind).iterdir() if path.name[0] != ".")


def compiled(tmp_path: Path, number: int) -> Path:
    source = tmp_path / "bot.c"
    source.write_text(f"int main(void) {{ return {number}; }}\n")
    built = build_program(source)
    assert isinstance(built, Built)
    return built.program


# Bounds -------------------------------------------------------------------------------------------


def test_what_was_used_least_recently_goes_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE_MB", "10")
    for number in range(5):
        entry(home, f"e{number}", days=number, size=3 << 20)
    removed = upkeep.trim()
    assert names(home) == ["e0", "e1", "e2"][: len(names(home))]
    assert removed.entries == 5 - len(names(home)) > 0
    assert sum(each.size for each in upkeep.cache_entries()) <= 10 << 20


def test_what_was_not_used_for_long_goes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE_DAYS", "7")
    entry(home, "old", days=8)
    entry(home, "new", days=6)
    entry(home, "oldbot", days=8, kind="bots")
    upkeep.trim()
    assert names(home) == ["new"]
    assert names(home, "bots") == []


def test_there_are_not_too_many_entries(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "_MOST_ENTRIES", 2)
    for number in range(4):
        entry(home, f"e{number}", days=number)
    upkeep.trim()
    assert names(home) == ["e0", "e1"]


def test_a_build_keeps_the_cache_within_its_bounds(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE_MB", "1")
    for number in range(4):
        entry(home, f"e{number}", days=1 + number, size=1 << 20)
    program = compiled(tmp_path, 1)
    assert names(home) == [program.parent.name]
    kept = entry(home, "big", days=1, size=2 << 20)
    compiled(tmp_path, 2)
    assert kept.exists()  # it has just been looked at
    os.utime(home / "trimmed", (0, 0))
    compiled(tmp_path, 3)
    assert not kept.exists()


def test_using_a_build_makes_it_recent(tmp_path: Path) -> None:
    program = compiled(tmp_path, 1)
    os.utime(program.parent, (0, 0))
    assert compiled(tmp_path, 1) == program
    assert program.parent.stat().st_mtime > time.time() - DAY


@pytest.mark.parametrize("variable", ["GARLIC_CACHE_MB", "GARLIC_CACHE_DAYS"])
@pytest.mark.parametrize("text", ["0", "-1", "2GB", "1.5", "x"])
def test_bounds_are_whole_numbers(
    variable: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(CannotBuildError, match="expected a whole number of at least 1, got"):
        upkeep.cache_bounds()


# In use -------------------------------------------------------------------------------------------


def test_what_this_process_uses_stays(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE_MB", "1")
    program = compiled(tmp_path, 1)
    kept = keep_file("bot.py", b"print()")
    for each in (program.parent, kept.parent):
        os.utime(each, (0, 0))
    entry(home, "other", days=1)
    assert upkeep.clear().in_use == 2
    assert upkeep.trim().in_use == 2
    assert program.exists()
    assert kept.exists()
    assert names(home) == [program.parent.name]


def _use(home: Path, started: Event, done: Event) -> None:
    os.environ["GARLIC_CACHE"] = str(home)
    cache.hold(home / "builds" / "mine")
    started.set()
    done.wait(600)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_what_another_process_uses_stays_until_it_ends(home: Path, method: str) -> None:
    entry(home, "mine", days=90)
    context: Any = multiprocessing.get_context(method)
    started, done = context.Event(), context.Event()
    process = context.Process(target=_use, args=(home, started, done))
    process.start()
    assert started.wait(600)
    os.utime(home / "builds" / "mine", (0, 0))
    assert upkeep.trim().in_use == 1
    assert names(home) == ["mine"]
    process.kill()
    process.join()
    assert upkeep.trim().entries == 1
    assert names(home) == []


def test_a_process_is_done_with_what_it_has_not_used_for_a_day(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry(home, "mine")
    cache.hold(home / "builds" / "mine")
    monkeypatch.setattr(cache, "_HELD_SECONDS", -1.0)
    cache.hold(home / "builds" / "another")
    os.utime(home / "builds" / "mine", (0, 0))
    assert upkeep.clear().entries == 1


def test_a_bot_from_the_cache_is_in_use_once_it_is_started() -> None:
    kept = keep_file("bot.py", b"print()")
    cache._holders.clear()
    launch(find_bot(str(kept)), 256 << 20)
    assert upkeep.clear().in_use == 1


def test_a_file_system_without_locks(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object, **__: object) -> NoReturn:
        raise NoLocksError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    for module in (cache, entries):
        monkeypatch.setattr(module, "lock_byte", no_locks)
    program = compiled(tmp_path, 1)
    old = entry(home, "old", days=2)
    assert upkeep.clear().in_use == 1  # what was used in the last day
    assert program.exists()
    assert not old.exists()


def test_a_cache_that_was_deleted_is_made_anew(home: Path, tmp_path: Path) -> None:
    program = compiled(tmp_path, 1)
    subprocess.run(["rm", "-rf", home], check=True)
    assert compiled(tmp_path, 1) == program
    assert upkeep.clear().in_use == 1


# Several builds, killed builds --------------------------------------------------------------------


def _build_in_child(source: Path, count: "Synchronized[int]") -> None:
    compilations = 0

    def counted(*arguments: Any) -> AbstractContextManager[Workshop]:
        nonlocal compilations
        compilations += 1
        return workshop(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "workshop", counted)
        built = build_program(source)
    assert isinstance(built, Built)
    assert subprocess.run([built.program], check=False).returncode == 7
    with count.get_lock():
        count.value += compilations


def test_several_processes_build_the_same_bot_once(tmp_path: Path) -> None:
    source = tmp_path / "bot.cpp"
    source.write_text("#include <vector>\nint main() { return 7; }\n")
    context = multiprocessing.get_context("fork")
    count = context.Value("i", 0)
    processes = [context.Process(target=_build_in_child, args=(source, count)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert count.value == 1


def test_a_killed_build_leaves_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o755)
        source = tmp_path / "bot.cpp"
        source.write_text(
            "constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
            "template <int N> struct S { static constexpr int v = f(24) + N + S<N - 1>::v; };\n"
            "template <> struct S<0> { static constexpr int v = 0; };\n"
            "int main() { return S<800>::v; }\n"
        )
        code = (
            "import sys; from pathlib import Path; from garlic.judge.build import build_program;"
            "build_program(Path(sys.argv[1]))"
        )
        environment = {**os.environ, "TMPDIR": temporary}
        process = subprocess.Popen([sys.executable, "-c", code, source], env=environment)
        places = (home / "builds", Path(temporary))
        while not [path for place in places for path in place.glob("*/here/bot.cpp")]:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
        process.wait()
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        assert _left(places)
        until = time.monotonic() + 600
        while _left(places) and time.monotonic() < until:
            for path in _left(places):
                os.utime(path, (0, 0))
            upkeep.trim()  # more than once if the last of the compiler has just written a file
        assert _left(places) == []


def _left(places: Iterable[Path]) -> list[Path]:
    return [path for place in places for path in place.iterdir()]


def test_a_running_build_is_not_taken_for_a_killed_one(home: Path) -> None:
    with entries.building(entries.build_home("x")) as folders:
        for path in (folders.work, folders.finished):
            os.utime(path, (0, 0))
        upkeep.trim()
        assert folders.work.exists()
        assert folders.finished.exists()
    assert names(home) == []


# Folders that cannot be used ----------------------------------------------------------------------


def refused(tmp_path: Path) -> str:
    source = tmp_path / "bot.c"
    source.write_text("int main(void) { return 0; }\n")
    with pytest.raises(CannotBuildError) as caught:
        build_program(source)
    return str(caught.value)


def test_a_cache_that_is_a_file(home: Path, tmp_path: Path) -> None:
    home.write_text("not a folder")
    assert refused(tmp_path).startswith(f"cannot write {home}")
    with pytest.raises(CannotBuildError, match="cannot write"):
        keep_file("bot.py", b"print()")


def test_a_cache_that_others_can_write_to(home: Path, tmp_path: Path) -> None:
    (home / "builds").mkdir(parents=True)
    for place in (home, home / "builds"):
        place.chmod(0o777)
        assert f"other users can write to {place}" in refused(tmp_path)
        place.chmod(0o1777)  # the sticky bit keeps nobody from adding programs
        assert f"other users can write to {place}" in refused(tmp_path)
        place.chmod(0o755)
    assert isinstance(compiled(tmp_path, 1), Path)


def test_a_cache_in_a_folder_that_others_can_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    (shared / "cache").mkdir(parents=True)
    shared.chmod(0o777)
    monkeypatch.setenv("GARLIC_CACHE", str(shared / "cache"))
    assert f"other users can write to {shared}" in refused(tmp_path)
    shared.chmod(0o1777)  # like /tmp: nobody can replace what is ours
    compiled(tmp_path, 1)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")
@pytest.mark.parametrize("as_link", [False, True])
def test_a_cache_that_belongs_to_another_user(home: Path, tmp_path: Path, as_link: bool) -> None:
    if as_link:
        (tmp_path / "mine").mkdir()
        home.symlink_to(tmp_path / "mine")
    else:
        home.mkdir()
    os.chown(home, 12345, 12345, follow_symlinks=False)
    assert f"{home} belongs to another user" in refused(tmp_path)


def test_a_link_to_a_folder_that_others_can_write_to(home: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs").chmod(0o777)
    home.symlink_to(tmp_path / "theirs")
    assert f"other users can write to {tmp_path / 'theirs'}" in refused(tmp_path)
    (tmp_path / "theirs").chmod(0o755)
    compiled(tmp_path, 1)  # one's own link to another disk


def test_programs_are_ours_whatever_the_mask(home: Path, tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "main.c").write_text("int main(void) { return 0; }\n")
    before = os.umask(0)
    try:
        program = compiled(tmp_path, 1)
        tree = build_folder(tmp_path / "tree")
        keep_file("bot.py", b"print()")
    finally:
        os.umask(before)
    assert isinstance(tree, Built)
    for path in [home, *(home / "builds").rglob("*"), *(home / "bots").rglob("*")]:
        assert path.stat().st_mode & 0o022 == 0, path
        assert path.stat().st_uid == os.geteuid()
    assert distrust(program.parent) is None
    assert distrust(tree.program.parent) is None


def test_a_disk_that_fills_while_a_program_is_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(build, "take_file", full)
    assert refused(tmp_path) == f"cannot write {home / 'builds'}: No space left on device"
    assert list((home / "builds").iterdir()) == []


def test_a_full_disk_is_not_the_authors_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "bot.c"
    source.write_text('#error "No space left on device"\n')
    assert not isinstance(build_program(source), Built)
    usage = type("Usage", (), {"free": 0})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(CannotBuildError, match="the disk is full"):
        build_program(source)
