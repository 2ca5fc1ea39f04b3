"""The overhead of a tournament beyond the time of its bots, and of the pool of workers."""

import os
import tempfile
import time
from pathlib import Path

from garlic.arena.definition import read_definition
from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.arena.snapshot import TournamentState
from garlic.arena.stored import tournament_snapshot
from garlic.arena.tournament import create
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.workers.pool import Pool, processors
from garlic.store import open_database

Row = tuple[str, str, str]

_GAMES = 200
THINKING_BOT = """
#include "../include/playerbase.h"
#include <time.h>
static char at(struct Player *p, int x, int y) {
    return x >= 0 && y >= 0 && x < p->row_cnt && y < p->col_cnt ? p->mat[x][y] : 0;
}
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
void init(struct Player *p) {}
struct Point place(struct Player *p) {
    double until = now() + THINKING_SECONDS;
    while (now() < until) continue;
    for (int r = 0; r < p->row_cnt; r++) for (int c = 0; c < p->col_cnt; c++) {
        if (at(p, r, c) == 'O' || at(p, r, c) == 'o') continue;
        for (int d = 0; d < 9; d++) {
            int x = r + d / 3 - 1, y = c + d % 3 - 1, n = 0;
            while (d != 4 && at(p, x, y) == 'o') x += d / 3 - 1, y += d % 3 - 1, n++;
            if (n && at(p, x, y) == 'O') return initPoint(r, c);
        }
    }
    return initPoint(-1, -1);
}
"""


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        share, per_game = _overhead(Path(folder))
    started, each, alone = _pool_costs()
    cores = min(2, len(processors()))
    return [
        (
            f"{_GAMES} games of bots that think 20 ms per move: overhead, {cores} cores",
            f"{share:.1%}",
            "< 5 %",
        ),
        ("the same, per game", f"{per_game * 1e3:.0f} ms", "as low as it goes"),
        ("a pool, from nothing to its first answer", f"{started * 1e3:.0f} ms", "< 300 ms"),
        ("a task handed to a worker and back, many waiting", f"{each * 1e6:.0f} µs", "< 200 µs"),
        ("the same, one alone", f"{alone * 1e6:.0f} µs", "< 500 µs"),
    ]


def _overhead(folder: Path) -> tuple[float, float]:
    """The overhead as a share of the bots' time, and in seconds per game.

    The bots' time is the wall time of every start and turn, as measured by the judge. On a busy
    machine both sides of the comparison grow.
    """
    for name, salt in (("one.h", "// one\n"), ("two.h", "// two\n")):
        (folder / name).write_text(salt + THINKING_BOT.replace("THINKING_SECONDS", "0.02"))
        bot, game = find_bot(str(folder / name)), GAMES["othello"]
        play(GameRun("othello", (bot, bot), str(game.setup(size=(4, 4)))))  # builds them once
    jobs = min(2, len(processors()))
    document = {
        "game": "othello",
        "bots": [str(folder / "one.h"), str(folder / "two.h")],
        "games": _GAMES,
        "maps": ["8x8"],
        "openings": "random",
        "limits": "turn=5s,init=5s",
    }
    with open_database(str(folder / "bench.db")) as database:
        number = create(database, read_definition(document), folder)
        began = time.perf_counter()
        state = run(database, number, Executing(jobs=jobs))
        took = time.perf_counter() - began
        assert state is TournamentState.FINISHED
        data = tournament_snapshot(database, number)
        thinking = sum(
            turn.cost.wall_seconds for game in data.games for turn in data.record(game.key).turns
        )
    assert len(data.games) == _GAMES
    beyond = took * jobs - thinking
    return beyond / thinking, beyond / _GAMES


def _pool_costs() -> tuple[float, float, float]:
    began = time.perf_counter()
    with Pool() as pool:
        pool.submit(os.getpid).result()
        started = time.perf_counter() - began
        began = time.perf_counter()
        for future in [pool.submit(os.getpid) for _ in range(5000)]:
            future.result()
        each = (time.perf_counter() - began) / 5000
        began = time.perf_counter()
        for _ in range(500):
            pool.submit(os.getpid).result()
        alone = (time.perf_counter() - began) / 500
    return started, each, alone
