"""The dialogue with an engine over UCCI."""

import pytest

from garlic.core import Limits, Seat
from garlic.games.xiangqi import GAME as XIANGQI
from garlic.games.xiangqi import Position
from garlic.wire import BotSettings, Clock, Message, ProtocolFault, SeatSetup
from garlic.wire.protocols.ucci import UcciDialogue

START = XIANGQI.start()
FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MILLISECONDS = "option usemillisec type check default false"
HASH = "option hashsize type spin min 16 max 1024 default 16"
NEW_GAME = "option newgame type button"


def dialogue(nodes: int | None = None, **settings: str) -> UcciDialogue:
    limits = Limits(init_seconds=5, turn_seconds=2, memory_bytes=1 << 28, nodes=nodes)
    return UcciDialogue(SeatSetup(XIANGQI, Seat.A, limits, START), BotSettings(settings))


def start_lines(engine: UcciDialogue, *options: str) -> tuple[str, ...]:
    assert engine.start_message().lines == ("ucci",)
    for line in ("id name ElephantEye 3.3", "id author Morning Yellow", *options):
        assert engine.parse_start_reply(line) is False
    answer = engine.parse_start_reply("ucciok")
    assert isinstance(answer, Message)
    return answer.lines


def turn_lines(engine: UcciDialogue, position: Position, clock: Clock) -> tuple[str, ...]:
    first = engine.turn_message(position, [], clock)
    second = engine.parse_move("readyok")
    assert isinstance(second, Message)
    return (*first.lines, *second.lines)


def test_the_start_sets_options() -> None:
    engine = dialogue(hashsize="64")
    assert start_lines(engine, MILLISECONDS, HASH, NEW_GAME) == (
        "setoption hashsize 64",
        "setoption usemillisec true",
        "setoption newgame",
        "isready",
    )
    assert engine.parse_start_reply("readyok") is True
    assert start_lines(dialogue()) == ("isready",)


@pytest.mark.parametrize(
    ("options", "clock", "nodes", "go"),
    [
        ([MILLISECONDS], Clock(2.0), None, "go time 1950 movestogo 1"),
        ([], Clock(2.5), None, "go time 2 movestogo 1"),
        ([], Clock(0.5), None, "go time 1 movestogo 1"),
        ([MILLISECONDS], Clock(2.0, 10.0), None, "go time 450 movestogo 1"),
        ([MILLISECONDS], Clock(2.0), 3000, "go nodes 3000"),
    ],
)
def test_the_messages_of_a_turn(
    options: list[str], clock: Clock, nodes: int | None, go: str
) -> None:
    engine = dialogue(nodes)
    start_lines(engine, *options)
    after = START.play(XIANGQI.move.parse("h2e2"))
    assert turn_lines(engine, after, clock) == (f"position fen {FEN} moves h2e2", "isready", go)


def test_ranks_may_be_counted_from_one() -> None:
    engine = dialogue(ranks="1")
    start_lines(engine)
    after = START.play(XIANGQI.move.parse("h2e2"))
    assert turn_lines(engine, after, Clock(2.0))[0] == f"position fen {FEN} moves h3e3"
    assert engine.parse_move("bestmove h10g8") == "h9g7"


def test_answers_are_parsed() -> None:
    engine = dialogue()
    start_lines(engine)
    turn_lines(engine, START, Clock(2.0))
    assert engine.parse_move("info depth 3 score 12 pv h2e2") is None
    assert engine.parse_move("bestmove h2e2 ponder h9g7 draw") == "h2e2"
    for line in ("nobestmove", "bestmove"):
        with pytest.raises(ProtocolFault, match="expected a move behind 'bestmove'"):
            engine.parse_move(line)
    with pytest.raises(ProtocolFault, match="expected a move like 'h2e2', got 'h3e10'"):
        engine.parse_move("bestmove h3e10")
    engine.turn_message(START, [], Clock(2.0))
    with pytest.raises(ProtocolFault, match="got 'bestmove h2e2' before 'go'"):
        engine.parse_move("bestmove h2e2")
