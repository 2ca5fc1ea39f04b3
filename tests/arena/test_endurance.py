"""A long tournament: its memory does not grow, and it leaves nothing behind."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.leftovers import (
    Footprint,
    control_groups,
    everything_in,
    games_to_play,
    started_with,
)
from support.matches import own_cache
from support.processes import descendants, eventually
from support.tournaments import finished, played, tournament, write_tournament

PAIRS = 6  # of four bots


def resident(pids: set[int]) -> int:
    """The resident memory of these processes in kilobytes."""
    total = 0
    for pid in pids:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:  # a bot that has ended
            continue
        total += sum(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
    return total


def pythons(runner: int) -> set[int]:
    """The runner, its steward and its workers, without short-lived keepers and bots."""
    found = {runner}
    for pid in descendants(runner):
        try:
            name = Path(f"/proc/{pid}/comm").read_text()
        except OSError:
            continue
        if name.startswith(("python", "garlic\n")):
            found.add(pid)
    return found


def held(runner: int) -> dict[str, list[int]]:
    """What a run holds, sampled a few times: it depends on how many bots are running."""
    samples: dict[str, list[int]] = {}
    for _ in range(6):
        processes = pythons(runner)
        prints = [Footprint.of(pid) for pid in processes]
        for kind in ("descriptors", "threads", "children"):
            samples.setdefault(kind, []).append(sum(getattr(one, kind) for one in prints))
        samples.setdefault("kilobytes", []).append(resident(processes))
    return samples


@pytest.fixture(params=[0o1777, 0o755], ids=oct)
def home(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder that everybody reaches; root's bots run as nobody, who may not write to the second.

    ``scratch`` in it is for temporary files.
    """
    with tempfile.TemporaryDirectory() as name, own_cache(Path(name, "cache")):
        folder = Path(name)
        (folder / "scratch").mkdir()
        folder.chmod(0o755)
        (folder / "scratch").chmod(request.param)
        yield folder


@pytest.mark.slow
def test_many_games(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = games_to_play(1000) // PAIRS
    file = write_tournament(home, games)
    file.write_text(file.read_text().replace("6x6", "4x4"))
    database, groups = str(home / "cup.db"), control_groups()
    setting = f"TMPDIR={home / 'scratch'}"
    monkeypatch.setenv(*setting.split("="))
    runner = tournament("run", str(file), "--database", database)
    found = []
    for count in (games * PAIRS // 10, games * PAIRS * 8 // 10):
        assert eventually(lambda: played(database) >= count, 1500)  # noqa: B023
        found.append((held(runner.pid), everything_in(home / "cache")))
    assert runner.poll() is None, "too few games to measure"
    code, out, err = finished(runner)
    assert (code, err) == (0, ""), out
    assert played(database) == games * PAIRS
    (early, cached), (late, cached_late) = found
    print(f"{games * PAIRS} games: {early} -> {late}")
    for kind, samples in late.items():
        room = 1.1 if kind == "kilobytes" else 1
        assert min(samples) <= room * max(early[kind]), (kind, early, late)
    assert cached_late == cached
    assert eventually(lambda: not started_with(setting))
    assert everything_in(home / "scratch") == set()
    assert control_groups() <= groups
