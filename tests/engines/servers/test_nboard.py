"""Our Othello engine over the NBoard protocol, line by line."""

import re
from collections.abc import Iterator

import pytest

from garlic.core import Seat, Sheet
from garlic.engines.servers.nboard import NBoardServer
from garlic.games.othello import GAME
from garlic.games.othello.notation.ggf import write
from garlic.wire import BotSettings, Clock, SeatSetup
from garlic.wire.protocols.nboard import NBoardDialogue
from support.effort import promptly
from support.present import present
from support.talking import Counterpart

GGF = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[one]PW[two]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5];)"
)
SEARCH = re.compile(r"search ([A-H][1-8]|PA)+ -?\d+\.\d\d 0 \d+")


@pytest.fixture
def gui() -> Iterator[Counterpart]:
    talk = Counterpart("othello", "nboard", nodes=3000)
    yield talk
    talk.close()


def test_a_session(gui: Counterpart) -> None:
    gui.tell("nboard 2")
    assert gui.hear().startswith("set myname Garlic-")
    assert gui.hear() == "status"
    gui.tell("set depth 4")
    assert gui.hear().endswith("-4")
    gui.tell(f"set game {GGF}", "ping 1")
    assert gui.hear() == "pong 1"
    gui.tell("go")
    assert gui.hear() == "status thinking"
    *thoughts, answer = gui.hear_until("===")
    assert all(SEARCH.fullmatch(line) or line.startswith("nodestats ") for line in thoughts)
    move = present(re.fullmatch(r"=== ([A-H][1-8])(/-?\d+\.\d\d/\d+\.\d\d)?", answer))[1]
    assert gui.hear() == "status"
    # The engine does not play its move: the program must send it.
    gui.tell("go")
    assert gui.hear_until("===")[-1].startswith(f"=== {move}")
    gui.hear()
    gui.tell(f"move {move}/1.00/0.5", "ping 2")
    assert gui.hear_until("pong 2") == ["pong 2"]
    assert gui.server_as(NBoardServer).position.mover is Seat.B


def test_hints_list_the_best_moves(gui: Counterpart) -> None:
    gui.tell("set depth 3", f"set game {GGF}", "hint 3")
    lines = gui.hear_until("status analyzing")
    lines = gui.hear_until("status")[:-1]
    last = [line for line in lines if SEARCH.fullmatch(line)][-3:]
    assert len({line.split()[1][:2] for line in last}) == 3
    gui.tell("hint many")
    assert "expected a number of moves behind 'hint'" in gui.hear()


def test_ping_stops_a_search_at_once_and_for_good() -> None:
    gui = Counterpart("othello", "nboard")
    gui.tell("set depth 60", "move f5", "hint 1")
    gui.hear_until("search")
    with promptly():
        gui.tell("ping 9")
        lines = gui.hear_until("pong 9")
    assert "pong 9" in lines
    assert gui.silent_for(0.1)
    gui.close()


def test_the_game_is_analysed_from_its_end(gui: Counterpart) -> None:
    gui.tell("set depth 2", f"set game {GGF}", "analyze")
    gui.hear_until("status analyzing")
    lines = gui.hear_until("status")[:-1]
    assert [line.split()[:2] for line in lines] == [["analysis", str(n)] for n in (4, 3, 2, 1, 0)]
    assert all(re.fullmatch(r"analysis \d -?\d+\.\d\d", line) for line in lines)


def test_an_analysis_is_from_blacks_point_of_view(gui: Counterpart) -> None:
    position, moves = GAME.setup(), []
    while position.outcome() is None:  # both play the first legal move
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    black, white = position.scores()
    gui.tell(
        "set depth 10", f"set game {write(Sheet(GAME.setup(), tuple(moves))).decode().strip()}"
    )
    gui.tell("analyze")
    evaluations = [float(gui.hear_until("analysis")[-1].split()[2]) for _ in range(3)]
    assert evaluations[0] == black - white
    # One or two moves before the end the winner is known, whichever side is to move.
    assert all((value > 0) == (black > white) for value in evaluations)


def test_version_1_and_unknown_commands(gui: Counterpart) -> None:
    gui.tell("F5", "set contempt 3", "draw_tree", "", "learn")
    assert gui.hear() == "learned"
    assert gui.server_as(NBoardServer).position.mover is Seat.B
    assert gui.tell("quit") is False


@pytest.mark.parametrize(
    "line",
    [
        "set depth 0",
        "set depth deep",
        "set game nonsense",
        "set game (;GM[Chess];)",
        "set game (;GM[Othello]B[a1];)",
        "move z9",
        "move a1",
        "hint 0",
    ],
)
def test_errors_are_reported_and_change_nothing(gui: Counterpart, line: str) -> None:
    before = gui.server_as(NBoardServer).position
    gui.tell(line)
    assert gui.hear().startswith("status ")
    assert gui.server_as(NBoardServer).position == before


def test_our_own_adapter_is_understood(gui: Counterpart) -> None:
    start = GAME.setup()
    other = NBoardDialogue(SeatSetup(GAME, Seat.A, GAME.limits, start), BotSettings({"depth": "3"}))
    gui.tell(*other.start_message().lines)
    while not other.parse_start_reply(gui.hear()):
        pass
    gui.tell(*other.turn_message(start, [], Clock(1.0)).lines)
    while (move := other.parse_move(gui.hear())) is None:
        pass
    assert move in {"d3", "c4", "f5", "e6"}
