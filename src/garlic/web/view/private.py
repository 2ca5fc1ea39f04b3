"""Games without what some bots have printed and why they failed, for those who may not see it.

A record is stripped before it is written as a file; what the page shows (replays, games in
progress, human games) consists of steps, which are stripped wherever they are sent. Whose output
somebody may not see is found in `web.hidden`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar

from garlic.core import Seat
from garlic.games import GAMES
from garlic.judge.record import Record
from garlic.web.view.models import GameView, TurnView
from garlic.web.view.replay import fault_view


class _WithTurns(Protocol):
    """A `GameStart` or a `GameStep`."""

    @property
    def turns(self) -> list[TurnView]: ...

    def model_copy(self, *, update: Mapping[str, Any]) -> Self: ...


_Step = TypeVar("_Step", bound=_WithTurns)


def strip_record(record: Record, hidden: Collection[Seat]) -> Record:
    """*record* without the output of the bots in the *hidden* seats."""
    names = [GAMES[record.game].seats[seat.index] for seat in hidden]
    turns = [
        replace(turn, stdout="", stderr="", detail=None) if turn.seat in names else turn
        for turn in record.turns
    ]
    return replace(record, turns=type(record.turns)(turns))


def strip_view(view: GameView, hidden: Collection[Seat]) -> GameView:
    """The same for a replay."""
    steps = [strip_step(step, hidden) for step in view.steps]
    return view.model_copy(update={"start": strip_step(view.start, hidden), "steps": steps})


def strip_step(step: _Step, hidden: Collection[Seat]) -> _Step:
    """The same for a step; *step* itself if there is nothing to hide."""
    if not any(_has_output(turn, hidden) for turn in step.turns):
        return step
    return step.model_copy(update={"turns": strip_turns(step.turns, hidden)})


def strip_turns(turns: Sequence[TurnView], hidden: Collection[Seat]) -> list[TurnView]:
    """The same for turns."""
    return [_stripped(turn) if _has_output(turn, hidden) else turn for turn in turns]


def _has_output(turn: TurnView, hidden: Collection[Seat]) -> bool:
    return turn.seat in hidden and bool(turn.stdout or turn.stderr or turn.fault)


def _stripped(turn: TurnView) -> TurnView:
    fault = None if turn.fault is None else fault_view(turn.verdict, None, turn.fault.cost)
    return turn.model_copy(update={"stdout": "", "stderr": "", "fault": fault})
