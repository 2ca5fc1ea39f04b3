"""Live games: how long finished ones are kept, and games that are started again."""

from typing import Any

from garlic.core import Verdict
from garlic.core.game import turn_position
from garlic.games import GAMES
from garlic.judge.record import Turn
from garlic.web.events import Hub
from garlic.web.view.boards import BoardView
from garlic.web.view.live import _KEPT_ENDED, LiveGames, _StepReporter
from garlic.web.view.replay import ViewBuilder
from support.matches import quick_game_run

NAMES = ("one", "two")


def play_one(live: LiveGames, number: int) -> None:
    live.open(f"x-{number}", "tiaojia", NAMES)
    live.end(f"x-{number}", "key")


def test_the_last_finished_games_are_kept() -> None:
    live = LiveGames(Hub())
    for number in range(_KEPT_ENDED + 1):
        play_one(live, number)
    assert live.get("x-0") is None
    assert live.state("x-1") == "finished"


def test_a_game_that_is_played_again_is_kept() -> None:
    live = LiveGames(Hub())
    live.open("1-1", "tiaojia", NAMES)
    live.end("1-1", None)
    live.open("1-1", "tiaojia", NAMES)
    for number in range(_KEPT_ENDED + 1):
        play_one(live, number)
    position = GAMES["tiaojia"].setup()
    start = ViewBuilder(BoardView(GAMES["tiaojia"], position), position).begin(())
    live.update("1-1", {**start.compact(), "turn_seconds": 1, "game_seconds": None})
    assert live.state("1-1") == "running"
    live.end("1-1", "key")
    assert live.state("1-1") == "finished"


def test_a_game_that_is_started_again_is_shown_from_its_start() -> None:
    # An overloaded machine ends an attempt; the next one begins with new bots.
    game_run = quick_game_run()
    game = GAMES[game_run.game]
    messages: list[dict[str, Any]] = []
    reporter = _StepReporter(messages.append, game_run)
    start = turn_position(game.parse(game_run.start))
    move = start.legal_moves()[0]
    begun = tuple(Turn(0, seat, None, Verdict.OK) for seat in game.seats)
    moved = (Turn(1, game.seats[start.mover.index], str(move), Verdict.OK),)
    for _ in range(2):
        reporter.watch(start, begun)
        reporter.watch(start.play(move), moved)
        reporter.flush()
    assert ["steps" in message for message in messages] == [False, True] * 2
    assert messages[0] == messages[2]
    assert len(messages[3]["steps"]) == 1
    live = LiveGames(Hub())
    live.open("1-1", game.name, NAMES)
    for message in messages:  # nobody has looked so far
        live.update("1-1", message)
    shown = live.get("1-1")
    assert shown is not None
    assert len(shown.steps) == 1
