"""A Dask cluster of real processes on this machine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.processes import alive, command_line, descendants, eventually, parent

_QUIET = {
    "DASK_LOGGING__DISTRIBUTED": "critical",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2",
}


class DaskCluster:
    """A scheduler and one worker per call of `add_worker`, each restarted by a nanny."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nannies: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self._start("scheduler", *words, "--scheduler-file", str(file))
        # The file is there before its content is.
        if not eventually(lambda: file.exists() and file.read_text().endswith("}")):
            self.close()
            raise AssertionError((folder / "log").read_text())
        self.address: str = json.loads(file.read_text())["address"]

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                cwd=self.folder,
                env=os.environ | _QUIET,
                stdout=log,
                stderr=log,
            )

    def add_worker(self, threads: int = 1) -> None:
        words = ["--nthreads", str(threads), "--no-dashboard", "--local-directory"]
        self.nannies.append(self._start("worker", self.address, *words, str(self.folder)))

    def workers(self) -> list[int]:
        """The processes in which tasks are run, nannies and pools left out."""
        return [
            pid
            for nanny in self.nannies
            for pid in descendants(nanny.pid)
            if parent(pid) == nanny.pid and b"spawn_main" in command_line(pid)
        ]

    def close(self) -> None:
        below = set().union(*(descendants(nanny.pid) for nanny in self.nannies))
        for process in (*self.nannies, self.scheduler):
            process.terminate()
        for process in (*self.nannies, self.scheduler):
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:  # a nanny may hang that was just starting a worker
                process.kill()
                process.wait()
        assert eventually(lambda: not any(map(alive, below)))


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[DaskCluster]:
    """A cluster with *workers* single-threaded workers; all its processes end afterwards."""
    cluster = DaskCluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()
