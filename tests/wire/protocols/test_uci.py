"""The dialogue with an engine over UCI."""

import pytest

from garlic.core import Limits, Outcome, Seat, UsageError
from garlic.games.xiangqi import GAME as XIANGQI
from garlic.games.xiangqi import Position
from garlic.wire import BotSettings, Clock, Message, ProtocolFault, SeatSetup
from garlic.wire.protocols.uci import UciDialogue

START = XIANGQI.start()
CLOCK = Clock(2.0)
VARIANT = "option name UCI_Variant type combo default chess var chess var xiangqi"
HASH = "option name Hash type spin default 16 min 1 max 1024"
SKILL = "option name Skill Level type spin default 20 min 0 max 20"


def dialogue(limits: Limits = XIANGQI.limits, **settings: str) -> UciDialogue:
    return UciDialogue(SeatSetup(XIANGQI, Seat.A, limits, START), BotSettings(settings))


def start_lines(engine: UciDialogue, *options: str, name: str = "Some Engine 3") -> Message:
    """The message after the engine has sent its name and options."""
    assert engine.start_message().lines == ("uci",)
    assert engine.parse_start_reply("Some Engine by Somebody") is False
    for line in (f"id name {name}", "id author Somebody", *options):
        assert engine.parse_start_reply(line) is False
    answer = engine.parse_start_reply("uciok")
    assert isinstance(answer, Message)
    return answer


def turn_lines(engine: UciDialogue, position: Position, clock: Clock = CLOCK) -> tuple[str, ...]:
    """All lines of a turn."""
    first = engine.turn_message(position, [], clock)
    assert first.lines[-1] == "isready"
    second = engine.parse_move("readyok")
    assert isinstance(second, Message)
    return (first.lines[0], *second.lines)


def test_the_start_sets_options_and_waits_until_the_engine_is_ready() -> None:
    engine = dialogue(XIANGQI.limits, Hash="64", **{"skill level": "5"})
    assert start_lines(engine, VARIANT, HASH, SKILL).lines == (
        "setoption name UCI_Variant value xiangqi",
        "setoption name Hash value 64",
        "setoption name Skill Level value 5",
        "ucinewgame",
        "isready",
    )
    assert engine.parse_start_reply("info string loading") is False
    assert engine.parse_start_reply("readyok") is True


def test_an_engine_without_variants_counts_ranks_from_zero() -> None:
    several, single = dialogue(), dialogue()
    start_lines(several, VARIANT)
    start_lines(single, HASH)
    after = START.play(XIANGQI.move.parse("h2e2")).play(XIANGQI.move.parse("h9g7"))
    assert turn_lines(several, after)[0] == "position startpos moves h3e3 h10g8"
    assert several.parse_move("bestmove h1g3 ponder h10g8") == "h0g2"
    assert turn_lines(single, after)[0] == "position startpos moves h2e2 h9g7"
    assert single.parse_move("bestmove h0g2") == "h0g2"


def test_the_bots_name_can_set_ranks_and_letters() -> None:
    engine = dialogue(ranks="0", letters="he")
    start_lines(engine, VARIANT)
    fen = "3k5/9/9/9/9/4n4/4N4/9/9/4K4 b - - 3 40"
    assert turn_lines(engine, XIANGQI.parse(fen))[0] == (
        "position fen 3k5/9/9/9/9/4h4/4H4/9/9/4K4 b - - 3 40"
    )
    sjaak = dialogue()
    start_lines(sjaak, VARIANT, name="Sjaak II 1.4.1")
    assert "4h4/4H4" in turn_lines(sjaak, XIANGQI.parse(fen))[0]


@pytest.mark.parametrize(
    ("clock", "nodes", "expected"),
    [
        (Clock(2.0), None, "go movetime 1950"),
        (Clock(0.06), None, "go movetime 30"),
        (Clock(0.0005), None, "go movetime 1"),
        (Clock(2.0, 60.0), None, "go wtime 59950 btime 59950 movetime 1950"),
        (Clock(2.0), 5000, "go movetime 1950 nodes 5000"),
    ],
)
def test_limits_are_sent_less_a_margin(clock: Clock, nodes: int | None, expected: str) -> None:
    limits = Limits(init_seconds=5, turn_seconds=2, memory_bytes=1 << 28, nodes=nodes)
    engine = dialogue(limits)
    start_lines(engine)
    assert turn_lines(engine, START, clock)[1] == expected


def test_the_margin_can_be_set() -> None:
    engine = dialogue(margin="300")
    start_lines(engine)
    assert turn_lines(engine, START)[1] == "go movetime 1700"


def test_search_output_is_skipped_and_invalid_answers_are_faults() -> None:
    engine = dialogue()
    start_lines(engine)
    turn_lines(engine, START)
    for line in ("info depth 1 score cp 3 pv h2e2", "", "readyok", "Bestmove", "what?"):
        assert engine.parse_move(line) is None
    for line in ("bestmove", "bestmove (none)", "bestmove 0000"):
        with pytest.raises(ProtocolFault, match="expected a move behind 'bestmove'"):
            engine.parse_move(line)
    for line in ("bestmove j0j1", "bestmove h10g8", "bestmove ٣", "bestmove resign"):
        with pytest.raises(ProtocolFault, match="expected a move like 'h2e2'"):
            engine.parse_move(line)


def test_an_answer_before_go_is_a_fault() -> None:
    engine = dialogue()
    start_lines(engine)
    engine.turn_message(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="got 'bestmove h2e2' before 'go'"):
        engine.parse_move("bestmove h2e2")


def test_an_option_that_the_engine_does_not_have_is_named() -> None:
    engine = dialogue(Hsah="64")
    with pytest.raises(ProtocolFault, match="has no option 'Hsah'; there are: Hash, Skill Level"):
        start_lines(engine, HASH, SKILL)


@pytest.mark.parametrize(
    "settings", [{"ranks": "2"}, {"letters": "xy"}, {"margin": "-1"}, {"Hash": "1\nquit"}]
)
def test_invalid_settings_are_explained(settings: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="expected"):
        dialogue(XIANGQI.limits, **settings)


def test_the_last_message_is_quit() -> None:
    assert dialogue().end_message(Outcome(None, "x"), []).lines == ("quit",)
