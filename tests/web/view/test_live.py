"""Live games: how long finished ones are kept."""

from garlic.web.events import Hub
from garlic.web.view.live import _KEPT_ENDED, LiveGames

NAMES = ("one", "two")


def play_one(live: LiveGames, number: int) -> None:
    live.open(f"x-{number}", "tiaojia", NAMES)
    live.end(f"x-{number}", "key")


def test_the_last_finished_games_are_kept():
    live = LiveGames(Hub())
    for number in range(_KEPT_ENDED + 1):
        play_one(live, number)
    assert live.get("x-0") is None
    assert live.state("x-1") == "finished"


def test_a_game_that_is_played_again_is_kept():
    live = LiveGames(Hub())
    live.open("1-1", "tiaojia", NAMES)
    live.end("1-1", None)
    live.open("1-1", "tiaojia", NAMES)
    for number in range(_KEPT_ENDED + 1):
        play_one(live, number)
    live.update("1-1", {"start": {}})
    assert live.state("1-1") == "running"
    live.end("1-1", "key")
    assert live.state("1-1") == "finished"
