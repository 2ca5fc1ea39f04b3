"""The processes of a run of games, to be killed."""

import contextlib
import os
import random
import signal
import subprocess
from collections.abc import Callable

from support.processes import command_line, descendants, eventually, parent
from support.tournaments import finished

Run = subprocess.Popen[str]


def workers_of(runner: int) -> list[int]:
    """The steward's children: the processes that play."""
    below = descendants(runner)
    stewards = {pid for pid in below if parent(pid) == runner}
    return [pid for pid in below if parent(pid) in stewards]


def victims_of(runner: int) -> dict[str, list[int]]:
    """The processes of a run that can be killed, by kind."""
    workers = workers_of(runner)
    return {
        "runner": [runner],
        "steward": sorted({pid for pid in map(parent, workers) if pid is not None}),
        "worker": workers,
        # A keeper's children bear its name too, until they run the bot.
        "keeper": [
            pid
            for pid in descendants(runner)
            if b"garlic-keeper" in command_line(pid) and parent(pid) in workers
        ],
    }


def kill_twenty_times(
    run: Run, count: Callable[[], int], go_on: Callable[[], Run], seed: int
) -> Run:
    """Kill processes of *run*, each kind five times, after a random number of games.

    *count* tells how many games there are, *go_on* begins the next run whenever one has ended.
    Returns the run that is left.
    """
    chance = random.Random(seed)
    kinds = ["runner", "steward", "worker", "keeper"] * 5
    chance.shuffle(kinds)
    while kinds:
        target = count() + chance.randint(1, 12)
        assert eventually(lambda: count() >= target or run.poll() is not None, 120)  # noqa: B023
        if run.poll() is None:
            # Keepers live for a few milliseconds: wait until there is one.
            victims = eventually(lambda: victims_of(run.pid)[kinds[-1]])  # noqa: B023
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(victims), signal.SIGKILL)
                kinds.pop()
        else:
            _, _, err = finished(run)
            assert "Traceback" not in err
            run = go_on()
    return run
