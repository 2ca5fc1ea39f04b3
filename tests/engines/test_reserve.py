from importlib import resources

import pytest

from garlic.core import Seat
from garlic.engines import Engine, Limit, book
from garlic.engines.planners import StarsPlanner
from garlic.engines.reserve import Reserve
from garlic.games import GAMES


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time as `Reserve` sees it, in a list of one."""
    now = [0.0]
    monkeypatch.setattr("garlic.engines.reserve.time.perf_counter", lambda: now[0])
    return now


def search(kept: Reserve, clock: list[float], planned: float, took: float) -> None:
    with kept.watching(planned):
        clock[0] += took


def test_a_quiet_machine_leaves_nearly_all_of_the_time(clock: list[float]) -> None:
    kept = Reserve()
    for _ in range(100):
        search(kept, clock, planned=0.09, took=0.09)
    assert kept.usable(0.1) == pytest.approx(0.0948, abs=1e-5)
    assert kept.usable(1) == pytest.approx(0.984, abs=1e-5)
    assert kept.usable(0.001) == pytest.approx(0.0006)


def test_a_first_move_keeps_more() -> None:
    assert Reserve().usable(0.1) == pytest.approx(0.0908)


def test_the_reserve_grows_with_what_a_search_took_too_long(clock: list[float]) -> None:
    kept = Reserve()
    search(kept, clock, planned=0.0908, took=0.0998)
    assert kept.usable(0.1) == pytest.approx(0.0858)
    search(kept, clock, planned=0.0858, took=0.05)  # it knew its move early
    assert 0.0858 < kept.usable(0.1) < 0.088


def test_noise_is_forgotten_and_never_takes_most_of_the_time(clock: list[float]) -> None:
    kept = Reserve()
    search(kept, clock, planned=0.0948, took=9)
    assert kept.usable(0.1) == pytest.approx(0.06)
    for _ in range(60):
        search(kept, clock, planned=0.06, took=0.06)
    assert kept.usable(0.1) > 0.094


def test_a_search_without_a_limit_teaches_nothing(clock: list[float]) -> None:
    kept = Reserve()
    with kept.watching(None):
        clock[0] += 100
    assert kept.usable(0.1) == Reserve().usable(0.1)


@pytest.mark.parametrize("limit", [Limit(time=3600), Limit(clock=3600)])
def test_engines_keep_it(monkeypatch: pytest.MonkeyPatch, limit: Limit) -> None:
    monkeypatch.setattr(Reserve, "usable", lambda *_: 0.01)
    game = GAMES["tiaojia"]
    assert Engine(game, hash_mb=1).search(game.setup(), limit).time < 60
    if limit.time is not None:
        stars = GAMES["stars"]
        assert StarsPlanner(Seat.A).think(stars.setup(), limit).seconds < 60


@pytest.mark.parametrize("level", [None, 2], ids=["book", "level"])
def test_a_first_move_finds_everything_ready_and_is_the_same(
    monkeypatch: pytest.MonkeyPatch, level: int | None
) -> None:
    """What is read or made only once is so before the clock of the first move runs."""
    game = GAMES["othello"]
    cold, warm = (Engine(game, hash_mb=1, seed=3, level=level) for _ in range(2))
    book.book_of.cache_clear()
    warm.warm_up(game.setup())
    monkeypatch.setattr(resources, "files", None)  # no book can be opened from here on
    warm_moves = [str(warm.choose(game.setup(), Limit(nodes=500))) for _ in range(8)]
    monkeypatch.undo()
    assert warm_moves == [str(cold.choose(game.setup(), Limit(nodes=500))) for _ in range(8)]
