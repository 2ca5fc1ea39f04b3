from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.executors import E, PlayOn
from garlic.arena import runner
from support.databases import database_location, postgres_server, postgres_url
from support.matches import own_cache

__all__ = ["database_location", "postgres_server", "postgres_url"]


@pytest.fixture
def play_on(monkeypatch: pytest.MonkeyPatch) -> PlayOn:
    """A function that lets tournaments play on an executor of the test; it returns that one."""

    def play(executor: E) -> E:
        @contextmanager
        def open_here(_: object) -> Iterator[E]:
            yield executor

        monkeypatch.setattr(runner, "open_executor", open_here)
        return executor

    return play


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with own_cache(tmp_path_factory.mktemp("cache")):
        yield
