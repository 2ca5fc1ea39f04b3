"""Interactive programs: their TOML file, the screen, the dialogue."""

from pathlib import Path
from typing import Protocol

import pytest

from garlic.core import InvalidFileError, InvalidMoveError, Position, Seat, UsageError
from garlic.games import GAMES
from garlic.games.gomoku import Move
from garlic.wire import BotSettings, ProtocolFault, SeatSetup
from garlic.wire.console.screen import ConsoleScreen
from garlic.wire.dialogue import UnsupportedEvent
from garlic.wire.protocols.console import ConsoleDialogue, ConsoleFormat, console
from support.present import present

GOMOKU = GAMES["gomoku"]
START = GOMOKU.setup(rule="freestyle")
PLAIN = """
[move]
prompt = "Your move:"
type = "{column}{row}"
answer = "I play {column}{row}"
"""
NUMBERS = """
columns = "numbers"
rows = "down"
first = 0
[[question]]
prompt = "你的名字？"
black = "裁判"
white = "裁判"
[[question]]
prompt = "先手(1) 后手(2)"
black = "1"
white = "2"
[move]
prompt = "请落子："
type = "{row} {column}"
answer = "电脑： ( {row} , {column} )"
"""


def console_format(text: str) -> ConsoleFormat:
    return ConsoleFormat.parse(text.encode())


class MakeDialogue(Protocol):
    def __call__(
        self, text: str = NUMBERS, seat: Seat = Seat.A, start: Position = START
    ) -> ConsoleDialogue: ...


@pytest.fixture
def dialogue(tmp_path: Path) -> MakeDialogue:
    def make(text: str = NUMBERS, seat: Seat = Seat.A, start: Position = START) -> ConsoleDialogue:
        path = tmp_path / "talk.toml"
        path.write_text(text, encoding="utf-8")
        settings = BotSettings({"talk": str(path)})
        return ConsoleDialogue(SeatSetup(GOMOKU, seat, GOMOKU.limits, start), settings)

    return make


def test_a_game_as_black_with_questions(dialogue: MakeDialogue) -> None:
    program = dialogue()
    assert program.start_input() == b""
    assert program.waits_for == "你的名字？"
    assert program.read_output("欢迎\n你的名字？".encode()) == "裁判\n".encode()
    assert program.read_output("先手(1) ".encode()) is None
    assert program.read_output("后手(2)".encode()) == ""  # ready; answered when its clock runs
    assert program.turn_input(START, []) == b"1\n"
    assert program.read_output("思考…\n电脑：(7, 1".encode()) is None
    assert program.read_output(b"2)\n") == "m8"
    assert program.turn_input(START, [(Seat.A, "m8"), (Seat.B, "a1")]) == b""
    assert program.read_output("棋盘\n请落子：".encode()) == b"14 0\n"
    assert program.read_output("电脑：(0,0)\n".encode()) == "a15"


def test_a_game_as_white_without_questions(dialogue: MakeDialogue) -> None:
    program = dialogue(PLAIN, Seat.B)
    program.start_input()
    assert program.waits_for == ""
    assert program.turn_input(START, [(Seat.A, "h8")]) == b""
    assert program.read_output(b"\x1b[2J\x1b[1;31mYour \x1b[0mmove:") == b"h8\n"
    assert program.read_output(b"You play h8\r\nI  play J1") is None
    assert program.read_output(b"0\r\n") == "j10"


@pytest.mark.parametrize(
    "shown",
    [
        b"\x1b[1;31mYour\x1b[0m move:",
        b"\x1b]0;Gomoku\x07Your move:",
        b"\x1b]0;Gomoku\x1b\\Your\x1b(B move:",
        b"Your\x1b7 \x1b=move:\x1b[?25h",
    ],
)
def test_escape_sequences_are_removed_even_in_pieces(shown: bytes) -> None:
    for cut in range(len(shown)):
        screen = ConsoleScreen()
        screen.show(shown[:cut])
        screen.show(shown[cut:])
        assert screen.find(console_format(PLAIN).prompt.pattern), cut


def test_moves_that_are_printed_again_are_no_answers(dialogue: MakeDialogue) -> None:
    program = dialogue(PLAIN, Seat.A)
    program.start_input()
    program.turn_input(START, [])
    assert program.read_output(b"I play h8\nYour move: ") == "h8"
    assert program.turn_input(START, [(Seat.A, "h8"), (Seat.B, "a1")]) == b"a1\n"
    # It prints its last move and the typed move again, then its new move.
    assert program.read_output(b"I play h8\n") is None
    assert program.read_output(b"I play A1\nI play j9\n") == "j9"


def test_gbk_is_decoded_even_in_pieces(dialogue: MakeDialogue) -> None:
    program = dialogue()
    program.start_input()
    question = "你的名字？".encode("gbk")
    assert program.read_output(question[:3]) is None
    assert program.read_output(question[3:]) == "裁判\n".encode()
    assert program.read_output("先手(1) 后手(2)".encode("gbk")) == ""
    program.turn_input(START, [])
    assert program.read_output("电脑：(7,7)".encode("gbk")) == "h8"


