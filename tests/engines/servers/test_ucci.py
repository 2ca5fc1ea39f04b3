"""Our engine over UCCI, line by line."""

import re
from collections.abc import Iterator

import pytest

from garlic.engines.servers.ucci import UcciServer
from support.effort import promptly
from support.talking import Counterpart

INFO = re.compile(r"info (time \d+ nodes \d+|depth \d+ score -?\d+ pv [a-i]\d[a-i]\d( .+)?)")
FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


@pytest.fixture
def gui() -> Iterator[Counterpart]:
    talk = Counterpart("xiangqi", "ucci")
    yield talk
    talk.close()


def test_the_greeting_and_bye(gui: Counterpart) -> None:
    gui.tell("ucci")
    lines = gui.hear_until("ucciok")
    assert [line.split()[:2] for line in lines[:3]] == [
        ["id", "name"],
        ["id", "copyright"],
        ["id", "author"],
    ]
    names = {line.split()[1] for line in lines[3:-1]}
    assert {"usemillisec", "hashsize", "threads", "usebook", "ponder", "newgame"} <= names
    gui.tell("isready")
    assert gui.hear() == "readyok"
    assert gui.tell("quit") is False
    assert gui.hear() == "bye"


def test_info_and_bestmove_lines(gui: Counterpart) -> None:
    gui.tell("setoption usebook false", f"position fen {FEN} moves h2e2 h9g7", "go depth 5")
    *infos, best = gui.hear_until("bestmove")
    assert all(INFO.fullmatch(line) for line in infos)
    assert len(infos) == 10
    assert re.fullmatch(r"bestmove [a-i]\d[a-i]\d( ponder [a-i]\d[a-i]\d)?", best)


def test_scores_of_mates_and_nobestmove(gui: Counterpart) -> None:
    gui.tell("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", "go depth 3")
    lines = gui.hear_until("bestmove")
    assert " score 9999 " in lines[-2]
    gui.tell("position fen 1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "go depth 3")
    assert gui.hear() == "nobestmove"


def test_banned_moves_are_not_played(gui: Counterpart) -> None:
    mate = "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
    gui.tell(mate, "banmoves b0b9", "go depth 3")
    assert gui.hear_until("bestmove")[-1].split()[1] != "b0b9"
    gui.tell("position fen 3k5/R8/9/9/9/9/p8/9/9/4K4 b - - 0 1", "banmoves a3a2 a3b3")
    gui.tell("go depth 3")
    assert gui.hear() == "nobestmove"
    gui.tell(mate, "go depth 3")  # a new position lifts the ban
    assert gui.hear_until("bestmove")[-1].split()[1] == "b0b9"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("time 60 movestogo 10", {"clock": 59.99, "moves_left": 10, "time": 59.99}),
        ("time 60 increment 2 opptime 50 oppincrement 1", {"clock": 117.99}),
        ("nodes 5000", {"nodes": 5000, "time": None}),
        ("depth 9", {"depth": 9}),
        ("draw depth 3", {"depth": 3}),
    ],
)
def test_limits(gui: Counterpart, words: str, limits: dict[str, float | None]) -> None:
    go = gui.server_as(UcciServer).parse_go(words.split())
    assert not go.infinite
    for name, value in limits.items():
        assert getattr(go.limit, name) == value, name


def test_milliseconds_are_an_option(gui: Counterpart) -> None:
    gui.tell("setoption usemillisec true")
    assert gui.server_as(UcciServer).parse_go(["time", "1500", "increment", "0"]).limit.time == 1.49
    assert gui.server_as(UcciServer).parse_go(["depth", "infinite"]).infinite
    assert gui.server_as(UcciServer).parse_go(["ponder", "time", "1500"]).ponder


def test_stop_and_ponderhit(gui: Counterpart) -> None:
    gui.tell("setoption usemillisec true", "position startpos moves h2e2", "go depth infinite")
    gui.hear()
    with promptly():
        gui.tell("stop")
        gui.hear_until("bestmove")
    gui.tell("go ponder time 300 movestogo 1")
    gui.hear()
    gui.tell("ponderhit")
    assert gui.hear_until("bestmove")[-1].startswith("bestmove ")


def test_invalid_lines_are_skipped_or_reported(gui: Counterpart) -> None:
    assert gui.tell("", "hello", "setoption", "go_on", "\x00")
    for line, complaint in (
        (
            "setoption nothing 3",
            "info message there is no option 'nothing'; there are: usemillisec, hashsize",
        ),
        ("position fen x", "info message "),
        ("banmoves zz", "info message expected a move like 'h2e2', got 'zz'"),
    ):
        gui.tell(line)
        assert gui.hear().startswith(complaint)
    gui.tell("probe startpos")
    assert gui.hear() == "pophash"
