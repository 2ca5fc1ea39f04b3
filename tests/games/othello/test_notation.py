"""Othello games in other programs' notations."""

import struct
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import InvalidFileError, Outcome, Seat, Sheet, UsageError
from garlic.core.playout import random_game
from garlic.games.othello import GAME, PASS, Move, Position
from garlic.games.othello.generator import make
from garlic.games.othello.notation.ggf import GGF
from garlic.games.othello.notation.transcript import TRANSCRIPT
from garlic.games.othello.notation.wthor import WTHOR
from support.effort import proportionate

assert TRANSCRIPT.read
assert TRANSCRIPT.write
assert GGF.read
assert GGF.write
assert WTHOR.read
read_transcript, write_transcript = TRANSCRIPT.read, TRANSCRIPT.write
read_ggf, write_ggf = GGF.read, GGF.write
read_wthor = WTHOR.read

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"


def game(start: Position, seed: int) -> Sheet[Position, Move]:
    """A whole game of random moves."""
    moves = [Move.parse(name) for name, _ in random_game(start, seed) if name]
    return Sheet(start, tuple(moves))


def game_with_a_pass_inside() -> Sheet[Position, Move]:
    for seed in range(200):
        sheet = game(Position.start(), seed)
        if PASS in sheet.moves[:-3] and sheet.moves[-1] != PASS:
            return sheet
    raise AssertionError("no random game has a pass")


def names(sheet: Sheet[Position, Move]) -> str:
    return " ".join(str(move) for move in sheet.moves)


class TestTranscript:
    def test_reads_one_game_per_line(self) -> None:
        sheets = read_transcript(b"f5d6c3\r\n\r\n  F5 D6\tc3 \nf5F6")
        assert [names(sheet) for sheet in sheets] == ["f5 d6 c3", "f5 d6 c3", "f5 f6"]
        assert sheets[0].start == Position.start()

    def test_a_byte_order_mark_is_dropped(self) -> None:
        assert names(read_transcript(b"\xef\xbb\xbff5")[0]) == "f5"

    def test_forced_passes_are_added(self) -> None:
        sheet = game_with_a_pass_inside()
        content = write_transcript(sheet)
        assert b"pass" not in content
        assert len(content) == 2 * (len(sheet.moves) - sheet.moves.count(PASS)) + 1
        assert read_transcript(content)[0].moves == sheet.moves

    def test_a_game_that_is_over_gets_its_last_passes(self) -> None:
        (sheet,) = read_transcript(WIPE_OUT.encode())
        assert sheet.moves[-2:] == (PASS, PASS)
        assert sheet.end().outcome() == Outcome(Seat.A, "higher score after two passes", (13, 0))
        assert write_transcript(sheet).decode() == f"{WIPE_OUT}\n"

    @pytest.mark.parametrize(
        ("content", "line", "column", "sentence"),
        [
            (b"f5d6x3", 1, 5, "expected a cell like 'd3', got 'x3'"),
            (b"f5\nf5d9", 2, 3, "expected a cell like 'd3', got 'd9'"),
            (b"f5 d", 1, 4, "expected a cell like 'd3', got 'd'"),
            (b"f5\n f5f5", 2, 4, "illegal move f5"),
            (b"a1", 1, 1, "illegal move a1"),
            (b"f5\xff", 1, 3, "expected UTF-8 text, got byte 0xff"),
        ],
    )
    def test_errors_name_line_and_column(
        self, content: bytes, line: int, column: int, sentence: str
    ) -> None:
        with pytest.raises(InvalidFileError) as caught:
            read_transcript(content)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert sentence in str(caught.value)

    @pytest.mark.parametrize(
        ("start", "sentence"),
        [
            (Position.start(6, 6), "a transcript is for boards of 8x8, got 6x6"),
            (make(8, 8, 1), "standard position, every cell worth 1"),
            (Position.start().skip(), "standard position"),
        ],
    )
    def test_other_games_cannot_be_written(self, start: Position, sentence: str) -> None:
        with pytest.raises(UsageError, match=sentence):
            write_transcript(Sheet(start))