def test_a_short_gbk_prompt_is_not_taken_for_half_a_character() -> None:
    screen = ConsoleScreen()
    screen.show("落:".encode("gbk"))
    assert screen.find(console_format(PLAIN.replace("Your move:", "落:")).prompt.pattern)


@pytest.mark.parametrize(
    ("shown", "column", "row"),
    [("AI: 1 12\n", "1", "12"), ("AI:12  3\n", "12", "3"), ("AI: 10 1 \n", "10", "1")],
)
def test_two_numbers_are_separated(shown: str, column: str, row: str) -> None:
    text = PLAIN.replace("I play {column}{row}", "AI: {column} {row}").replace(
        "{column}{row}", "{column},{row}"
    )
    answer = present(console_format('columns = "numbers"\n' + text).answer)
    found = present(answer.pattern.search(shown))
    assert (found["column"], found["row"]) == (column, row)


def test_output_is_read_once() -> None:
    screen = ConsoleScreen()
    screen.show(b"Your move: Your move: ")
    prompt = console_format(PLAIN).prompt.pattern
    assert screen.find(prompt)
    assert screen.find(prompt)
    assert screen.find(prompt) is None


def test_too_much_output_is_a_fault_and_is_not_kept() -> None:
    screen = ConsoleScreen()
    for _ in range(1048):
        screen.show(b"x" * 1000)
    with pytest.raises(ProtocolFault, match="showed more than 1048576 bytes"):
        screen.show(b"x" * 1000)
    assert len(screen.text) < 20_000


def test_an_answer_off_the_board_is_a_fault(dialogue: MakeDialogue) -> None:
    program = dialogue(PLAIN)
    program.turn_input(START, [])
    with pytest.raises(
        ProtocolFault, match="expected a column and a row of the board, got P and 1"
    ):
        program.read_output(b"I play P1\n")


@pytest.mark.parametrize(("column", "row"), [("7", "1"), ("p", "1"), ("a", "0"), ("a", "16")])
def test_coordinates_off_the_board_are_refused(column: str, row: str) -> None:
    with pytest.raises(InvalidMoveError):
        console_format(PLAIN).read(column, row)


@pytest.mark.parametrize("columns", ["letters", "numbers"])
@pytest.mark.parametrize("rows", ["up", "down"])
@pytest.mark.parametrize("first", [0, 1])
def test_every_coordinate_format_is_read_back(columns: str, rows: str, first: int) -> None:
    text = f'size = 9\ncolumns = "{columns}"\nrows = "{rows}"\nfirst = {first}\n{PLAIN}'
    found = console_format(text.replace("{column}{row}", "{column} {row}"))
    for name in ("a1", "i1", "a9", "e7"):
        column, row = found.type(Move.parse(name)).split()
        assert str(found.read(column, row)) == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "move: expected a table, got nothing"),
        (PLAIN + "\nspeed = 3", "move.speed: unknown field"),
        (PLAIN.replace("{row}", ""), "move.type: expected {column} and {row}, once each"),
        (PLAIN.replace('"Your move:"', '" "'), "move.prompt: expected 1 to 200 characters, got 0"),
        ("size = 3\n" + PLAIN, "size: expected a whole number from 5 to 20, got 3"),
        ('rows = "left"\n' + PLAIN, 'rows: expected one of up, down, got "left"'),
        ("[[question]]\nprompt = 'x'\nblack = 'y'\n" + PLAIN, "question[1].white: expected text"),
        (
            "[[question]]\nprompt = 'x'\nblack = \"y\\n\"\nwhite = ''\n" + PLAIN,
            "question[1].black: expected one short line",
        ),
        ("[[question]]\nprompt='x'\nblack=''\nwhite=''\n" * 21 + PLAIN, "at most 20 questions"),
        ('columns = "numbers"\n' + PLAIN, "move.type: expected something between two numbers"),
        ("size = ", "not valid TOML"),
    ],
)
def test_a_file_with_a_mistake_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(InvalidFileError) as fault:
        console_format(text)
    assert sentence in str(fault.value)


def test_a_pass_cannot_be_typed(dialogue: MakeDialogue) -> None:
    program = dialogue(PLAIN, Seat.B)
    program.start_input()
    with pytest.raises(UnsupportedEvent, match="cannot be typed to a program for a person"):
        program.turn_input(START, [(Seat.A, "pass")])


def test_unsupported_starts_and_files_are_refused(dialogue: MakeDialogue, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="starts on an empty board of 15x15"):
        dialogue(start=GOMOKU.parse(f"{START} moves h8"))
    with pytest.raises(UsageError, match="starts on an empty board of 19x19"):
        dialogue("size = 19\n" + PLAIN)
    setup = SeatSetup(GOMOKU, Seat.A, GOMOKU.limits, START)
    with pytest.raises(UsageError, match="there is no setting 'speak'"):
        console(setup, BotSettings({"speak": "x"}))
    with pytest.raises(UsageError, match="cannot read"):
        ConsoleDialogue(setup, BotSettings({"talk": str(tmp_path / "none.toml")}))
    with pytest.raises(UsageError, match=r"talk\.toml: size: expected a whole number from 5 to 20"):
        dialogue("size = 1\n" + PLAIN)
