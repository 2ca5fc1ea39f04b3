"""Records in the notations of their games."""

import pytest

from garlic.core import UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.notations import write_record, written_forms
from support.records import record_of, some_moves


@pytest.mark.parametrize(
    ("game", "form"),
    [
        (name, form)
        for name, game in GAMES.items()
        if not game.simultaneous
        for form in written_forms(game)
    ],
)
def test_a_written_record_can_be_read_again(game: str, form: str) -> None:
    record = record_of(game, some_moves(game, 6))
    try:
        content = write_record(record, form)
    except UsageError:  # some notations hold positions only, or finished games only
        return
    read = written_forms(GAMES[game])[form].read
    if read is not None:
        (sheet,) = read(content)
        assert [str(move) for move in sheet.moves] in ([], some_moves(game, 6))


def test_the_result_of_a_game_lost_by_a_fault_is_written() -> None:
    record = record_of("gomoku", ["h8", "h8"], faults={2: Verdict.ILLEGAL_MOVE})
    assert b"RE[B+F]" in write_record(record, "sgf")


@pytest.mark.parametrize(("game", "form"), [("stars", "text"), ("othello", "sgf")])
def test_an_unsupported_notation_is_refused(game: str, form: str) -> None:
    moves = [("9,1", "8,8")] if game == "stars" else []
    with pytest.raises(UsageError, match="cannot be written"):
        write_record(record_of(game, moves), form)


def test_the_names_of_the_bots_are_written_by_seat() -> None:
    content = write_record(record_of("gomoku", ["h8"]), "sgf")
    assert b"PB[first.py]PW[second.py]" in content.replace(b"\n", b"")
