"""Games in play: what is remembered of them, and for how long."""

from garlic.web.events import Hub
from garlic.web.view.live import _KEPT_ENDED, Live

NAMES = ("one", "two")


def ended(live: Live, number: int) -> None:
    live.open(f"x-{number}", "tiaojia", NAMES)
    live.end(f"x-{number}", "key")


def test_the_last_games_are_remembered():
    live = Live(Hub())
    for number in range(_KEPT_ENDED + 1):
        ended(live, number)
    assert live.get("x-0") is None
    assert live.state("x-1") == "finished"


def test_a_game_that_is_played_once_more_is_not_forgotten_meanwhile():
    live = Live(Hub())
    live.open("1-1", "tiaojia", NAMES)
    live.end("1-1", None)
    live.open("1-1", "tiaojia", NAMES)
    for number in range(_KEPT_ENDED + 1):
        ended(live, number)
    live.hear("1-1", {"start": {}})
    assert live.state("1-1") == "running"
    live.end("1-1", "key")
    assert live.state("1-1") == "finished"
