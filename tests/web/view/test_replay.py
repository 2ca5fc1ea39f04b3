"""Views of games: the steps sent to the page lead to the positions of the rules."""

import json

import pytest

from garlic.core import Seat, Verdict
from garlic.games import GAMES
from garlic.judge.replay import positions
from garlic.web.view.boards import BoardView
from garlic.web.view.replay import View, ViewBuilder, view_of
from support.records import record_of, some_moves

STARS = record_of("stars", [("8,0", "9,8"), ("8,0", "9,8"), ("7,0", "9,7"), ("50,50", "9,7")])
RECORDS = [
    *(record_of(game, some_moves(game, 30)) for game in GAMES if not GAMES[game].simultaneous),
    STARS,
]


def replayed_frames(view):
    """The pieces, actors and facts after every step, as the page computes them."""
    frame = view["start"]["frame"]
    pieces = {piece["at"]: piece for piece in frame["pieces"]}
    facts = list(view["start"]["new_facts"])
    yield dict(pieces), frame["actors"], [facts[number] for number in frame["facts"]]
    for step in view["steps"]:
        for place in step.get("clear", ()):
            del pieces[place]
        pieces.update({piece["at"]: piece for piece in step.get("set", ())})
        facts += step.get("new_facts", ())
        yield dict(pieces), step.get("actors", []), [facts[number] for number in step["facts"]]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_the_steps_lead_to_the_positions_of_the_record(record):
    view = json.loads(json.dumps(view_of(record)))
    View.model_validate(view)
    steps = positions(record)
    board = BoardView(GAMES[record.game], steps[0].position)
    frames = list(replayed_frames(view))
    assert len(frames) == len(steps)
    for (pieces, actors, facts), step in zip(frames, steps, strict=True):
        expected = board.frame(step.position).plain()
        assert pieces == {piece["at"]: piece for piece in expected["pieces"]}
        assert actors == expected["actors"]
        assert facts == expected["facts"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_step_by_step_is_the_same_as_all_at_once(record):
    steps = positions(record)
    builder = ViewBuilder(GAMES[record.game], steps[0].position)
    start = builder.begin(steps[0].turns)
    one_by_one = [builder.add(step.position, step.turns) for step in steps[1:]]
    view = view_of(record)
    assert (start, one_by_one) == (view["start"], view["steps"])


def test_moves_have_places_and_a_spoken_form():
    view = view_of(record_of("xiangqi", ["h2e2"]))
    (turn,) = view["steps"][0]["turns"]
    names = view["start"]["shape"]["names"]
    assert (turn["side"], turn["move"], turn["spoken"]) == ("a", "h2e2", "炮二平五")
    assert [names[place] for place in turn["path"]] == ["h2", "e2"]
    assert view["steps"][0]["last"] == turn["path"]


def test_a_game_without_moves_has_its_first_position():
    view = view_of(record_of("xiangqi", []))
    assert view["steps"] == []
    assert len(view["start"]["turns"]) == 2


def test_a_fault_has_advice_and_a_penalty():
    record = record_of("othello", ["d3", "x", "f4"], faults={2: Verdict.TOO_LATE})
    view = view_of(record)
    (turn,) = view["steps"][1]["turns"]
    assert turn["verdict"] == "too late"
    assert turn["fault"]["cost"] == "turn lost"
    assert turn["fault"]["advice"]["code"].startswith("core:")
    assert "last" not in view["steps"][1]


def test_a_round_has_the_turns_of_both_sides():
    turns = view_of(STARS)["steps"][0]["turns"]
    assert [turn["side"] for turn in turns] == [seat.value for seat in Seat]
    assert all(len(turn["path"]) == 2 for turn in turns)


def test_a_long_game_stays_small():
    rounds = [("8,0", "9,8"), ("9,0", "9,9")] * 50
    view = view_of(record_of("stars", rounds))
    assert len(json.dumps(view["steps"])) / len(view["steps"]) < 1500
