"""Our engine over the protocol of xboard, line by line."""

import re
from collections.abc import Iterator

import pytest

from garlic.engines.servers.xboard import XboardServer
from support.effort import promptly
from support.talking import Counterpart

MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w 0 1"  # as xboard writes a FEN of Xiangqi


@pytest.fixture
def gui() -> Iterator[Counterpart]:
    talk = Counterpart("xiangqi", "xboard")
    yield talk
    talk.close()


def begun(gui: Counterpart, *lines: str) -> None:
    """A new game with a quick engine."""
    gui.tell("xboard", "protover 2")
    gui.hear_until("feature done=1")
    gui.tell("accepted ping", "new", "variant xiangqi", "easy", "nopost", "option OwnBook=0")
    gui.tell("sd 3", *lines)


def test_features_are_announced(gui: Counterpart) -> None:
    gui.tell("xboard", "protover 2")
    features = " ".join(gui.hear_until("feature done=1"))
    for feature in ("ping=1", "setboard=1", "usermove=1", 'variants="xiangqi"', "analyze=1"):
        assert feature in features
    gui.tell("protover 1")  # version 1 has no features
    assert gui.silent_for(0.05)


def test_moves_are_answered_until_force(gui: Counterpart) -> None:
    begun(gui, "usermove h2e2")  # after `new` it plays black
    assert re.fullmatch(r"move [a-i]\d[a-i]\d", gui.hear())
    gui.tell("force", "usermove h0g2", "ping 1")
    assert gui.hear() == "pong 1"  # no move
    gui.tell("go")
    assert gui.hear().startswith("move ")
    gui.tell("playother", "ping 2")
    assert gui.hear() == "pong 2"


def test_version_1_sends_moves_without_usermove(gui: Counterpart) -> None:
    gui.tell("xboard", "new", "variant xiangqi", "sd 2", "h2e2")
    assert gui.hear().startswith("move ")


def test_a_pong_waits_for_the_move(gui: Counterpart) -> None:
    begun(gui, "sd 99", "force", "st 60", "go", "ping 7")
    assert gui.silent_for(0.1)
    with promptly():
        gui.tell("?")
        assert gui.hear().startswith("move ")
        assert gui.hear() == "pong 7"


def test_moves_may_follow_at_once(gui: Counterpart) -> None:
    """A move that arrives right after ours is not rejected as out of turn."""
    begun(gui, "sd 1")
    for _ in range(6):
        gui.tell(f"usermove {gui.server_as(XboardServer).position.legal_moves()[0]}")
        assert gui.hear().startswith("move ")


def test_a_position_is_set_and_a_mate_is_found(gui: Counterpart) -> None:
    begun(gui, "force", f"setboard {MATE_IN_ONE}", "post", "go")
    lines = gui.hear_until("move ")
    assert lines[-1] == "move b0b9"
    depth, score, *_ = lines[0].split()
    assert (depth, score) == ("1", "100001")
    gui.tell("force", "setboard 3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "go")
    assert gui.hear() == "1-0 {no legal move}"


def test_undo_and_remove(gui: Counterpart) -> None:
    begun(gui, "force", "usermove h2e2", "usermove h9g7", "remove", "usermove h2e2", "undo")
    gui.tell("usermove b2e2", "ping 1")
    assert gui.hear() == "pong 1"
    assert "1C5C1" in str(gui.server_as(XboardServer).start)
    assert [str(move) for move in gui.server_as(XboardServer).moves] == ["b2e2"]
    gui.tell("remove")
    assert gui.hear().startswith("Error (nothing can be taken back here)")


def test_analysis_runs_until_exit(gui: Counterpart) -> None:
    begun(gui, "analyze")
    assert re.fullmatch(r"1 -?\d+ \d+ \d+ [a-i]\d[a-i]\d.*", gui.hear())
    gui.tell("usermove h2e2")  # continues after the move
    gui.tell("exit", "ping 3")
    assert gui.hear_until("pong 3")[-1] == "pong 3"
    assert not any(line.startswith("move") for line in list(gui.heard.queue))
    gui.tell("hint")
    assert gui.hear().startswith("Hint: ")


@pytest.mark.parametrize(
    ("lines", "limit"),
    [
        (["st 3"], {"time": 2.99, "clock": None}),
        (["level 0 5 0"], {"clock": 299.99, "moves_left": 30}),
        (["level 40 2:30 0", "time 6000"], {"clock": 59.99, "moves_left": 40}),
        (["level 0 1 2", "time 1000"], {"clock": 67.99}),
        (["level 1 0:01 0", "time 45", "otim 99"], {"time": 0.44, "moves_left": 1}),
        (["st 2", "level 0 1 0", "sd 7"], {"clock": 59.99, "depth": 7}),
        (["time -100"], {"time": 0.001}),
    ],
)
def test_limits(gui: Counterpart, lines: list[str], limit: dict[str, float | None]) -> None:
    gui.tell(*lines)
    computed = gui.server_as(XboardServer)._limit()
    for name, value in limit.items():
        assert getattr(computed, name) == value, name


def test_invalid_lines_are_reported(gui: Counterpart) -> None:
    begun(gui, "sd 99", "st 9", "go")
    for line, complaint in (
        ("frobnicate 3", "Error (unknown command): frobnicate 3"),
        ("usermove h2e2", "Error (it is our move): usermove h2e2"),
        ("level soon", "Error (expected moves, minutes and bonus, got 'soon')"),
        ("st x", "Error (expected a number"),
        ("option Depth=3", "Error (there is no option 'Depth'; there are: Level, Seed, OwnBook)"),
        ("variant chess", "Error (we play xiangqi only)"),
    ):
        gui.tell(line)
        assert gui.hear().startswith(complaint), line
    gui.tell("force", "usermove a0a9", "usermove zz")
    assert gui.hear() == "Illegal move: a0a9"
    assert gui.hear() == "Illegal move: zz"
    gui.tell("setboard rubbish")
    assert gui.hear().startswith("Error (")
    assert gui.tell("quit") is False
