"""Whether the judge is fair on a busy machine: `python -m bench busy_judge [GAMES]`.

Short games between equal bots, beside processes that keep the processors busy. No bot is late by
its own doing, so every lost turn is a false loss.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.adjudication import Adjudication
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.judge.settings import parse_limits
from garlic.judge.workers.pool import processors
from garlic.judge.workers.run import play_all

Row = tuple[str, str, str]

_GAMES = 20  # the numbers in the documents are from 200
_BUSY = (0, 6, 12)
_WALL_MILLISECONDS = 90

# Takes the first free point, after *THINKING* ms by *CLOCK*.
_BOT = """
#include <stdio.h>
#include <string.h>
#include <time.h>
static long microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "start ", 6)) puts("ready");
        if (!strncmp(line, "turn ", 5)) {
            const long end = microseconds() + THINKING * 1000;
            while (microseconds() < end) continue;
            const char *rows = strchr(line + 5, ' ') + 1;
            const int size = (int)strcspn(rows, "/"), place = (int)strcspn(rows, ".");
            printf("%c%d\\n", 'a' + place % (size + 1), size - place / (size + 1));
        }
        fflush(stdout);
    }
}
"""


def rows(games: int = _GAMES) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        by_processor = _bot(Path(folder) / "processor.c", "CLOCK_PROCESS_CPUTIME_ID", 50)
        by_wall = _bot(Path(folder) / "wall.c", "CLOCK_MONOTONIC", _WALL_MILLISECONDS)
        return [
            row
            for busy in _BUSY
            for what, bot in (("50 ms of processor time", by_processor), ("until 90 ms", by_wall))
            for row in _fairness(what, bot, busy, games, wall=bot is by_wall)
        ]


def _bot(source: Path, clock: str, milliseconds: int) -> str:
    source.write_text(f"#define CLOCK {clock}\n#define THINKING {milliseconds}\n{_BOT}")
    return str(source)


def _fairness(what: str, bot: str, busy: int, games: int, *, wall: bool) -> Iterator[Row]:
    records = _play(bot, busy, games)
    where = f"{what} of 100, {busy} busy processes on {len(processors())} cores"
    lost = sum(any(turn.verdict is not Verdict.OK for turn in r.turns) for r in records)
    yield f"{where}: false losses in {games} games", str(lost), "none"
    yield f"{where}: judged", _share(sum(r.is_judged for r in records), games), "> 95 %"
    yield f"{where}: delayed", _share(sum(r.is_delayed for r in records), games), "-"
    if wall:
        costs = [turn.cost for r in records for turn in r.turns if turn.number > 0]
        usual = len(costs) * _WALL_MILLISECONDS / 1e3
        got = sum(cost.cpu_seconds for cost in costs) / usual if costs else 0.0
        yield f"{where}: of its usual processor time", f"{got:.0%}", "-"


def _play(bot: str, busy: int, games: int) -> Sequence[Record]:
    game = GAMES["gomoku"]
    limits = parse_limits("turn=100ms,init=1s", game.limits)
    both = (find_bot(bot), find_bot(bot))
    short = Adjudication(max_plies=6)
    game_runs = [
        GameRun(game.name, both, str(game.setup()), seed, limits, adjudication=short)
        for seed in range(games)
    ]
    with _busy_processes(busy):
        return [record for _, record in play_all(game_runs)]


@contextmanager
def _busy_processes(count: int) -> Iterator[None]:
    # Each in a session of its own: the scheduler may share time out by sessions.
    command = [sys.executable, "-c", "while True: pass"]
    crowd = [subprocess.Popen(command, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for member in crowd:
            member.kill()
            member.wait()


def _share(count: int, games: int) -> str:
    return f"{count / games:.0%}"


def main(arguments: list[str]) -> None:
    for row in rows(*map(int, arguments)):
        print("{:88} {:>5}   {}".format(*row))
