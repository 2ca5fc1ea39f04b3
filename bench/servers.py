"""How soon a search answers that is told to stop, over each protocol that knows how."""

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

TRIES = 20
THOUGHT = 0.2  # seconds that it thinks before it is stopped
WISHED = "under 50 ms"


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said to a server: once, for each search, and to end it."""

    game: str
    protocol: str
    once: Sequence[str]
    search: Sequence[str]
    thinking: str  # how a line begins that shows it has begun
    stop: str
    answer: tuple[str, ...]  # how the line begins that ends it


TALKS = (
    Talk(
        *("xiangqi", "uci", ["uci", "setoption name OwnBook value false", "position startpos"]),
        *(["go infinite"], "info depth 4 ", "stop", ("bestmove",)),
    ),
    Talk(
        *("xiangqi", "ucci", ["ucci", "setoption usebook false", "position startpos"]),
        *(["go infinite"], "info depth 4 ", "stop", ("bestmove", "nobestmove")),
    ),
    Talk(
        *("xiangqi", "xboard", ["xboard", "protover 2", "option OwnBook=0", "post", "st 600"]),
        *(["new", "usermove h2e2"], "4 ", "?", ("move",)),
    ),
    Talk(
        *("othello", "nboard", ["nboard 2", "set depth 60", "move f5"]),
        *(["hint 1"], "search", "ping 1", ("pong 1",)),
    ),
    Talk(
        *("gomoku", "piskvork", ["START 15", "INFO timeout_turn 100000"]),
        *(["RESTART", "TURN 7,7"], "MESSAGE depth 2", "STOP", tuple("0123456789")),
    ),
)


def rows() -> list[tuple[str, str, str]]:
    """What was measured, the result, and what was wished for."""
    return [
        (f"{talk.protocol}: from '{talk.stop}' to the answer", _told(_delays(talk)), WISHED)
        for talk in TALKS
    ]


def _told(delays: Sequence[float]) -> str:
    return f"{1000 * statistics.median(delays):.1f} ms, at most {1000 * max(delays):.1f} ms"


def _delays(talk: Talk) -> list[float]:
    command = [sys.executable, "-m", "garlic", "engine", talk.game, "--protocol", talk.protocol]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def tell(*lines: str) -> None:
            server.stdin.write("".join(f"{line}\n" for line in lines))
            server.stdin.flush()

        def hear(start: str | tuple[str, ...]) -> None:
            while not server.stdout.readline().startswith(start):
                pass

        delays = []
        tell(*talk.once)
        for _ in range(TRIES):
            tell(*talk.search)
            hear(talk.thinking)
            time.sleep(THOUGHT)
            began = time.perf_counter()
            tell(talk.stop)
            hear(talk.answer)
            delays.append(time.perf_counter() - began)
        server.kill()
    return delays


if __name__ == "__main__":
    for row in rows():
        print(*row, sep="  ")
