"""Games without the output of some bots: nothing of it is left, the rest stays."""

from dataclasses import replace

from garlic.core import Seat, Text, Verdict
from garlic.games import GAMES
from garlic.judge.game_run import play
from garlic.judge.record import Record
from garlic.web.view.private import strip_record, strip_view
from garlic.web.view.replay import view_of
from support.matches import quick_game_run

WORDS = "a secret"


def talkative_record() -> Record:
    """A record in which both bots print, and fail at the end."""
    record = play(quick_game_run())
    turns = [replace(turn, stdout=WORDS, stderr=WORDS) for turn in record.turns]
    why = Text("ended with status {status}: {words}", status=1, words=WORDS)
    turns[-1] = replace(turns[-1], verdict=Verdict.CRASH, detail=why)
    turns[-2] = replace(turns[-2], verdict=Verdict.CRASH, detail=why)
    return replace(record, turns=type(record.turns)(turns))


def test_records_and_views_are_stripped_alike() -> None:
    record = talkative_record()
    names = GAMES[record.game].seats
    for hidden in (frozenset({Seat.A}), frozenset({Seat.B}), frozenset(Seat)):
        stripped = strip_record(record, hidden)
        assert strip_view(view_of(record), hidden) == view_of(stripped)
        for turn in stripped.turns:
            is_hidden = turn.seat in [names[seat.index] for seat in hidden]
            assert (WORDS not in repr(turn)) == is_hidden
        assert [turn.move for turn in stripped.turns] == [turn.move for turn in record.turns]
    assert WORDS not in view_of(strip_record(record, frozenset(Seat))).compact_json()


def test_what_nobody_has_to_hide_is_the_same() -> None:
    view = view_of(play(quick_game_run()))
    assert all(
        new is old
        for new, old in zip(strip_view(view, frozenset(Seat)).steps, view.steps, strict=True)
    )
