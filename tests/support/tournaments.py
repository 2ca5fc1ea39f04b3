"""Tournaments of quick, deterministic bots, run by `garlic tournament` in a process."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from garlic.arena.stored import tournament_snapshot
from garlic.core import GarlicError
from garlic.store import open_database
from garlic.store.schema import matches

# Plays the first legal square in an order of its own, so that no two bots play the same moves.
_BOT = """
#include <unistd.h>
#include "../include/playerbase.h"
static char at(struct Player *p, int x, int y) {
    return x >= 0 && y >= 0 && x < p->row_cnt && y < p->col_cnt ? p->mat[x][y] : 0;
}
void init(struct Player *p) {}
struct Point place(struct Player *p) {
    usleep(1000 * %d);
    int squares = p->row_cnt * p->col_cnt;
    for (int i = 0; i < squares; i++) {
        int square = (%d * i + %d) %% squares;
        int r = square / p->col_cnt, c = square %% p->col_cnt;
        if (at(p, r, c) == 'O' || at(p, r, c) == 'o') continue;
        for (int d = 0; d < 9; d++) {
            int x = r + d / 3 - 1, y = c + d %% 3 - 1, n = 0;
            while (d != 4 && at(p, x, y) == 'o') x += d / 3 - 1, y += d %% 3 - 1, n++;
            if (n && at(p, x, y) == 'O') return initPoint(r, c);
        }
    }
    return initPoint(-1, -1);
}
"""
_STEPS = ((1, 0), (5, 3), (7, 11), (11, 17))  # the steps have no common divisor with 6x6


def write_bots(folder: Path, turn_ms: int = 0) -> list[Path]:
    """Four quick bots that do not play alike; each sleeps for *turn_ms* before it moves."""
    paths = [folder / f"bot{number}.h" for number in range(len(_STEPS))]
    for path, (step, first) in zip(paths, _STEPS, strict=True):
        path.write_text(_BOT % (turn_ms, step, first))
    return paths


def write_tournament(folder: Path, games: int, turn_ms: int = 0) -> Path:
    """A round robin of four bots with *games* games per pair: six times as many in all."""
    bots = ", ".join(f'"{path.name}"' for path in write_bots(folder, turn_ms))
    path = folder / "cup.toml"
    path.write_text(
        f'game = "othello"\nbots = [{bots}]\ngames = {games}\nseed = 7\nmaps = ["6x6"]\n'
        'openings = "random"\nlimits = "turn=10s,init=10s"\ntie_breaks = ["score", "wins"]\n'
    )
    return path


def tournament(*words: str, **options: Any) -> "subprocess.Popen[str]":
    """A process of `garlic tournament` with these *words*."""
    return garlic_process("tournament", *words, **options)


def garlic_process(*words: str, **options: Any) -> "subprocess.Popen[str]":
    """A process of `garlic` with these *words*."""
    return subprocess.Popen(
        [sys.executable, "-m", "garlic", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"GARLIC_LANG": "en"},
        **options,
    )


def finished(process: "subprocess.Popen[str]", seconds: float = 300) -> tuple[int, str, str]:
    """Wait for its end; return its exit code, output and errors."""
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out, err


def played(database: str) -> int:
    """How many games are stored in a database with one tournament; 0 while there is none."""
    if "://" not in database and not Path(database).exists():
        return 0
    try:
        with open_database(database) as opened:
            count = select(func.count()).select_from(matches)
            return opened.read(lambda c: c.execute(count).scalar_one())
    except GarlicError:  # it is just being created
        return 0


def table(database: str) -> dict[str, Any]:
    """Everything about the only tournament that must not depend on interruptions."""
    with open_database(database) as opened:
        data = tournament_snapshot(opened, 1)
        return {
            "state": data.state.value,
            "unplayed": len(data.unplayed),
            "games": [
                (game.number, game.key, game.seats, game.winner, game.scores, game.turns)
                for game in data.games
            ],
            "standings": [
                (line.rank, line.name, line.points, line.played, line.won, line.drawn, line.lost)
                for line in data.standings
            ],
            "ratings": [(line.name, line.elo, line.low, line.high) for line in data.standings],
        }


def resume(database: str, *words: str) -> None:
    """Resume it until every game has a result."""
    for _ in range(5):
        code, out, err = finished(tournament("resume", "--database", database, *words))
        assert code == 0, (out, err)
        if table(database)["unplayed"] == 0:
            return
