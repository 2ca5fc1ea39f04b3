"""What an interactive program asks, and how it is answered: menus, prompts, drawn boards."""

import pytest

from garlic.core import Limits, Seat
from garlic.games import GAMES
from garlic.wire.console.drawn_board import is_part_of_board
from garlic.wire.console.menus import Wanted
from garlic.wire.console.prompts import Labels, asking_line, wants_move
from garlic.wire.console.recognised import RecognisedDialogue
from garlic.wire.dialogue import SeatSetup

LETTERS = tuple("ABCDEFGHIJKLMNO")
NUMBERS = tuple(str(number) for number in range(15, 0, -1))


@pytest.mark.parametrize(
    ("menu", "as_black", "as_white"),
    [
        ("1.双人对战\n2.人机对战\n请选择:", "2", "2"),
        ("选模式：双人(请输入1)/人机(请输入0)\n", "0", "0"),  # counted down
        ("双人对战(按A键) 人机对战(按C键)\n", "C", "C"),  # letters
        ("先走请输入1，后走请输入2\n", "2", "1"),
        ("谁先走？(玩家(输入1) 或 电脑(输入2))：", "2", "1"),
        ("黑棋由谁下 (1.电脑 2.玩家)：", "1", "2"),
        ("白棋由谁下 (1.电脑 2.玩家)：", "2", "1"),
        ("这一步做什么(1:悔棋；2：落子；3：认输)：", "2", "2"),
        ("要悔棋吗？(Y/N)", "N", "N"),
    ],
)
def test_menus(menu: str, as_black: str, as_white: str) -> None:
    assert Wanted(Seat.A, 15, forbidden_moves=True).answer(menu) == as_black
    assert Wanted(Seat.B, 15, forbidden_moves=True).answer(menu) == as_white


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("请落子(行 列)：", "请落子(行 列)："),
        ("请黑方落子，先行后列\n黑棋共 3 子，白棋共 3 子\n", "请黑方落子，先行后列"),
        ("输入 1 选择模式\n一个说明\n另一个说明\n", "输入 1 选择模式"),
        ("输入 1 选择模式\n一\n二\n三\n", ""),  # too long ago
        ("请落子\n电脑思考中...\n", ""),
        ("请落", ""),  # perhaps the first half of a line
    ],
)
def test_lines_that_explain_may_follow_the_one_that_asks(text: str, line: str) -> None:
    assert asking_line(text) == line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("请输入坐标：", True), ("x y：", True), ("要悔棋吗？(Y/N)", False), ("Undo (y/n)?", False)],
)
def test_a_question_with_y_or_n_asks_for_no_move(text: str, wanted: bool) -> None:
    assert wants_move(text) is wanted


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        ("请输入坐标：", "H8"),
        ("请输入行 列：", "8 H"),
        ("请输入列 行：", "H 8"),
        ("格式为小写字母加数字，请输入坐标：", "h8"),
        ("请输入坐标(例如 8 H)：", "8 H"),
    ],
)
def test_a_move_is_written_as_the_prompt_says(prompt: str, first: str) -> None:
    assert Labels(NUMBERS, LETTERS).forms(prompt, (7, 7))[0] == first


@pytest.mark.parametrize(
    ("line", "is_row"),
    [
        (" 8 ┠┼┼●┼┼┼○┼┼▲┼┼┼┨", True),
        ("┏┯┯┯┯┯┯┯┯┯┯┯┯┯┓", True),
        (">>请按此格式写：先字母后数字", False),  # fifteen characters, too
    ],
)
def test_a_sentence_is_no_row_of_a_board(line: str, is_row: bool) -> None:
    assert is_part_of_board(line, 15) is is_row


GOMOKU = GAMES["gomoku"]
START = GOMOKU.setup()


def dialogue_as(seat: Seat) -> RecognisedDialogue:
    return RecognisedDialogue(SeatSetup(GOMOKU, seat, Limits(5, 5, 1 << 20), START))


def test_a_menu_that_names_computer_and_numbers_is_no_move() -> None:
    dialogue = dialogue_as(Seat.A)
    assert dialogue.turn_input(START, []) == b""
    assert dialogue.read_output("请选择黑方：1 电脑 2 玩家\n".encode()) == b"1\n"
    assert dialogue.read_output("电脑下在 3 4\n".encode()) == "d13"


def test_a_refusal_that_names_no_move_asks_for_it_again() -> None:
    dialogue = dialogue_as(Seat.B)
    assert dialogue.turn_input(START, [(Seat.A, "h8")]) == b""
    shown = "用字母和数字表示，如 A1\n请输入坐标：".encode()
    assert dialogue.read_output(shown) == b"H8\n"
    assert dialogue.read_output("格式有误，请重新输入！\n".encode()) == b"h8\n"
