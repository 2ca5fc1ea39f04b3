"""Xiangqi in WXF, Chinese, ICCS, PGN, FEN files and the format of the lab."""

from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import IllegalMoveError, InvalidFileError, InvalidMoveError, Sheet, UsageError
from garlic.core.playout import random_game
from garlic.games.xiangqi import GAME, Move, Position
from garlic.games.xiangqi.notation.chinese import from_chinese, to_chinese
from garlic.games.xiangqi.notation.fen import START
from garlic.games.xiangqi.notation.iccs import from_iccs, to_iccs
from garlic.games.xiangqi.notation.lab import from_answer, parse_board, to_answer
from garlic.games.xiangqi.notation.wxf import from_wxf, to_wxf
from support import perft_cases
from support.effort import proportionate

# Positions in which several pieces of a kind share a file.
CROWDED = {
    "two cannons": "3k5/9/9/9/9/4C4/9/4C4/9/4K4 w",
    "two black chariots": "3k5/9/9/2r6/9/2r6/9/9/9/5K3 b",
    "two elephants": "2b1k4/9/9/9/2b6/9/9/9/9/5K2R b",
    "two pawns": "3k5/9/4P4/9/4P4/9/9/9/9/5K3 w",
    "three pawns": "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w",
    "four pawns": "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w",
    "five pawns": "3k5/6P2/6P2/6P2/6P2/6P2/9/9/9/5K3 w",
    "two files of pawns": "3k5/9/4P1P2/9/4P1P2/9/9/9/9/5K3 w",
    "two files, three and two": "5k3/9/9/9/9/1p3p3/1p3p3/1p7/9/3K5 b",
    "a pair and a single": "3k5/9/4P1P2/9/4P4/9/9/9/9/5K3 w",
}


@pytest.mark.parametrize(
    ("position", "move", "wxf", "chinese"),
    [
        (START, "h2e2", "C2=5", "炮二平五"),
        (START, "h0g2", "H2+3", "马二进三"),
        (START, "g3g4", "P3+1", "兵三进一"),
        (START, "c0e2", "E7+5", "相七进五"),
        (START, "d0e1", "A6+5", "仕六进五"),
        (START, "e0e1", "K5+1", "帅五进一"),
        (START, "i0i1", "R1+1", "车一进一"),
        (START.replace(" w ", " b "), "h9g7", "h8+7", "马8进7"),
        (START.replace(" w ", " b "), "b7e7", "c2=5", "炮2平5"),
        (START.replace(" w ", " b "), "g6g5", "p7+1", "卒7进1"),
        (START.replace(" w ", " b "), "e9e8", "k5+1", "将5进1"),
        (START.replace(" w ", " b "), "d9e8", "a4+5", "士4进5"),
        (START.replace(" w ", " b "), "g9e7", "e7+5", "象7进5"),
        (CROWDED["two cannons"], "e4e5", "C++1", "前炮进一"),
        (CROWDED["two cannons"], "e2d2", "C-=6", "后炮平六"),
        (CROWDED["two black chariots"], "c6b6", "r-=2", "后车平2"),
        (CROWDED["two black chariots"], "c4c3", "r++1", "前车进1"),
        (CROWDED["two elephants"], "c9e7", "e3+5", "象3进5"),
        (CROWDED["two elephants"], "c5e7", "e3-5", "象3退5"),
        (CROWDED["two pawns"], "e5d5", "P-=6", "后兵平六"),
        (CROWDED["three pawns"], "e6d6", "P.=6", "中兵平六"),
        (CROWDED["three pawns"], "e7e8", "P++1", "前兵进一"),
        (CROWDED["four pawns"], "e7d7", "Pb=6", "二兵平六"),
        (CROWDED["five pawns"], "g5f5", "Pd=4", "四兵平四"),
        (CROWDED["two files of pawns"], "g7f7", "Pa=4", "一兵平四"),
        (CROWDED["two files of pawns"], "e5d5", "Pd=6", "四兵平六"),
        (CROWDED["two files, three and two"], "b2b1", "pa+1", "一卒进1"),
        (CROWDED["two files, three and two"], "f4e4", "pe=5", "五卒平5"),
        (CROWDED["a pair and a single"], "g7g8", "P3+1", "兵三进一"),
        (CROWDED["a pair and a single"], "e7e8", "P++1", "前兵进一"),
    ],
)
def test_moves_in_wxf_and_chinese(position: str, move: str, wxf: str, chinese: str) -> None:
    start, step = Position.parse(position), Move.parse(move)
    assert (to_wxf(start, step), to_chinese(start, step)) == (wxf, chinese)
    assert from_wxf(start, wxf) == from_chinese(start, chinese) == step