class TestGgf:
    def test_writes_a_game(self) -> None:
        sheet = read_transcript(WIPE_OUT.encode())[0]
        tagged = Sheet(sheet.start, sheet.moves, {"first": "A]n\\n", "date": "2024.05.06"})
        assert write_ggf(tagged).decode() == (
            "(;GM[Othello]PB[A\\]n\\\\n]PW[]PC[]DT[2024.05.06]TY[8]RE[+13.00]"
            f"BO[{BOARD}]"
            "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]W[PA]B[PA];)\n"
        )
        (back,) = read_ggf(write_ggf(tagged))
        assert (back.start, back.moves) == (tagged.start, tagged.moves)
        assert back.tags == {"first": "A]n\\n", "date": "2024.05.06", "result": "+13.00"}

    @pytest.mark.parametrize("seed", range(20))
    def test_worths_are_kept_in_a_comment(self, seed: int) -> None:
        sheet = game(make(8, 8, seed), seed)
        content = write_ggf(sheet)
        assert b"C[worths " in content
        (back,) = read_ggf(content)
        assert (back.start, back.moves) == (sheet.start, sheet.moves)

    def test_blue_may_begin(self) -> None:
        sheet = game(Position.start().skip(), 3)
        (back,) = read_ggf(write_ggf(sheet))
        assert (back.start, back.moves) == (sheet.start, sheet.moves)

    def test_reads_a_server_archive(self) -> None:
        one = (
            f"(;GM[Othello]PC[GGS/os]PB[one]PW[two]RB[1.5]TI[05:00//02:00]TY[8]RE[-4.00:t]\n"
            f"BO[{BOARD}]\nB[F5//0.01]W[d6/-1.20/0.5]XX[any ] B[c3]  ;)"
        ).replace("any ]", "any\\] thing]")
        sheets = read_ggf(f"1 {one}\n2 {one}{one}\n".encode())
        assert [names(sheet) for sheet in sheets] == ["f5 d6 c3"] * 3
        assert sheets[0].tags == {
            "first": "one",
            "second": "two",
            "event": "GGS/os",
            "result": "-4.00:t",
        }

    def test_a_board_and_a_kind_may_be_missing(self) -> None:
        assert read_ggf(b"(;B[f5];)")[0].start == Position.start()
        assert read_ggf(b"(;;)")[0].moves == ()

    def test_passes_may_be_written_or_left_out(self) -> None:
        sheet = game_with_a_pass_inside()
        content = write_ggf(sheet)
        assert content.count(b"[PA]") == sheet.moves.count(PASS)
        for short in (
            content.replace(b"[PA]", b"[pass]"),
            content.replace(b"B[PA]", b"").replace(b"W[PA]", b""),
        ):
            assert read_ggf(short)[0].moves == sheet.moves

    @pytest.mark.parametrize(
        ("content", "line", "column", "sentence"),
        [
            (b"hello", 1, 1, "expected a game that begins with '(;', got 'he'"),
            (b"(;GM[Othello];)\nx", 2, 1, "expected a game that begins with '(;', got 'x'"),
            (b"12", 1, 1, "expected a game that begins with '(;'"),
            (b"(;GM[Othello]", 1, 14, "expected a property like 'PB[name]' or ';)', got ''"),
            (b"(;GM[Othello]\n pb[x];)", 2, 2, "expected a property like 'PB[name]' or ';)'"),
            (b"(;PB[ann", 1, 6, "expected ']' after this value"),
            (b"(;PB[ann\\]", 1, 6, "expected ']' after this value"),
            (b"(;GM[Amazons];)", 1, 6, "expected a game of Othello, got 'Amazons'"),
            (b"(;BO[];)", 1, 6, "expected 8, then 8 rows"),
            (b"(;BO[8 * O];)", 1, 6, "expected 8, then 8 rows"),
            (b"(;C[worths 111];)", 1, 5, "expected 8 rows of 8 digits, got 'worths 111'"),
            (b"(;B[z9];)", 1, 5, "expected a cell like 'd3', or 'pass', got 'z9'"),
            (b"(;B[];)", 1, 5, "expected a cell like 'd3', or 'pass', got ''"),
            (b"(;B[a1];)", 1, 5, "illegal move a1"),
            (b"(;B[i1];)", 1, 5, "illegal move i1"),
            (b"(;B[PA];)", 1, 5, "illegal move pass"),
            (b"(;B[f5]\nB[d6];)", 2, 3, "expected a move of the other side, got 'B'"),
        ],
    )
    def test_errors_name_line_and_column(
        self, content: bytes, line: int, column: int, sentence: str
    ) -> None:
        with pytest.raises(InvalidFileError) as caught:
            read_ggf(content)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert sentence in str(caught.value)

    def test_a_side_that_cannot_move_cannot_have_moved(self) -> None:
        # After blue's last disc is gone a move of blue's is no move of red's in disguise.
        start = write_ggf(read_transcript(WIPE_OUT[:-2].encode())[0]).replace(b";)\n", b"")
        with pytest.raises(InvalidFileError, match="illegal move"):
            read_ggf(start + b"B[c5]W[a1];)")

    def test_other_games_cannot_be_written(self) -> None:
        with pytest.raises(UsageError, match="GGF is for boards of 8x8, got 10x10"):
            write_ggf(Sheet(Position.start(10, 10)))
        with pytest.raises(UsageError, match="after a pass"):
            write_ggf(Sheet(Position(Position.start().board, 1, 2, Seat.A, 1)))

    @pytest.mark.parametrize("part", [b"A[]", b"PB[x]", b"(;", b"\\", b"(;A[\\]", b"A "])
    def test_long_nonsense_is_read_quickly(self, part: bytes) -> None:
        for head in (b"", b"(;", b"(;PB["):
            content = head + part * (300_000 // len(part))
            with proportionate(), suppress(InvalidFileError):
                read_ggf(content)


def wthor_file(games: list[str], *, side: int = 8, count: int | None = None) -> bytes:
    """A database of *games*, each a transcript, as the federation lays it out."""
    content = bytes([20, 24, 5, 6])
    content += struct.pack("<IHH", len(games) if count is None else count, 0, 1998)
    content += bytes([side, 0, 22, 0])
    for number, cells in enumerate(games):
        codes = bytes(
            10 * int(cells[at + 1]) + "abcdefgh".index(cells[at]) + 1
            for at in range(0, len(cells), 2)
        )
        content += struct.pack("<HHHBB", 7, number, 300, 40, 38) + codes.ljust(60, b"\0")
    return content


class TestWthor:
    def test_reads_games(self) -> None:
        whole = write_transcript(game_with_a_pass_inside()).decode().strip()
        sheets = read_wthor(wthor_file([WIPE_OUT, "f5d6c3", whole, ""]))
        assert [write_transcript(sheet).decode().strip() for sheet in sheets] == [
            WIPE_OUT,
            "f5d6c3",
            whole,
            "",
        ]
        assert sheets[2].moves == game_with_a_pass_inside().moves
        assert sheets[1].tags == {
            "event": "#7",
            "first": "#1",
            "second": "#300",
            "date": "1998",
            "result": "40:24",
        }

    def test_old_files_do_not_give_the_side(self) -> None:
        assert len(read_wthor(wthor_file(["f5"], side=0))) == 1

    def test_no_games_at_all(self) -> None:
        assert read_wthor(wthor_file([])) == []

    @pytest.mark.parametrize(
        ("content", "column", "sentence"),
        [
            (b"", 1, "expected a header of 16 bytes, got 0"),
            (b"x" * 15, 16, "expected a header of 16 bytes, got 15"),
            (wthor_file([], side=10), 13, "expected a board of side 8, got 10"),
            (wthor_file(["f5"], count=2), 5, "expected 152 bytes for 2 games, got 84"),
            (wthor_file(["f5"]) + b"x", 5, "expected 84 bytes for 1 games, got 85"),
            (wthor_file(["f5", "f5a1"]), 16 + 68 + 8 + 2, "illegal move a1"),
            (wthor_file(["f5"]).replace(bytes([56]), bytes([99])), 25, "from 11 to 88, got 99"),
            (wthor_file(["f5d6"]).replace(bytes([56]), b"\0"), 25, "from 11 to 88, got 0"),
        ],
    )
    def test_errors_name_the_byte(self, content: bytes, column: int, sentence: str) -> None:
        with pytest.raises(InvalidFileError) as caught:
            read_wthor(content)
        assert caught.value.column == column
        assert sentence in str(caught.value)

    @settings(max_examples=100, deadline=None)
    @given(st.binary(max_size=68))
    def test_any_record_gives_a_game_or_our_error(self, record: bytes) -> None:
        content = wthor_file([], count=1) + record.ljust(68, b"\0")
        try:
            (sheet,) = read_wthor(content)
        except InvalidFileError as fault:
            sentence = fault.render("zh")
        else:
            sentence = names(sheet)
        assert len(sentence) < 1000

    def test_it_cannot_be_written(self) -> None:
        assert GAME.notations["wthor"].write is None
