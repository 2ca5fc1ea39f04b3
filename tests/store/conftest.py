"""Databases of both kinds, and a game to store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.store import Database, open_database
from support.databases import database_location, postgres_server, postgres_url

__all__ = ["database_location", "postgres_server", "postgres_url"]


@pytest.fixture
def database(database_location: str) -> Iterator[Database]:
    with open_database(database_location) as found:
        yield found


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def played() -> tuple[GameRun, Record]:
    """A game run and its record."""
    bot = find_bot("random:tiaojia")
    game_run = GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()), seed=5)
    return game_run, play(game_run)
