"""Start-up: commands, the first response of the server, and the size of what has to be installed.

Medians of several runs, beside those of an interpreter that does nothing. Processor time tells more
than wall time on a machine that does other things as well.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

Row = tuple[str, str, str]

_RUNS = 7
_GARLIC = [sys.executable, "-m", "garlic"]


def rows() -> list[Row]:
    """All measurements."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "GARLIC_DATA": home, "GARLIC_CACHE": home}

        def run(*command: str) -> None:
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

        match = (*_GARLIC, "match", "tiaojia", "random:tiaojia", "random:tiaojia")
        times = {
            "python -c pass": _median(lambda: run(sys.executable, "-c", "pass")),
            "garlic --help": _median(lambda: run(*_GARLIC, "--help")),
            "garlic shell, empty script": _median(lambda: run(*_GARLIC, "shell", os.devnull)),
            "garlic match, two random bots": _median(lambda: run(*match)),
            "garlic serve, first response": _median(lambda: _serve(environment)),
        }
    targets = {"garlic --help": "< 300 ms"}
    return [
        *(
            (
                what,
                f"{1000 * wall:.0f} ms, {1000 * cpu:.0f} ms of a processor",
                targets.get(what, "-"),
            )
            for what, (wall, cpu) in times.items()
        ),
        ("what garlic needs, installed", f"{_installed_bytes() / 1e6:.0f} MB", "-"),
    ]


def _median(work: Callable[[], None]) -> tuple[float, float]:
    """Wall and processor seconds of *work*, after a first run that fills the caches."""
    work()
    walls, cpus = [], []
    for _ in range(_RUNS):
        began, used = time.perf_counter(), _cpu_seconds()
        work()
        walls.append(time.perf_counter() - began)
        cpus.append(_cpu_seconds() - used)
    return statistics.median(walls), statistics.median(cpus)


def _cpu_seconds() -> float:
    """The processor time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _serve(environment: dict[str, str]) -> None:
    """Start a server and get its first page."""
    command = [*_GARLIC, "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[-1]
            with urlopen(f"{address}api/games") as response:  # noqa: S310
                response.read()
        finally:
            server.terminate()


def _installed_bytes() -> int:
    """The size of the packages that a fresh environment gets with garlic, without garlic."""
    seen: set[str] = set()
    waiting = list(distribution("garlic-arena").requires or [])
    total = 0
    while waiting:
        requirement = Requirement(waiting.pop())
        name = canonicalize_name(requirement.name)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if name in seen or not wanted:
            continue
        seen.add(name)
        found = distribution(name)
        waiting += found.requires or []
        paths = (Path(str(file.locate())) for file in found.files or [])
        total += sum(path.stat().st_size for path in paths if path.is_file())
    return total