@pytest.mark.parametrize(
    ("position", "texts", "move"),
    [
        (START, "炮二平五 砲二平五 包二平五 炮2平5 炮２平５", "h2e2"),
        (START, "马二进三 馬二進三 傌二进三 馬2進3", "h0g2"),
        (START, "车一进一 車一進一 俥一进一", "i0i1"),
        (START, "帅五进一 帥五進一 将五进一 將五進一", "e0e1"),
        (START, "相三进五 象三进五", "g0e2"),
        (START, "仕四进五 士四进五", "f0e1"),
        (START, "兵三进一 卒三进一", "g3g4"),
        (START.replace(" w ", " b "), "馬8進7 马8进7 馬８進７ 馬八進七", "h9g7"),
        (CROWDED["two cannons"], "后炮平六 後炮平六", "e2d2"),
        (CROWDED["two elephants"], "前象退5 象3退5", "c5e7"),
        (CROWDED["two pawns"], "前兵进一 一兵进一", "e7e8"),
        (CROWDED["two files of pawns"], "一兵平四", "g7f7"),
    ],
)
def test_variants_of_chinese_are_read(position: str, texts: str, move: str) -> None:
    start = Position.parse(position)
    for text in texts.split():
        assert str(from_chinese(start, text)) == move, text


@pytest.mark.parametrize(
    ("position", "texts", "move"),
    [
        (START, "C2=5 c2=5 C2.5", "h2e2"),
        (START, "H2+3 N2+3 h2+3", "h0g2"),
        (START, "E3+5 B3+5", "g0e2"),
        (CROWDED["two cannons"], "C+=6 +C=6 c+=6", "e4d4"),
        (CROWDED["two cannons"], "C--1 -C-1", "e2e1"),
        (CROWDED["three pawns"], "P.=6 .P=6 Pb=6", "e6d6"),
        (CROWDED["two pawns"], "Pa+1 PA+1 P++1", "e7e8"),
    ],
)
def test_variants_of_wxf_are_read(position: str, texts: str, move: str) -> None:
    start = Position.parse(position)
    for text in texts.split():
        assert str(from_wxf(start, text)) == move, text


def test_an_ambiguous_move_is_refused() -> None:
    start = Position.parse(CROWDED["two files of pawns"])
    with pytest.raises(IllegalMoveError, match="it could be e7e8 / g7g8; say which piece"):
        from_chinese(start, "前兵进一")
    with pytest.raises(IllegalMoveError, match="it could be e4d4 / e2d2"):
        from_wxf(Position.parse(CROWDED["two cannons"]), "C5=6")


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("马二进五", "no horse of yours can do that"),
        ("车五进一", "no chariot of yours can do that"),
    ],
)
def test_a_move_that_no_piece_can_make_is_refused(text: str, because: str) -> None:
    with pytest.raises(IllegalMoveError, match=because):
        from_chinese(Position.start(), text)


def test_a_move_that_leaves_the_king_in_check_is_refused_with_that_reason() -> None:
    with pytest.raises(IllegalMoveError, match="it would leave your king to be taken"):
        from_wxf(Position.parse("3k5/9/9/9/4r4/9/9/9/4R4/4K4 w"), "R5=6")


@pytest.mark.parametrize(
    "text", ["", "炮二平", "炮二平五五", "C2=0", "C0=5", "二炮平", "X2=5", "🧄🧄🧄🧄"]
)
def test_malformed_moves_are_refused(text: str) -> None:
    for read in (from_wxf, from_chinese, from_iccs):
        with pytest.raises(InvalidMoveError):
            read(Position.start(), text)


POSITIONS = [*CROWDED.values(), *{case.position for case in perft_cases("xiangqi")}]


