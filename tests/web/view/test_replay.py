"""Views of games: the steps sent to the page lead to the positions of the rules."""

from collections.abc import Iterator
from typing import Any

import pytest

from garlic.core import Penalty, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.record import Record
from garlic.judge.replay import positions
from garlic.web.view.boards import BoardView
from garlic.web.view.models import GameView
from garlic.web.view.replay import view_of
from support.records import record_of, some_moves

STARS = record_of("stars", [("8,0", "9,8"), ("8,0", "9,8"), ("7,0", "9,7"), ("50,50", "9,7")])
RECORDS = [
    *(record_of(game, some_moves(game, 30)) for game in GAMES if not GAMES[game].simultaneous),
    STARS,
]


def replayed_frames(view: dict[str, Any]) -> Iterator[tuple[dict[int, Any], list[Any], list[Any]]]:
    """The pieces, actors and facts after every step, as the page computes them."""
    frame = view["start"]["frame"]
    pieces = {piece["at"]: piece for piece in frame["pieces"]}
    yield dict(pieces), frame["actors"], frame["facts"]
    for step in view["steps"]:
        for place in step.get("clear", ()):
            del pieces[place]
        pieces.update({piece["at"]: piece for piece in step.get("set", ())})
        yield dict(pieces), step.get("actors", []), step["facts"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_the_steps_lead_to_the_positions_of_the_record(record: Record) -> None:
    view = view_of(record).compact()
    assert GameView.model_validate(view) == view_of(record)
    steps = positions(record)
    board = BoardView(GAMES[record.game], steps[0].position)
    frames = list(replayed_frames(view))
    assert len(frames) == len(steps)
    for (pieces, actors, facts), step in zip(frames, steps, strict=True):
        expected = board.frame(step.position).compact()
        assert pieces == {piece["at"]: piece for piece in expected["pieces"]}
        assert actors == expected["actors"]
        assert facts == expected["facts"]


def test_moves_have_places_and_are_written_as_people_do() -> None:
    view = view_of(record_of("xiangqi", ["h2e2"]))
    (turn,) = view.steps[0].turns
    names = view.start.shape.names
    assert (turn.seat, turn.move) == (Seat.A, "h2e2")
    assert turn.written == {"chinese": "炮二平五", "wxf": "C2=5", "iccs": "H2-E2"}
    assert [names[place] for place in turn.path] == ["h2", "e2"]
    assert view.steps[0].last == turn.path


def test_a_game_without_moves_has_its_first_position() -> None:
    view = view_of(record_of("xiangqi", []))
    assert view.steps == []
    assert len(view.start.turns) == 2


def test_a_fault_has_advice_and_a_penalty() -> None:
    record = record_of("othello", ["d3", "x", "f4"], faults={2: Verdict.TOO_LATE})
    view = view_of(record)
    (turn,) = view.steps[1].turns
    assert turn.verdict is Verdict.TOO_LATE
    assert turn.fault is not None
    assert turn.fault.cost is Penalty.TURN_LOST
    assert turn.fault.advice.code.startswith("core:")
    assert view.steps[1].last == []


def test_the_last_move_stays_marked_when_a_side_resigns() -> None:
    record = record_of("xiangqi", ["h2e2", ""], faults={2: Verdict.RESIGNED})
    first, second = view_of(record).steps
    assert second.last == first.last != []
    assert second.turns[0].fault is None


def test_a_round_has_the_turns_of_both_sides() -> None:
    turns = view_of(STARS).steps[0].turns
    assert [turn.seat for turn in turns] == list(Seat)
    assert all(len(turn.path) == 2 for turn in turns)


def test_a_long_game_stays_small() -> None:
    rounds = [("8,0", "9,8"), ("9,0", "9,9")] * 50
    view = view_of(record_of("stars", rounds))
    assert len(view.compact_json()) / len(view.steps) < 1500
