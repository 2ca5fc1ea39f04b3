import pytest

from garlic.core import Seat
from garlic.engines import Engine, Limit, reserve
from garlic.engines.planners import StarsPlanner
from garlic.engines.reserve import Reserve
from garlic.games import GAMES


@pytest.fixture
def clock(monkeypatch):
    """The time as `Reserve` sees it, in a list of one."""
    now = [0.0]
    monkeypatch.setattr(reserve.time, "perf_counter", lambda: now[0])
    return now


def search(kept: Reserve, clock: list[float], planned: float, took: float) -> None:
    with kept.watching(planned):
        clock[0] += took


def test_a_quiet_machine_leaves_nearly_all_of_the_time():
    assert Reserve().usable(0.1) == pytest.approx(0.0948)
    assert Reserve().usable(1) == pytest.approx(0.984)
    assert Reserve().usable(0.001) == pytest.approx(0.0006)


def test_the_reserve_grows_with_what_a_search_took_too_long(clock):
    kept = Reserve()
    search(kept, clock, planned=0.0948, took=0.1038)
    assert kept.usable(0.1) == pytest.approx(0.0858)
    search(kept, clock, planned=0.0858, took=0.05)  # it knew its move early
    assert 0.0858 < kept.usable(0.1) < 0.088


def test_noise_is_forgotten_and_never_takes_most_of_the_time(clock):
    kept = Reserve()
    search(kept, clock, planned=0.0948, took=9)
    assert kept.usable(0.1) == pytest.approx(0.06)
    for _ in range(60):
        search(kept, clock, planned=0.06, took=0.06)
    assert kept.usable(0.1) > 0.094


def test_a_search_without_a_limit_teaches_nothing(clock):
    kept = Reserve()
    with kept.watching(None):
        clock[0] += 100
    assert kept.usable(0.1) == pytest.approx(0.0948)


@pytest.mark.parametrize("limit", [Limit(time=3600), Limit(clock=3600)])
def test_engines_keep_it(monkeypatch, limit):
    monkeypatch.setattr(Reserve, "usable", lambda *_: 0.01)
    game = GAMES["tiaojia"]
    assert Engine(game, hash_mb=1).search(game.setup(), limit).time < 60
    if limit.time is not None:
        stars = GAMES["stars"]
        assert StarsPlanner(Seat.A).think(stars.setup(), limit).seconds < 60
