"""Our engines behind their servers: how soon a search that is stopped has answered."""

import subprocess
import sys
import time
from statistics import median

Row = tuple[str, str, str]

# Protocol: the game, what begins a long search, what tells that it runs, how it is stopped, and
# how the answer begins.
_SEARCHES = {
    "uci": (
        "xiangqi",
        "position startpos moves h3e3\ngo infinite",
        "info depth 6",
        "stop",
        "bestmove",
    ),
    "ucci": (
        "xiangqi",
        "position startpos moves h2e2\ngo depth infinite",
        "info depth 6",
        "stop",
        "bestmove",
    ),
    "xboard": ("xiangqi", "new\noption OwnBook=0\npost\nst 600\nusermove h2e2", "6 ", "?", "move"),
}
_TIMES = 30


def rows() -> list[Row]:
    return [stop_row(protocol, *search) for protocol, search in _SEARCHES.items()]


def stop_row(protocol: str, game: str, begin: str, running: str, stop: str, answer: str) -> Row:
    """From writing *stop* to having read the answer, through the pipes of a process."""
    command = [sys.executable, "-m", "garlic", "engine", game, "--protocol", protocol]
    times = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        lines = iter(engine.stdout.readline, "")
        for _ in range(_TIMES):
            engine.stdin.write(f"{begin}\n")
            next(line for line in lines if line.startswith(running))
            began = time.perf_counter()
            engine.stdin.write(f"{stop}\n")
            next(line for line in lines if line.startswith(answer))
            times.append(1000 * (time.perf_counter() - began))
        engine.stdin.write("quit\n")
    shown = f"{median(times):.1f} ms, at most {max(times):.1f} ms"
    return (f"{protocol}: stop answered", shown, "< 50 ms")
