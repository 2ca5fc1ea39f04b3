"""Pairings of every format, for tournaments of all sizes."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garlic.arena.formats import FORMATS, FormatState, MeetingResult, Pairing
from support.present import present


def stronger(pairing: Pairing) -> MeetingResult:
    """The bot with the lower place wins both games."""
    first, second = pairing
    return MeetingResult(pairing, (2, 0) if first < second else (0, 2))


def weaker(pairing: Pairing) -> MeetingResult:
    first, second = pairing
    return MeetingResult(pairing, (0, 2) if first < second else (2, 0))


def drawn(pairing: Pairing) -> MeetingResult:
    return MeetingResult(pairing, (1, 1))


def final_state(
    name: str, size: int, result: Callable[[Pairing], MeetingResult], **options: Any
) -> FormatState:
    """The state after a whole tournament."""
    shape = FORMATS[name]
    table = FormatState(size, points=(0.0,) * size, **options)
    for _ in range(1000):
        pairings = shape.next_round(table)
        if pairings is None:
            return table
        history = (*table.history, tuple(map(result, pairings)))
        points = [0.0] * size
        for meeting in (meeting for over in history for meeting in over):
            for place, got in zip(meeting.pairing, meeting.points, strict=True):
                points[place] += got
        table = FormatState(size, history=history, points=tuple(points), **options)
        byes = shape.byes(table)
        points = [got + 2 * byes[place] for place, got in enumerate(points)]
        table = FormatState(size, history=history, points=tuple(points), **options)
    raise AssertionError("the format never ends")


def meetings(table: FormatState) -> Counter[frozenset[int]]:
    return Counter(frozenset(meeting.pairing) for over in table.history for meeting in over)


@pytest.mark.parametrize("size", range(2, 12))
def test_in_a_round_robin_all_meet_once(size: int) -> None:
    found = meetings(final_state("round-robin", size, drawn))
    assert len(found) == size * (size - 1) // 2
    assert set(found.values()) == {1}


def test_in_a_round_robin_every_bot_plays_early() -> None:
    (pairings,) = final_state("round-robin", 8, drawn).history
    for start in range(0, len(pairings), 4):
        assert len({place for met in pairings[start : start + 4] for place in met.pairing}) == 8


def test_in_a_gauntlet_the_challengers_meet_all_others() -> None:
    found = meetings(final_state("gauntlet", 6, drawn, challengers=2))
    expected = {frozenset((first, second)): 1 for first in (0, 1) for second in range(2, 6)}
    assert found == Counter(expected)


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("result", [stronger, weaker, drawn])
def test_in_a_swiss_tournament_nobody_meets_twice(
    size: int, result: Callable[[Pairing], MeetingResult]
) -> None:
    table = final_state("swiss", size, result)
    assert set(meetings(table).values()) == {1}
    for over in table.history:
        assert len({place for met in over for place in met.pairing}) == size - size % 2
    assert max(FORMATS["swiss"].byes(table)) <= 1
    best = min(range(size), key=lambda place: (-table.points[place], place))
    if result is not drawn:
        assert best == (0 if result is stronger else size - 1)


def test_a_swiss_tournament_has_no_more_rounds_than_opponents() -> None:
    table = final_state("swiss", 4, drawn, rounds=50)
    assert len(table.history) == 3
    assert len(meetings(table)) == 6


def test_bots_set_aside_are_not_paired() -> None:
    table = FormatState(5, points=(0.0,) * 5, out=frozenset({1, 3}))
    (pairing,) = present(FORMATS["swiss"].next_round(table))
    assert not {1, 3} & set(pairing)
    gone = FormatState(3, points=(0.0,) * 3, out=frozenset({0, 1}))
    assert FORMATS["swiss"].next_round(gone) is None


def test_only_a_bot_that_could_have_played_had_a_bye() -> None:
    history = ((stronger((0, 1)),), (stronger((0, 3)),))
    table = FormatState(4, history=history, out=frozenset({2}))
    assert FORMATS["swiss"].byes(table) == [0, 1, 0, 1]


@given(size=st.integers(2, 40), upside_down=st.booleans())
def test_the_bot_that_wins_all_games_wins_a_knock_out(size: int, upside_down: bool) -> None:
    table = final_state("knock-out", size, weaker if upside_down else stronger)
    levels = FORMATS["knock-out"].levels(table)
    champion = size - 1 if upside_down else 0
    assert max(range(size), key=levels.__getitem__) == champion
    assert sum(len(over) for over in table.history) == size - 1


def test_the_best_seeds_meet_last() -> None:
    table = final_state("knock-out", 8, stronger)
    assert table.history[-1][0].pairing == (0, 1)
    assert {met.pairing for met in table.history[0]} == {(0, 7), (3, 4), (1, 6), (2, 5)}


def test_a_tie_is_played_again_then_the_better_seed_advances() -> None:
    table = final_state("knock-out", 2, drawn)
    assert len(table.history) == 4
    assert FORMATS["knock-out"].levels(table) == [1, 0]


def test_scores_decide_a_tie() -> None:
    table = final_state("knock-out", 2, lambda pairing: MeetingResult(pairing, (1, 1), (30, 34)))
    assert len(table.history) == 1
    assert FORMATS["knock-out"].levels(table) == [0, 1]


@given(size=st.integers(2, 30))
def test_a_ladder_sorts(size: int) -> None:
    levels = FORMATS["ladder"].levels(final_state("ladder", size, weaker))
    assert sorted(range(size), key=levels.__getitem__) == list(range(size))


def test_on_a_ladder_equals_stay_where_they_are() -> None:
    assert FORMATS["ladder"].levels(final_state("ladder", 5, drawn)) == [0, -1, -2, -3, -4]


def test_on_a_ladder_bots_climb_past_those_set_aside() -> None:
    table = FormatState(3, out=frozenset({0}))
    assert FORMATS["ladder"].next_round(table) == []
    after = FormatState(3, out=frozenset({0}), history=((),))
    assert FORMATS["ladder"].levels(after) == [-1, 0, -2]
