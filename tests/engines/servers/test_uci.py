"""Our engine over UCI, line by line."""

import re
import time
from collections.abc import Iterator

import pytest

from garlic.core import Position, UsageError
from garlic.engines import Engine
from garlic.engines.servers import server_kind
from garlic.engines.servers.uci import UciServer
from garlic.games import GAMES
from support.effort import promptly
from support.present import present
from support.talking import Counterpart

MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"  # a chariot goes to the last rank
INFO = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp|mate) -?\d+ nodes \d+ nps \d+"
    r" hashfull \d+ time \d+ pv [a-i](10|[1-9])[a-i](10|[1-9])( [a-i](10|[1-9])[a-i](10|[1-9]))*"
)


@pytest.fixture
def gui() -> Iterator[Counterpart]:
    talk = Counterpart("xiangqi", "uci")
    yield talk
    talk.close()


def test_the_greeting(gui: Counterpart) -> None:
    gui.tell("uci")
    lines = gui.hear_until("uciok")
    assert lines[0].startswith("id name Garlic Arena ")
    assert lines[1].startswith("id author ")
    names = [present(re.match(r"option name (.+) type \w+", line))[1] for line in lines[2:-1]]
    for wanted in ("Hash", "Threads", "MultiPV", "Level", "UCI_Variant", "Ponder"):
        assert wanted in names
    gui.tell("isready")
    assert gui.hear() == "readyok"


def test_go_reports_every_depth_and_then_the_move(gui: Counterpart) -> None:
    gui.tell("setoption name OwnBook value false", "position startpos", "go depth 6")
    *infos, best = gui.hear_until("bestmove")
    assert all(INFO.fullmatch(line) for line in infos)
    assert [int(line.split()[2]) for line in infos] == [1, 2, 3, 4, 5, 6]
    line = infos[-1].partition(" pv ")[2].split()
    assert best.split()[:2] == ["bestmove", line[0]]
    assert best.split()[2:] == (["ponder", line[1]] if len(line) > 1 else [])


def test_the_last_line_is_about_the_move_that_is_played(gui: Counterpart) -> None:
    gui.tell("setoption name OwnBook value false", "position startpos moves h3e3")
    for nodes in range(200, 8000, 300):  # the search ends in the middle of a depth
        gui.tell("ucinewgame", f"go nodes {nodes}")
        *infos, best = gui.hear_until("bestmove")
        assert infos[-1].partition(" pv ")[2].split()[0] == best.split()[1]


def test_mates_are_counted_in_moves(gui: Counterpart) -> None:
    gui.tell(f"position fen {MATE_IN_ONE}", "go depth 4")
    *infos, best = gui.hear_until("bestmove")
    assert " score mate 1 " in infos[-1]
    assert best == "bestmove b1b10"
    gui.tell("position fen 3k5/R8/9/9/9/9/p8/9/1R7/4K4 b - - 0 1", "go depth 6")
    assert " score mate -1 " in gui.hear_until("bestmove")[-2]


def test_several_lines_are_numbered(gui: Counterpart) -> None:
    gui.tell("setoption name MultiPV value 3", "position startpos moves h3e3", "go depth 3")
    infos = gui.hear_until("bestmove")[:-1]
    last = [line for line in infos if line.startswith("info depth 3 ")]
    assert [line.split()[6] for line in last] == ["1", "2", "3"]
    firsts = {line.partition(" pv ")[2].split()[0] for line in last}
    assert len(firsts) == 3


def test_stop_ends_an_infinite_search_at_once(gui: Counterpart) -> None:
    for _ in range(5):
        gui.tell("position startpos moves h3e3 h10g8", "go infinite")
        gui.hear()
        with promptly():  # `bench.engines.servers` measures how fast
            gui.tell("stop")
            gui.hear_until("bestmove")
    gui.tell("go infinite", "stop")  # before it has begun
    assert gui.hear_until("bestmove")[-1].startswith("bestmove")


def test_an_infinite_search_that_has_ended_waits_for_stop(gui: Counterpart) -> None:
    gui.tell(f"position fen {MATE_IN_ONE}", "go infinite")
    while " score mate 1 " not in gui.hear():
        pass
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in list(gui.heard.queue))
    gui.tell("stop")
    assert gui.hear_until("bestmove")[-1].startswith("bestmove")
    assert gui.silent_for(0.1)


def test_ponderhit_starts_the_clock(gui: Counterpart) -> None:
    gui.tell("position startpos moves h3e3 h10g8", "go ponder wtime 2000 btime 2000")
    gui.hear_until("info depth 5 ")
    gui.tell("ponderhit")
    lines = gui.hear_until("bestmove")
    assert sum(line.startswith("bestmove") for line in lines) == 1
    gui.tell("go ponder movetime 50")
    time.sleep(0.2)
    gui.tell("stop")
    assert gui.hear_until("bestmove")[-1].startswith("bestmove")
    gui.tell("ponderhit", "stop")  # no search is pondering: no answer
    assert gui.silent_for(0.1)


