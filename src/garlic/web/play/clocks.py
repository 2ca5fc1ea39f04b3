"""The clocks of a human game, from its turns: what the referee measures, for the page."""

from collections.abc import Sequence

from garlic.core import Game, Limits, Seat, Verdict
from garlic.judge.record import Turn


def used_seconds(game: Game, turns: Sequence[Turn]) -> tuple[float, float]:
    """The seconds that each side has used."""
    first, second = (
        round(sum(turn.cost.own_seconds for turn in _own(game, seat, turns)), 2) for seat in Seat
    )
    return first, second


def left_seconds(game: Game, limits: Limits, turns: Sequence[Turn]) -> tuple[float, float] | None:
    """The seconds that are left on each clock after *turns*; None in a game without clocks."""
    clock, increment = limits.game_seconds, limits.increment_seconds or 0.0
    if clock is None:
        return None
    used = used_seconds(game, turns)
    first, second = (
        round(max(clock + increment * _moves(game, seat, turns) - used[seat.index], 0.0), 2)
        for seat in Seat
    )
    return first, second


def _own(game: Game, seat: Seat, turns: Sequence[Turn]) -> list[Turn]:
    name = game.seats[seat.index]
    return [turn for turn in turns if turn.seat == name and turn.number]


def _moves(game: Game, seat: Seat, turns: Sequence[Turn]) -> int:
    return sum(turn.verdict is Verdict.OK for turn in _own(game, seat, turns))
