"""How soon a stopped search answers, over each protocol that can stop one."""

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

TRIES = 20
SEARCH_SECONDS = 0.2  # before it is stopped
TARGET = "under 50 ms"


@dataclass(frozen=True, slots=True)
class Script:
    """The lines sent to a server: once, for each search, and to stop it."""

    game: str
    protocol: str
    once: Sequence[str]
    search: Sequence[str]
    thinking: str  # prefix of a line that shows that the search runs
    stop: str
    answer: tuple[str, ...]  # prefixes of the answer


SCRIPTS = (
    Script(
        "xiangqi",
        "uci",
        ["uci", "setoption name OwnBook value false", "position startpos"],
        ["go infinite"],
        "info depth 4 ",
        "stop",
        ("bestmove",),
    ),
    Script(
        "xiangqi",
        "ucci",
        ["ucci", "setoption usebook false", "position startpos"],
        ["go infinite"],
        "info depth 4 ",
        "stop",
        ("bestmove", "nobestmove"),
    ),
    Script(
        "xiangqi",
        "xboard",
        ["xboard", "protover 2", "option OwnBook=0", "post", "st 600"],
        ["new", "usermove h2e2"],
        "4 ",
        "?",
        ("move",),
    ),
    Script(
        "othello",
        "nboard",
        ["nboard 2", "set depth 60", "move f5"],
        ["hint 1"],
        "search",
        "ping 1",
        ("pong 1",),
    ),
    Script(
        "gomoku",
        "piskvork",
        ["START 15", "INFO timeout_turn 100000"],
        ["RESTART", "TURN 7,7"],
        "MESSAGE depth 2",
        "STOP",
        tuple("0123456789"),
    ),
)


def rows() -> list[tuple[str, str, str]]:
    """All measurements."""
    return [
        (f"{script.protocol}: from '{script.stop}' to the answer", _format(_delays(script)), TARGET)
        for script in SCRIPTS
    ]


def _format(delays: Sequence[float]) -> str:
    return f"{1000 * statistics.median(delays):.1f} ms, at most {1000 * max(delays):.1f} ms"


def _delays(script: Script) -> list[float]:
    command = [sys.executable, "-m", "garlic", "engine", script.game, "--protocol", script.protocol]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        to_server, from_server = server.stdin, server.stdout
        assert to_server is not None
        assert from_server is not None

        def send(*lines: str) -> None:
            to_server.write("".join(f"{line}\n" for line in lines))
            to_server.flush()

        def wait_for(start: str | tuple[str, ...]) -> None:
            while not from_server.readline().startswith(start):
                pass

        delays = []
        send(*script.once)
        for _ in range(TRIES):
            send(*script.search)
            wait_for(script.thinking)
            time.sleep(SEARCH_SECONDS)
            began = time.perf_counter()
            send(script.stop)
            wait_for(script.answer)
            delays.append(time.perf_counter() - began)
        server.kill()
    return delays