def test_ranks_may_be_counted_from_zero(gui: Counterpart) -> None:
    gui.tell("setoption name Ranks value 0", "setoption name OwnBook value false")
    gui.tell("position startpos moves h2e2", "go depth 2")
    assert re.fullmatch(r"bestmove [a-i]\d[a-i]\d( .*)?", gui.hear_until("bestmove")[-1])
    plain = Counterpart("xiangqi", "uci", ranks=0)
    plain.tell("uci")
    assert not any("UCI_Variant" in line for line in plain.hear_until("uciok"))


def test_invalid_lines_are_skipped_or_reported(gui: Counterpart) -> None:
    assert gui.tell("", "   ", "hello", "debug on", "register later", "\x00\x01")
    assert gui.tell("joho isready")  # UCI: look at the rest of the line
    assert gui.hear() == "readyok"
    for line, complaint in (
        ("position", "info string expected 'startpos' or 'fen'"),
        ("position fen rubbish", "info string "),
        ("position startpos moves a1a10", "info string illegal move"),
        ("position startpos moves 99", "info string expected a move like"),
        ("setoption name Hash value lots", "info string expected a number from 1 to 65536"),
        (
            "setoption name Nothing value 1",
            "info string there is no option 'Nothing'; there are: Hash, Threads, MultiPV",
        ),
    ):
        gui.tell(line)
        assert gui.hear().startswith(complaint), line
    gui.tell("isready")
    assert gui.hear() == "readyok"
    assert gui.tell("quit") is False


def test_a_game_that_only_our_rules_have_ended_is_played_on(gui: Counterpart) -> None:
    there_and_back = "b1c3 b10c8 c3b1 c8b10 " * 4
    gui.tell(f"position startpos moves {there_and_back}", "go depth 2")
    assert re.match(r"bestmove [a-i]", gui.hear_until("bestmove")[-1])
    gui.tell("position fen 3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 120 90", "go depth 2")
    assert re.match(r"bestmove [a-i]", gui.hear_until("bestmove")[-1])


def test_a_position_without_a_legal_move(gui: Counterpart) -> None:
    gui.tell("position fen 1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "go depth 3")
    assert gui.hear_until("bestmove") == ["bestmove (none)"]


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("movetime 1000", {"time": 0.99, "clock": None}),
        ("wtime 60000 btime 500", {"time": 59.99, "clock": 59.99, "moves_left": 30}),
        ("wtime 60000 btime 1 winc 1000 movestogo 11", {"clock": 69.99, "moves_left": 11}),
        ("wtime -30 btime 5", {"time": 0.001, "clock": 0.001}),
        ("depth 7 nodes 1000", {"depth": 7, "nodes": 1000, "time": None}),
        ("depth 999999 nodes 0", {"depth": 200, "nodes": 1}),
        ("mate 3", {"depth": 6}),
        ("movetime x depth 4", {"depth": 4, "time": None}),
        ("infinite depth 5", {"time": None}),
    ],
)
def test_limits(gui: Counterpart, words: str, limits: dict[str, float | None]) -> None:
    go = gui.server_as(UciServer).parse_go(words.split())
    for name, value in limits.items():
        assert getattr(go.limit, name) == value, name
    assert go.infinite == ("infinite" in words)


def test_go_without_limits_is_infinite(gui: Counterpart) -> None:
    assert gui.server_as(UciServer).parse_go([]).infinite
    assert gui.server_as(UciServer).parse_go(["winc", "1000"]).infinite


def test_searchmoves_limits_the_search(gui: Counterpart) -> None:
    # The last two moves are illegal.
    gui.tell("position startpos", "go searchmoves a1a2 i1i2 a1a9 j1j9 depth 5")
    *infos, best = gui.hear_until("bestmove")
    assert {line.partition(" pv ")[2].split()[0] for line in infos} <= {"a1a2", "i1i2"}
    assert best.split()[1] in {"a1a2", "i1i2"}
    gui.tell("setoption name MultiPV value 5", "go searchmoves a1a2 i1i2 depth 2")
    infos = gui.hear_until("bestmove")[:-1]
    assert [line for line in infos if " multipv 3 " in line] == []
    gui.tell("go depth 2 searchmoves 0000")
    assert gui.hear() == "bestmove (none)"


def test_a_table_that_does_not_fit_is_replaced_by_a_small_one(
    gui: Counterpart, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Engine.warm_up

    def warm_up(engine: Engine, position: Position) -> None:
        if engine._hash_mb > 1000:
            raise UsageError("there is no memory for a table of {size} MB", size=engine._hash_mb)
        made(engine, position)

    monkeypatch.setattr(Engine, "warm_up", warm_up)
    gui.tell("setoption name Hash value 60000", "isready")
    assert gui.hear() == "info string there is no memory for a table of 60000 MB"
    assert gui.hear() == "readyok"
    gui.tell("position startpos moves h3e3", "go depth 2")
    assert gui.hear_until("bestmove")[-1] != "bestmove (none)"


def test_other_games_do_not_speak_uci() -> None:
    with pytest.raises(UsageError, match="the engine of stars does not speak 'uci'"):
        server_kind(GAMES["stars"], "uci")
