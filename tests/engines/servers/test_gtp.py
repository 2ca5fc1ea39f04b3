"""Our Othello engine over GTP, line by line."""

from collections.abc import Iterator

import pytest

from garlic.core import Seat, Stream
from garlic.engines.servers.gtp import GtpServer
from garlic.games.othello import PASS, Position
from garlic.wire.protocols.gtp import COLOURS
from support.talking import Counterpart


@pytest.fixture
def program() -> Iterator[Counterpart]:
    talk = Counterpart("othello", "gtp", nodes=500)
    yield talk
    talk.close()


def ask(program: Counterpart, command: str) -> str:
    """The whole answer to *command*."""
    program.tell(command)
    lines = [program.hear()]
    while lines[-1]:
        lines.append(program.hear())
    return "\n".join(lines[:-1])


def test_administration(program: Counterpart) -> None:
    assert ask(program, "protocol_version") == "= 2"
    assert ask(program, "7 name") == "=7 Garlic Arena"
    assert ask(program, "known_command genmove") == "= true"
    assert ask(program, "known_command loadsgf") == "= false"
    assert ask(program, "known_command") == "= false"
    listed = ask(program, "list_commands").removeprefix("= ").split("\n")
    for command in listed:
        assert ask(program, f"known_command {command}") == "= true"
    assert ask(program, "12 nonsense 3") == "?12 unknown command"
    assert ask(program, "boardsize 10") == "? unacceptable size"
    assert ask(program, "boardsize 8") == "="
    assert ask(program, "komi 6.5") == "="
    assert ask(program, "set_game Othello") == "="
    assert ask(program, "set_game Go") == "? unsupported game"
    assert program.tell("quit") is False
    assert program.hear() == "="


def test_comments_blank_lines_and_control_characters_are_skipped(program: Counterpart) -> None:
    program.tell("", "   ", "# a remark")
    assert program.heard.empty()
    assert ask(program, "\x01 3 play\tblack\td3 # good?") == "=3"
    assert ask(program, "play w C5") == "="


def test_moves_and_undo(program: Counterpart) -> None:
    assert ask(program, "play black d3") == "="
    assert "is illegal" in ask(program, "play white a1") or "illegal move" in ask(
        program, "play white a1"
    )
    answer = ask(program, "5 genmove white")
    assert answer in {"=5 C3", "=5 C5", "=5 E3"}
    assert ask(program, "genmove white") == "? it is black's turn"
    assert ask(program, "undo") == "="
    assert ask(program, "reg_genmove white").startswith("= ")
    assert ask(program, "genmove white").startswith("= ")
    assert ask(program, "undo") == "="
    assert ask(program, "undo") == "="
    assert ask(program, "undo") == "? cannot undo"
    assert ask(program, "showboard").split("\n")[4:6] == [
        " 3 . . . . . . . .",
        " 4 . . . O X . . .",
    ]


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "play black",
        "play red d3",
        "play black z9",
        "play black d3 e3",
        "genmove",
        "genmove x",
    ],
)
def test_invalid_commands_are_refused(program: Counterpart, command: str) -> None:
    assert ask(program, command).startswith("? ")
    assert ask(program, "play black d3") == "="  # nothing has changed


def before_a_pass() -> tuple[list[tuple[Seat, str]], Position]:
    """A game up to a forced pass."""
    for seed in range(100):
        chance, position = Stream(seed), Position.start()
        played: list[tuple[Seat, str]] = []
        while position.outcome() is None:
            moves = position.legal_moves()
            if moves == [PASS] and position.play(PASS).legal_moves() != [PASS]:
                return played, position
            move = moves[chance.below(len(moves))]
            played.append((position.mover, str(move)))
            position = position.play(move)
    raise AssertionError


@pytest.mark.parametrize("sent", [True, False])
def test_a_forced_pass_may_be_sent_or_left_out(program: Counterpart, sent: bool) -> None:
    played, position = before_a_pass()
    for seat, move in played:
        if move != "pass":
            assert ask(program, f"play {COLOURS[seat]} {move}") == "="
    if sent:
        assert ask(program, f"play {COLOURS[position.mover]} pass") == "="
    answer = ask(program, f"genmove {COLOURS[position.mover.other]}")
    legal = {str(move).upper() for move in position.play(PASS).legal_moves()}
    assert answer.removeprefix("= ") in legal


def test_it_passes_where_it_must_and_scores_the_end(program: Counterpart) -> None:
    played, position = before_a_pass()
    for seat, move in played:
        if move != "pass":
            ask(program, f"play {COLOURS[seat]} {move}")
    assert ask(program, "final_score") == "? cannot score"
    assert ask(program, f"genmove {COLOURS[position.mover]}") == "= pass"
    while position.outcome() is None:
        position = position.play(position.legal_moves()[0])
    program.server_as(GtpServer).past = [position]
    black, white = position.scores()
    sign = f"B+{black - white}" if black > white else f"W+{white - black}"
    assert ask(program, "final_score") == f"= {sign if black != white else '0'}"
    assert ask(program, "genmove black") == "= pass"


def test_clocks_are_kept(program: Counterpart) -> None:
    for command in ("time_settings 60 10 5", "time_left black 3 0", "time_left w 9 2"):
        assert ask(program, command) == "="
    clocks = program.server_as(GtpServer).clocks
    assert (clocks[Seat.A].seconds, clocks[Seat.A].stones) == (3, 0)
    assert clocks[Seat.B].limit().moves_left == 2
    for move in ("black f5", "white f4"):  # a position that the opening book does not have
        ask(program, f"play {move}")
    ask(program, "genmove black")
    assert 2 < program.server_as(GtpServer).clocks[Seat.A].seconds < 3
    assert ask(program, "time_settings 0 5 1") == "="
    ask(program, "genmove white")
    assert program.server_as(GtpServer).clocks[Seat.B].seconds == 5  # a new move, a new period
    assert ask(program, "time_settings 0 5 0") == "="  # no limit at all
    assert program.server_as(GtpServer).clocks == {}
    for odd in ("time_settings 1", "time_settings a b c", "time_left black 1", "time_left x 1 1"):
        assert ask(program, odd).startswith("? ")


def test_commands_wait_for_the_answer_before_them(program: Counterpart) -> None:
    program.tell("1 genmove black", "2 name", "3 genmove white")
    lines = [program.hear() for _ in range(6)]
    assert [line.split()[0] for line in lines if line] == ["=1", "=2", "=3"]