@settings(deadline=None, max_examples=60)
@given(start=st.sampled_from(POSITIONS), seed=st.integers(0, 2**32), plies=st.integers(0, 60))
def test_every_legal_move_round_trips(start: str, seed: int, plies: int) -> None:
    *_, (_, position) = islice(random_game(Position.parse(start), seed), plies + 1)
    wxf, chinese = set(), set()
    moves = position.legal_moves()
    for move in moves:
        wxf.add(text := to_wxf(position, move))
        assert from_wxf(position, text) == move
        assert from_wxf(position, text.swapcase()) == move
        chinese.add(text := to_chinese(position, move))
        assert from_chinese(position, text) == move
        assert from_iccs(position, to_iccs(position, move)) == move
    assert len(wxf) == len(chinese) == len(moves)


@pytest.mark.parametrize("position", CROWDED.values(), ids=CROWDED)
def test_every_move_on_crowded_files_round_trips(position: str) -> None:
    place = Position.parse(position)
    for move in place.legal_moves():
        assert from_wxf(place, to_wxf(place, move)) == move
        assert from_chinese(place, to_chinese(place, move)) == move


def convert(source: str, target: str, text: str | bytes) -> str:
    """*text* in another notation."""
    content = text if isinstance(text, bytes) else text.encode()
    read, write = GAME.notations[source].read, GAME.notations[target].write
    assert read is not None
    assert write is not None
    return b"".join(write(sheet) for sheet in read(content)).decode()


def test_files_of_moves() -> None:
    chinese = convert("wxf", "chinese", "1. C2=5 h8+7\n2.H2+3 r9=8 {a comment} *")
    assert chinese == f"{START}\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n"
    assert convert("chinese", "iccs", chinese) == f"{START}\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9\n"
    assert (
        convert("iccs", "wxf", "h2e2 h9g7\r\nH0-G2 I9H9")
        == f"{START}\n1. C2=5 h8+7\n2. H2+3 r9=8\n"
    )
    assert convert("iccs", "fen", "h2e2") == f"{Position.start().play(Move.parse('h2e2'))}\n"


def test_a_file_may_hold_several_games_and_start_with_black() -> None:
    black = "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 3 17"
    text = f"{START}\n1. h2e2\n\n{black}\n17... d9e9\n18. a8a9\n"
    expected = f"{START}\n1. C2=5\n{black}\n17... k4=5\n18. R9+1\n"
    with pytest.raises(InvalidFileError, match="line 5, column 7: illegal move d9e9"):
        convert("iccs", "wxf", text)
    text = text.replace("4K4", "5K3")
    assert convert("iccs", "wxf", text) == expected.replace("4K4", "5K3")


@pytest.mark.parametrize(
    ("notation", "text", "fault"),
    [
        ("iccs", "1. h2e2 h9g8", "line 1, column 9: illegal move h9g8"),
        ("wxf", "C2=5\n  C9=5 x", "line 2, column 3: illegal move C9=5"),
        ("wxf", "C2=5 zz", "line 1, column 6: expected a WXF move like 'C2=5', got 'zz'"),
        ("chinese", "炮二平五 {x", "line 1, column 6: expected a Chinese move"),
        ("fen", f"{START}\n\n 9 w", "line 3, column 2: expected 10 rows"),
        ("iccs", "9/9 w\nh2e2", "line 1, column 1: expected 10 rows"),
        ("pgn", '[FEN "9 w"]\n\nh2e2', "line 1, column 7: expected 10 rows"),
        ("pgn", "h2e2 (h9g7", "line 1: expected ')', got the end of the text"),
        ("pgn", "h2e2 )", "line 1, column 6: expected '(' before ')'"),
        ("pgn", "h2e2 xx", "line 1, column 6: expected a move in ICCS, WXF or Chinese notation"),
        ("lab", "R (1,2)", "line 1, column 3: expected a piece"),
        ("lab", ".........\n", "line 1: expected 10 rows, got 1"),
        ("lab", "", "line 1: expected 10 rows, got 0"),
        ("lab", "....k...", "line 1, column 1: expected a row of 9 points, got '....k...'"),
    ],
)
def test_errors_name_line_and_column(notation: str, text: str, fault: str) -> None:
    read = GAME.notations[notation].read
    assert read is not None
    with pytest.raises(InvalidFileError) as caught:
        read(text.encode())
    assert fault in str(caught.value)
    assert caught.value.render("zh") != str(caught.value)


