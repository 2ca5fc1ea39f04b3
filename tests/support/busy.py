"""A busy machine, simulated: when it is quiet, and what games look like on it."""

from collections.abc import Callable
from dataclasses import replace

from garlic.core import Verdict
from garlic.judge.record import NOT_JUDGED, Cost, Record


class FakeQuiet(list[float]):
    """Stands for `quiet.wait_until_quiet`: the seconds of each wait; *answers* come in turn.

    Without answers the machine is never quiet. It does not wait.
    """

    def __init__(self, *answers: bool) -> None:
        super().__init__()
        self.answers = list(answers)

    def __call__(self, seconds: float, on_wait: Callable[[float], object] = lambda _: None) -> bool:
        self.append(seconds)
        on_wait(seconds)
        return self.answers.pop(0) if self.answers else False


def delayed(record: Record) -> Record:
    """*record* as a busy machine makes it: its last turn waited for a processor."""
    *turns, last = record.turns
    seconds = record.limits.turn_seconds
    cost = Cost(wall_seconds=seconds / 2, delay_seconds=seconds / 2)
    return replace(record, turns=(*turns, replace(last, cost=cost)))


def not_judged(record: Record) -> Record:
    """*record* as an overloaded machine makes it."""
    busy = replace(record.turns[0], verdict=Verdict.OVERLOAD)
    return replace(record, turns=(), choices=(), outcome=NOT_JUDGED, overloads=(busy,) * 4)


def prompt(record: Record) -> Record:
    """*record* as a quiet machine makes it, however busy this one was."""
    turns = (replace(turn, cost=replace(turn.cost, delay_seconds=0.0)) for turn in record.turns)
    return replace(record, turns=tuple(turns))
