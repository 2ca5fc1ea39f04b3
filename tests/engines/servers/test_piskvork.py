"""Our Gomoku engine as a brain of Piskvork, line by line."""

import re
from collections.abc import Iterator

import pytest

from garlic.engines.servers.piskvork import PiskvorkServer
from garlic.games.gomoku import Move
from support.effort import promptly
from support.present import present
from support.talking import Counterpart

PLACE = re.compile(r"\d+,\d+")


@pytest.fixture
def manager() -> Iterator[Counterpart]:
    talk = Counterpart("gomoku", "piskvork", nodes=2000)
    yield talk
    talk.close()


def answer(manager: Counterpart) -> str:
    """The next line that is not a message."""
    while (line := manager.hear()).startswith("MESSAGE "):
        pass
    return line


def test_a_game_from_the_start(manager: Counterpart) -> None:
    manager.tell("START 15")
    assert manager.hear() == "OK"
    manager.tell("INFO rule 1", "INFO timeout_turn 2000", "INFO folder /tmp", "INFO evaluate 3,3")
    manager.tell("BEGIN")
    assert PLACE.fullmatch(answer(manager))
    manager.tell("TURN 0,0")
    assert PLACE.fullmatch(answer(manager))
    position = manager.server_as(PiskvorkServer).position
    assert position.rule == "standard"
    assert position.ply == 3
    assert position.board.at(present(Move.parse("a15").point)) == "o"
    manager.tell("ABOUT")
    about = manager.hear()
    assert re.match(r'name="Garlic Arena", version="\d', about)
    assert re.search(r', weights="gomoku\.weights, 20\d\d-\d\d-\d\d, \d+ positions"$', about)
    assert manager.tell("END") is False


def test_a_board_is_answered_by_the_side_to_move(manager: Counterpart) -> None:
    manager.tell("START 20")
    assert manager.hear() == "OK"
    # Four in a row of ours: it wins.
    four = [f"{x},10,1" for x in range(4, 8)]
    manager.tell("BOARD", *four, *(f"{x},0,2" for x in (0, 2, 4)), "3,10,2", "DONE")
    assert answer(manager) == "8,10"
    assert manager.server_as(PiskvorkServer).position.mover.name == "B"  # we had black
    manager.tell("RESTART")
    assert manager.hear() == "OK"
    manager.tell("BOARD", "5,5,2", "DONE")
    assert PLACE.fullmatch(answer(manager))
    assert manager.server_as(PiskvorkServer).position.ply == 2
    assert manager.server_as(PiskvorkServer).position.mover.name == "A"  # we had white


def test_moves_can_be_taken_back_and_forced(manager: Counterpart) -> None:
    manager.tell("START 15")
    manager.hear()
    manager.tell("PLAY 7,7")
    assert manager.hear() == "7,7"
    manager.tell("TAKEBACK 7,7")
    assert manager.hear() == "OK"
    assert manager.server_as(PiskvorkServer).position.ply == 0
    manager.tell("TAKEBACK 7,7")
    assert manager.hear().startswith("ERROR expected the last stone")