PGN = """\
[Game "Chinese Chess"]
[Event "A \\"cup\\""]
[Red "某甲"]
[Black "某乙"]
[Result "1-0"]
[Format "Chinese"]

1. 炮二平五 {中炮} 馬8進7 (1... 炮8平5 2. 馬二進三) 2. H2+3!? $1 I9-H9 ; a mixture
1-0

[Event "second"]
[FEN "3k5/R8/9/9/9/9/9/9/9/5K3 b - - 0 1"]
1... d9e9 *
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_pgn_is_read(encoding: str) -> None:
    read = GAME.notations["pgn"].read
    assert read is not None
    first, second = read(PGN.replace("\n", "\r\n").encode(encoding))
    assert [str(move) for move in first.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert dict(first.tags) == {
        "event": 'A "cup"',
        "first": "某甲",
        "second": "某乙",
        "result": "1-0",
    }
    assert [str(move) for move in second.moves] == ["d9e9"]
    assert str(second.start).startswith("3k5/R8")


def test_pgn_keeps_tags_and_has_the_result() -> None:
    write, read = GAME.notations["pgn"].write, GAME.notations["pgn"].read
    assert write is not None
    assert read is not None
    mate = Position.parse("3k5/R8/9/1R7/9/9/9/9/9/4K4 w")
    content = write(Sheet(mate, (Move.parse("b6b9"),), {"first": 'A\\B "C"', "event": "x\ny"}))
    assert b'[Result "1-0"]' in content
    (sheet,) = read(content)
    assert sheet.tags["first"] == 'A\\B "C"'
    assert sheet.tags["event"] == "x y"
    assert str(sheet.start) == str(mate)
    assert sheet.moves == (Move.parse("b6b9"),)


LAB = """\
...ck....
.R...R...
....b....
........p
..r.r....
P.......P
.........
....B....
....A....
..BAK....
"""


def test_a_pgn_of_a_position_alone_is_a_game() -> None:
    read = GAME.notations["pgn"].read
    assert read is not None
    (sheet,) = read(b'[FEN "3k5/R8/9/9/9/9/9/9/9/4K4 w"]')
    assert (str(sheet.start)[:6], sheet.moves) == ("3k5/R8", ())
    assert read(b"* 1-0") == []


def test_the_format_of_the_lab() -> None:
    start = parse_board(LAB)
    assert str(start) == "3ck4/1R3R3/4b4/8p/2r1r4/P7P/9/4B4/4A4/2BAK4 w - - 0 1"
    move = from_answer(start, "R (1,8) (4,8)")
    assert (str(move), to_answer(start, move)) == ("b8e8", "R (1,8) (4,8)")
    spaced = "\n".join(" ".join(row) for row in LAB.splitlines()).replace("\n", "\r\n\r\n")
    assert parse_board(spaced) == parse_board(LAB.replace("\n", "/")) == start
    assert from_answer(start, " R(1, 8)   ( 4 ,8 ) ") == move
    assert convert("lab", "lab", f"{LAB}\nR ( 1,8) (4,8)") == f"{LAB}R (1,8) (4,8)\n"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (
            "R (1,1) (4,1)",
            "'R' does not stand on (1,1), where '.' is; counting rows from the top it does",
        ),
        (
            "R (0,8) (4,8)",
            "'R' does not stand on (0,8), where '.' is; nor does it counting rows from the top",
        ),
        ("r (1,8) (4,8)", "'r' does not stand on (1,8), where 'R' is; nor does it"),
        ("R (9,8) (4,8)", "expected an answer like 'R (1,8) (4,8)'"),
        ("R 1,8 4,8", "expected an answer like 'R (1,8) (4,8)'"),
        ("R" + " " * 5000, "expected an answer"),
    ],
)
def test_an_answer_that_does_not_fit_the_board_is_refused(answer: str, fault: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        from_answer(parse_board(LAB), answer)
    assert fault in str(caught.value)


def test_the_lab_format_cannot_express_black_to_move() -> None:
    write = GAME.notations["lab"].write
    assert write is not None
    with pytest.raises(UsageError, match="red to move"):
        write(Sheet(Position.start().play(Move.parse("h2e2"))))


@pytest.mark.parametrize(
    "piece", ["* ", "{", "[", "(", "( ", '[a "', "/ w\n", "{}", "1.", "炮二平五 ", "\r", "R (1,"]
)
@pytest.mark.parametrize("name", GAME.notations)
def test_long_nonsense_is_refused_quickly(name: str, piece: str) -> None:
    read = GAME.notations[name].read
    assert read is not None
    content = (piece * (10_000_000 // len(piece.encode()))).encode()
    with proportionate(), suppress(InvalidFileError):
        read(content)
