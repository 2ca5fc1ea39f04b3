"""The memory of a long tournament does not grow."""

from pathlib import Path

import pytest

from support.processes import descendants, eventually
from support.tournaments import finished, played, tournament, write_tournament

GAMES = 1668  # per pairing of four bots: 10,008 in all


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


@pytest.mark.slow
def test_ten_thousand_games_keep_memory_flat(tmp_path):
    file = write_tournament(tmp_path, GAMES)
    file.write_text(file.read_text().replace("6x6", "4x4"))
    database = str(tmp_path / "cup.db")
    runner = tournament("run", str(file), "--database", database)
    sizes = []
    for count in (1000, 9500):
        assert eventually(lambda: played(database) >= count, 1500)  # noqa: B023
        sizes.append(min(resident(pythons(runner.pid)) for _ in range(20)))
    code, out, err = finished(runner)
    assert (code, err) == (0, ""), out
    assert played(database) == 6 * GAMES
    assert sizes[1] < 1.1 * sizes[0], sizes
