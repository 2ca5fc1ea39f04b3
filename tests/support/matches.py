"""Quick game runs for tests of tournaments: small boards, compiled bots that answer at once."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from garlic.games import GAMES
from garlic.judge.bots import Bot, find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.settings import parse_limits

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
QUICK_BOT = EXAMPLES / "othello" / "c" / "player.h"


def quick_game_run(seed: int = 0, bots: tuple[Bot, Bot] | None = None) -> GameRun:
    """Othello on 4x4, with limits long enough for a busy machine."""
    game = GAMES["othello"]
    pair = bots or (find_bot(str(QUICK_BOT)), find_bot(str(QUICK_BOT)))
    limits = parse_limits("turn=10s,init=10s", game.limits)
    return GameRun("othello", pair, str(game.setup(size=(4, 4))), seed, limits)


def quick_game_runs(count: int, first: int = 0) -> list[GameRun]:
    """*count* of them, all different."""
    return [quick_game_run(seed) for seed in range(first, first + count)]


def moves(content: bytes) -> list[str]:
    """The turns of a record without timings: the same each time it is played."""
    from garlic.judge.record import Record  # noqa: PLC0415

    return [f"{turn.number} {turn.seat} {turn.move}" for turn in Record.parse(content).turns]


@contextmanager
def own_cache(folder: Path) -> Iterator[None]:
    """Use *folder* as the cache of built bots."""
    before = os.environ.get("GARLIC_CACHE")
    os.environ["GARLIC_CACHE"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("GARLIC_CACHE")
        if before is not None:
            os.environ["GARLIC_CACHE"] = before
