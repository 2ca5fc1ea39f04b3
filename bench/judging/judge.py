"""The overhead of the judge: a turn, a game, a start."""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench import one_processor
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.players.process import CoursePlayer, TalkingPlayer
from garlic.judge.settings import parse_limits
from garlic.judge.workers.run import play_all

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
GOMOKU = str(Path(__file__).parents[2] / "examples/bots/gomoku/c/bot.c")
PYTHON = "def play(position):\n    return position.legal_moves()[0]\n"


def game_run(name: str, bot: str, seed: int = 0) -> GameRun:
    game = GAMES[name]
    limits = parse_limits("turn=5s,init=10s", game.limits)
    return GameRun(name, (find_bot(bot), find_bot(bot)), str(game.setup()), seed, limits)


def overhead(player: type[CoursePlayer | TalkingPlayer], run: GameRun) -> float:
    """The median time of a turn beyond the bot's own time, in seconds."""
    ask = player.ask
    beyond: list[float] = []

    def timed(self: Any, *question: Any) -> Any:
        began = time.perf_counter()
        answer = ask(self, *question)
        beyond.append(time.perf_counter() - began - answer.cost.wall_seconds)
        return answer

    with patch.object(player, "ask", timed):
        for _ in range(5):
            play(run)
    return statistics.median(beyond)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        othello, stars, python = (Path(folder) / name for name in ("o.h", "s.h", "b.py"))
        othello.write_text(OTHELLO)
        stars.write_text(STARS)
        python.write_text(PYTHON)
        return _rows(str(othello), str(stars), str(python))


def _rows(othello: str, stars: str, python: str) -> list[Row]:
    for game, bot in (("othello", othello), ("stars", stars), ("gomoku", GOMOKU)):
        play(game_run(game, bot))  # builds the bots
    games = []
    with one_processor():
        record = play(game_run("othello", othello))
        for _ in range(20):
            began = time.perf_counter()
            play(game_run("othello", othello))
            games.append(time.perf_counter() - began)
        compiled = [turn.cost.wall_seconds for turn in record.turns if turn.number == 0]
        lines = overhead(TalkingPlayer, game_run("gomoku", GOMOKU))
        course = overhead(CoursePlayer, game_run("othello", othello))
        started = [
            turn.cost.wall_seconds
            for _ in range(5)
            for turn in play(game_run("tiaojia", python)).turns
            if turn.number == 0
        ]
    began = time.perf_counter()
    count = sum(1 for _ in play_all([game_run("stars", stars, seed) for seed in range(100)]))
    hundred = time.perf_counter() - began
    return [
        ("8x8 Othello, two instant C bots, processes included", _ms(min(games)), "< 30 ms"),
        ("a turn beyond the bot's own time, C program", _us(lines), "< 60 µs"),
        ("the same for player.h: with its view and its snapshot", _us(course), "as low as it goes"),
        (f"{count} games of Stars on 10x10, two C bots", f"{hundred:.1f} s", "< 15 s on 2 cores"),
        ("start of a compiled bot (init included)", _ms(statistics.median(compiled)), "< 10 ms"),
        ("start of a Python bot (init included)", _ms(statistics.median(started)), "< 60 ms"),
    ]


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"
