"""What judging costs: a turn, a game, a start."""

import statistics
import tempfile
import time
from pathlib import Path

from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.match import Match, play
from garlic.judge.run import play_all
from garlic.judge.settings import parse_limits

Row = tuple[str, str, str]

OTHELLO = """
#include "../include/playerbase.h"
static char at(struct Player *p, int x, int y) {
    return x >= 0 && y >= 0 && x < p->row_cnt && y < p->col_cnt ? p->mat[x][y] : 0;
}
void init(struct Player *p) {}
struct Point place(struct Player *p) {
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
STARS = """
#include "../include/playerbase.h"
void init(struct Player *p) {}
struct Point walk(struct Player *p) {
    return initPoint(p->your_posx, p->your_posy);
}
"""
PYTHON = "def play(position):\n    return position.legal_moves()[0]\n"


def match(game: str, bot: str, seed: int = 0) -> Match:
    facts = GAMES[game]
    limits = parse_limits("turn=5s,init=10s", facts.limits)
    return Match(game, (find_bot(bot), find_bot(bot)), str(facts.setup()), seed, limits)


def rules_seconds(game: str, record) -> float:  # type: ignore[no-untyped-def]
    """The time that the rules alone take to replay the record."""
    facts = GAMES[game]
    moves = [turn.move for turn in record.turns if turn.number > 0]
    best = 1e9
    for _ in range(5):
        position = facts.parse(record.start)
        began = time.perf_counter()
        for move in moves:
            position.outcome()
            position = position.play(facts.move.parse(move))
        best = min(best, time.perf_counter() - began)
    return best


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        othello, stars, python = (Path(folder) / name for name in ("o.h", "s.h", "b.py"))
        othello.write_text(OTHELLO)
        stars.write_text(STARS)
        python.write_text(PYTHON)
        return _rows(str(othello), str(stars), str(python))


def _rows(othello: str, stars: str, python: str) -> list[Row]:
    play(match("othello", othello))  # built
    games, overheads = [], []
    for _ in range(20):
        began = time.perf_counter()
        record = play(match("othello", othello))
        games.append(time.perf_counter() - began)
        thinking = sum(turn.cost.wall_seconds for turn in record.turns if turn.number > 0)
        starts = sum(turn.cost.wall_seconds for turn in record.turns if turn.number == 0)
        turns = sum(turn.number > 0 for turn in record.turns)
        overheads.append((games[-1] - starts - thinking - rules_seconds("othello", record)) / turns)
    play(match("stars", stars))
    began = time.perf_counter()
    count = sum(1 for _ in play_all([match("stars", stars, seed) for seed in range(100)]))
    hundred = time.perf_counter() - began
    started = [
        turn.cost.wall_seconds
        for _ in range(5)
        for turn in play(match("tiaojia", python)).turns
        if turn.number == 0
    ]
    compiled = [turn.cost.wall_seconds for turn in record.turns if turn.number == 0]
    return [
        ("8x8 Othello, two instant C bots, processes included", _ms(min(games)), "< 30 ms"),
        (
            "of it a turn: judge, sandbox, snapshot and start-up shared out",
            f"{statistics.median(overheads) * 1e6:.0f} µs",
            "< 60 µs and what the snapshot costs",
        ),
        (f"{count} games of Stars on 10x10, two C bots", f"{hundred:.1f} s", "< 15 s on 2 cores"),
        ("start of a compiled bot (init included)", _ms(statistics.median(compiled)), "< 10 ms"),
        ("start of a Python bot (init included)", _ms(statistics.median(started)), "< 60 ms"),
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"