@pytest.mark.parametrize(
    ("bits", "rule"), [(0, "freestyle"), (1, "standard"), (4, "renju"), (5, "renju")]
)
def test_rules_are_bits(manager: Counterpart, bits: int, rule: str) -> None:
    manager.tell("START 15", f"INFO rule {bits}")
    assert manager.server_as(PiskvorkServer).position.rule == rule


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["START 3"], "expected a board of 5x5 to 20x20, got '3'"),
        (["START many"], "expected a board"),
        (["RECTSTART 30,20"], "expected a square board, got '30,20'"),
        (["START 20", "INFO rule 4", "BEGIN"], "renju is played on a board of 15x15"),
        (["START 15", "INFO rule 8", "BEGIN"], "the rules of Caro are not known"),
        (["START 15", "TURN 15,0"], "expected column and row from 0 to 14, got 15,0"),
        (["START 15", "TURN h8"], "expected a place like '7,7', got 'h8'"),
        (["START 15", "BOARD", "1,1,4", "DONE"], "expected a stone like '7,7,1', got '1,1,4'"),
        (["START 15", "BOARD", "1,1,1", "1,1,2", "DONE"], "b14 is given twice"),
        (["START 15", "BOARD", *(f"{x},0,2" for x in range(5)), "DONE"], "the game is over"),
        (["START 15", "SWAP2BOARD", "7,7", "DONE"], "expected 0, 3 or 5 stones for swap2, got 1"),
    ],
)
def test_invalid_input_is_an_error(manager: Counterpart, lines: list[str], sentence: str) -> None:
    manager.tell(*lines)
    answer = manager.hear()
    while answer == "OK":
        answer = manager.hear()
    assert answer.startswith("ERROR ")
    assert sentence in answer


def test_unknown_words_are_reported_and_blank_lines_skipped(manager: Counterpart) -> None:
    manager.tell("", "dance")
    assert manager.hear() == "UNKNOWN DANCE"
    manager.tell("rectstart 10,10")
    assert manager.hear() == "OK"


def test_time_limits_are_kept() -> None:
    manager = Counterpart("gomoku", "piskvork")
    manager.tell("START 15")
    manager.hear()
    manager.tell("INFO timeout_turn 300", "INFO timeout_match 60000", "INFO time_left 60000")
    with promptly():  # far below the default without a limit
        manager.tell("TURN 7,7")
        answer(manager)
    manager.tell("INFO timeout_turn 0")
    with promptly():
        manager.tell("TURN 8,9")
        answer(manager)
    manager.close()


def test_stop_and_restart_end_a_search_at_once() -> None:
    manager = Counterpart("gomoku", "piskvork")
    manager.tell("START 15", "INFO timeout_turn 100000")
    manager.hear()
    manager.tell("TURN 7,7")
    manager.hear_until("MESSAGE depth 2")
    with promptly():
        manager.tell("STOP")
        assert PLACE.fullmatch(answer(manager))
    manager.tell("TURN 0,0")
    manager.hear_until("MESSAGE")
    with promptly():
        manager.tell("RESTART")
        *messages, last = manager.hear_until("OK")
        assert last == "OK"
        assert all(line.startswith("MESSAGE ") for line in messages)  # no move of the old game
    assert manager.silent_for(0.1)
    manager.close()


def test_the_memory_limit_is_kept(manager: Counterpart) -> None:
    manager.tell("INFO max_memory 367001600")  # Gomocup's 350 MB
    assert (
        manager.server_as(PiskvorkServer).search.options.hash_mb == 4
    )  # as requested: there is enough
    manager.tell("INFO max_memory 1000000")
    assert manager.server_as(PiskvorkServer).search.options.hash_mb == 1


def test_swap2(manager: Counterpart) -> None:
    manager.tell("START 15", "INFO rule 1")
    manager.hear()
    manager.tell("SWAP2BOARD", "DONE")
    three = manager.hear().split()
    assert len(set(three)) == 3
    manager.tell("SWAP2BOARD", *three, "DONE")
    reply = manager.hear()
    assert reply == "SWAP" or all(PLACE.fullmatch(place) for place in reply.split())
    assert len(reply.split()) in {1, 2}
    # White's stones are in corners: black is taken.
    manager.tell("SWAP2BOARD", "7,7", "0,0", "8,7", "DONE")
    assert manager.hear() == "SWAP"
    manager.tell("SWAP2BOARD", "7,7", "0,0", "8,7", "14,14", "7,8", "DONE")
    assert manager.hear() == "SWAP"
    # Black's stones are in corners: it stays white and plays.
    manager.tell("SWAP2BOARD", "0,0", "7,7", "14,0", "8,8", "0,14", "DONE")
    assert PLACE.fullmatch(manager.hear())
