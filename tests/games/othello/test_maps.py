"""Othello maps: files, bundled maps, remarks, and the generator."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garlic.core import BundledMap, InvalidFileError, Maps, UsageError
from garlic.games.othello import GAME, Position

assert GAME.maps is not None
MAPS: Maps[Position] = GAME.maps

SMALL = "3 4\n1O34\n5o78\n9123\n"
KINDS = {"task2": "corners", "task3": "ring", "task4": "any"}


def remarks(position: Position) -> list[str]:
    return [str(text) for text in MAPS.remarks(position)]


def test_a_map_gives_worths_and_discs() -> None:
    start = MAPS.parse(SMALL)
    assert str(start) == "1034/5078/9123 .O../.o../.... r 0"
    assert MAPS.write(start) == SMALL


def test_the_centre_line_gives_the_starting_cells_a_worth() -> None:
    start = MAPS.parse(f"centre 6\n{SMALL}")
    assert start.board.worths == ("1634", "5678", "9123")
    assert MAPS.write(start) == f"centre 6\n{SMALL}"
    assert MAPS.parse(f"centre 0\n{SMALL}") == MAPS.parse(SMALL)


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("\n", "\r\n"),
        SMALL.rstrip(),
        f"\n\n{SMALL}\n\n",
        SMALL.replace("\n", " "),
        SMALL.replace("3 4", "3\n4"),
    ],
)
def test_white_space_does_not_matter(text: str) -> None:
    assert MAPS.parse(text) == MAPS.parse(SMALL)


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "expected the number of rows, got the end of the text"),
        ("3", 1, 2, "expected the number of columns, got the end of the text"),
        ("2 3\n", 1, 1, "expected the number of rows from 3 to 20, got '2'"),
        ("3 21\n", 1, 3, "expected the number of columns from 3 to 20, got '21'"),
        ("٣ 3\n", 1, 1, "expected the number of rows from 3 to 20, got '٣'"),
        ("\ufeff3 3\n", 1, 1, "expected the number of rows from 3 to 20"),
        ("centre x\n3 3\n", 1, 8, "expected the worth of the starting cells from 0 to 9"),
        ("centre\n", 2, 1, "expected the worth of the starting cells, got the end"),
        ("3 3\n1Oo\n11\n111\n", 3, 1, "expected a row of 3 cells, got '11'"),
        ("3 3\r\n1Oo\r\n1111\r\n", 3, 1, "expected a row of 3 cells, got '1111'"),
        ("3 3\n1Oo\n1.1\n111\n", 3, 2, "expected '1' to '9', 'O' or 'o', got '.'"),
        ("3 3\n1Oo\n110\n111\n", 3, 3, "expected '1' to '9', 'O' or 'o', got '0'"),
        ("3 3\n1Oo\n111\n", 4, 1, "expected a row of the map, got the end of the text"),
        ("3 3\n1Oo\n111\n111\n1", 5, 1, "expected the end of the text, got '1'"),
        ("3 3\n1OO\n111\n111\n", 1, 1, "expected discs of both sides, got no 'o'"),
        ("3 3\n1oo\n111\n111\n", 1, 1, "expected discs of both sides, got no 'O'"),
    ],
)
def test_errors_name_line_and_column(text: str, line: int, column: int, sentence: str) -> None:
    with pytest.raises(InvalidFileError) as caught:
        MAPS.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert sentence in str(caught.value)


@given(st.text(alphabet="centr 0123456789Oo.#\r\n\ufeffé", max_size=60))
def test_any_text_gives_a_map_or_our_error(text: str) -> None:
    MAPS.recognises(text)
    for content in (text, f"centre 1 3 3 {text}", f"3 3 Oo1 {text}"):
        with suppress(InvalidFileError):
            start = MAPS.parse(content)
            assert MAPS.parse(MAPS.write(start)) == start


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("111/111/111 Oo./.../... b 0", "red to move"),
        ("111/111/111 Oo./.../... r 1", "no pass"),
        ("111/111/111 O../.../... r 0", "discs of both sides"),
        ("110/111/111 Oo./.../... r 0", "no empty cell worth 0"),
        ("121/111/111 Oo./.../... r 0", "one worth for all starting cells"),
    ],
)
def test_positions_that_no_map_can_express_are_refused(position: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        MAPS.write(Position.parse(position))


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (SMALL, True),
        (f"centre 1\n{SMALL}", True),
        ("3 3\n1Oo\n1x1\n111\n", True),  # not valid, but recognised
        ("99 99\n1111", True),
        ("10 10\noo#oooo#oo\n", False),
        ("2 2\noo\noO\n0 0 0 1 1 0 1 1\n", False),  # a maze: the digits are not in its rows
        ("3 3\n", False),
        ("x y\n1Oo", False),
        ("", False),
        ("hello", False),
    ],
)
def test_maps_are_distinguished_from_mazes(text: str, ours: bool) -> None:
    assert MAPS.recognises(text) is ours


class TestBundled:
    def test_the_default_of_a_size(self) -> None:
        assert MAPS.load("8x8") == Position.start()
        for size in ("10x10", "12x12"):
            assert MAPS.text(size) == MAPS.text(f"task1-{size}")

    def test_there_are_four_maps_per_task(self) -> None:
        names = [bundled.name for bundled in MAPS.bundled]
        assert len(set(names)) == len(names) == 16
        for task in KINDS:
            assert sorted(name[-1] for name in names if name.startswith(task)) == list("1234")

    @pytest.mark.parametrize("bundled", MAPS.bundled, ids=lambda bundled: bundled.name)
    def test_worths_are_as_the_task_says(self, bundled: BundledMap) -> None:
        name = bundled.name
        start = MAPS.load(name)
        board = start.board
        centre = "1" if name == "classic-8x8" else "0"
        assert {board.worths[r][c] for r, c in board.places(start.red | start.blue)} == {centre}
        edge, last = (0, board.rows - 1), board.columns - 1
        for row, column in board.places(start.empty()):
            worth = board.worths[row][column]
            corner = row in edge and column in (0, last)
            ring = row in edge or column in (0, last)
            if name.startswith("task2") and corner:
                assert worth in "23456789"
            elif name.startswith("task4") or (name.startswith("task3") and ring):
                assert worth in "123456789"
            else:
                assert worth == "1"

    @pytest.mark.parametrize("bundled", MAPS.bundled, ids=lambda bundled: bundled.name)
    def test_can_be_generated_again(self, bundled: BundledMap) -> None:
        name, side = bundled.name, bundled.rows
        if name[:5] in KINDS:
            seed = int(f"{name[4]}{name[-1]}")
            assert MAPS.make(side, side, seed, kind=KINDS[name[:5]]) == MAPS.load(name)
        elif name.startswith("task1"):
            assert MAPS.make(side, side, 0, kind="ones") == MAPS.load(name)


class TestRemarks:
    def test_a_map_that_is_the_same_for_both_sides(self) -> None:
        assert remarks(MAPS.load("task1-10x10")) == [
            "10 rows of 10 cells, worth 96 together",
            "the same for both sides: mirroring it left to right swaps the colours",
        ]

    @pytest.mark.parametrize(
        ("rows", "image"),
        [
            ("2111 1oO1 1Oo1 2111", "mirroring it top to bottom"),
            ("2111 1O11 11o1 1112", "turning it by 180 degrees"),
            ("1O11 111o o111 11O1", "turning it by 90 degrees"),
            ("111O 111o 1123 oO34", "mirroring it along a diagonal"),
            ("1O15 1111 111o 1111", "mirroring it along the other diagonal"),
            ("2111 1oO1 1Oo1 1111", None),  # one corner differs
            ("1111 1OO1 1o11 1111", None),  # one side has a disc more
            ("111O 111o 1123 Oo34", None),  # mirrored, with the colours kept
        ],
    )
    def test_the_symmetry_that_swaps_the_colours(self, rows: str, image: str | None) -> None:
        start = MAPS.parse(f"4 4 {rows}")
        expected = f"the same for both sides: {image} swaps the colours"
        if image is None:
            expected = "not the same for both sides: play it twice, with seats swapped"
        assert remarks(start)[1] == expected

    def test_a_side_that_cannot_move(self) -> None:
        assert remarks(MAPS.parse("3 3 oO1 111 111"))[2:] == ["red cannot move at the start"]
        assert remarks(MAPS.parse("3 3 O11 111 11o"))[2:] == [
            "red cannot move at the start",
            "blue cannot move at the start",
        ]

    def test_in_chinese(self) -> None:
        texts = [text.render("zh") for text in MAPS.remarks(MAPS.parse("3 3 oO1 111 111"))]
        assert texts[2] == "红方开局无子可下"
        assert all(text.isascii() is False for text in texts)


class TestMake:
    def test_the_same_seed_gives_the_same_map(self) -> None:
        assert MAPS.make(10, 8, 7) == MAPS.make(10, 8, 7)
        assert MAPS.make(10, 8, 7) != MAPS.make(10, 8, 8)

    def test_all_worths_occur(self) -> None:
        assert set("".join(MAPS.make(20, 20, 1).board.worths)) == set("0123456789")

    @pytest.mark.parametrize("size", [(3, 3), (3, 20), (5, 5), (8, 8), (20, 20)])
    @pytest.mark.parametrize("kind", ["any", "ones", "corners", "ring"])
    def test_any_size_can_be_written(self, size: tuple[int, int], kind: str) -> None:
        start = MAPS.make(*size, 3, kind=kind)
        assert (start.board.rows, start.board.columns) == size
        assert MAPS.parse(MAPS.write(start)) == start
        assert start.legal_moves()[0].row >= 0

    @pytest.mark.parametrize("size", [(8, 8), (7, 8), (8, 7), (20, 3), (3, 20)])
    def test_symmetric_maps_are_the_same_for_both(self, size: tuple[int, int]) -> None:
        for seed in range(5):
            assert remarks(MAPS.make(*size, seed, symmetric="yes"))[1].startswith(
                "the same for both"
            )

    @pytest.mark.parametrize(
        ("size", "options", "sentence"),
        [
            ((8, 8), {"kind": "gold"}, "kind to be one of any, ones, corners, ring, got 'gold'"),
            ((8, 8), {"symmetric": "1"}, "symmetric to be one of no, yes, got '1'"),
            ((8, 8), {"colour": "red"}, "no 'colour'; there are kind=any"),
            ((7, 7), {"symmetric": "yes"}, "even number of rows or columns"),
            ((2, 8), {}, "expected 3 to 20 rows and columns"),
            ((8, 21), {}, "expected 3 to 20 rows and columns"),
        ],
    )
    def test_invalid_options_are_refused(
        self, size: tuple[int, int], options: dict[str, str], sentence: str
    ) -> None:
        with pytest.raises(UsageError, match=sentence):
            MAPS.make(*size, 0, **options)
