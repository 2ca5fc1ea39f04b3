"""What the scripts of this folder share: commands of garlic, and a course server of their own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
ROSTER = HERE / "roster.csv"
PATIENCE_SECONDS = 120

_GARLIC = (sys.executable, "-m", "garlic")


def garlic(*words: str, config: Path | None = None) -> str:
    """What a command of garlic prints; *config* is the folder of whoever types it."""
    environment = os.environ | {"GARLIC_LANG": "en"}
    if config is not None:
        environment["XDG_CONFIG_HOME"] = str(config)
    found = subprocess.run(  # noqa: S603
        [*_GARLIC, *words], check=False, capture_output=True, text=True, env=environment
    )
    if found.returncode != 0:
        raise SystemExit(f"garlic {' '.join(words)}: {found.stderr or found.stdout}")
    return found.stdout


class ClassServer:
    """`garlic serve --class` on a free port, which stays the same when it is started again."""

    def __init__(self, database: str, options: Sequence[str] = ()) -> None:
        self.address = ""
        self._port = "0"
        self._words = [*_GARLIC, "serve", "--class", "--no-browser", "--database", database]
        self._words += options
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it has an address."""
        command = [*self._words, "--port", self._port]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        for line in self._process.stdout or ():
            if found := re.search(r"http://[^/\s]+", line):
                self.address = found[0]
                self._port = self.address.rpartition(":")[2]
                return
        raise SystemExit("the server did not start")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._end("kill")

    def stop(self) -> None:
        """Stop it as its owner would."""
        self._end("terminate")

    def _end(self, how: str) -> None:
        if self._process is not None:
            getattr(self._process, how)()
            self._process.wait(PATIENCE_SECONDS)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None


@contextmanager
def class_server(database: str, options: Sequence[str] = ()) -> Iterator[ClassServer]:
    """A course server that is stopped in the end."""
    server = ClassServer(database, options)
    server.start()
    try:
        yield server
    finally:
        server.stop()
