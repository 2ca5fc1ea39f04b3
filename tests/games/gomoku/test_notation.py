"""SGF, Piskvork, position strings and RIF-style text: reading, writing, and what is refused."""

import pytest

from garlic.core import InvalidFileError, Seat, Sheet, UsageError
from garlic.games.gomoku import GAME, Move, Position
from support.effort import proportionate
from support.present import present

RACE = "h8 h9 i8 i9 g8 g9 j8 j9 k8"


def read(notation: str, content: str | bytes) -> list[Sheet[Position, Move]]:
    raw = content if isinstance(content, bytes) else content.encode()
    return present(GAME.notations[notation].read)(raw)


def write(notation: str, sheet: Sheet[Position, Move]) -> str:
    return present(GAME.notations[notation].write)(sheet).decode()


def moves(sheet: Sheet[Position, Move]) -> str:
    return " ".join(str(move) for move in sheet.moves)


def sheet_of(text: str, start: Position | None = None, **tags: str) -> Sheet[Position, Move]:
    played = tuple(Move.parse(word) for word in text.split())
    return Sheet(start or Position.start(), played, tags)


SHEETS = [
    sheet_of(RACE, first="Ann ] \\ [", second="白方", event="Cup: 1", date="2024-05-01"),
    sheet_of(""),
    sheet_of("h8 pass i9 pass pass"),
    sheet_of("a1 t20 b2", Position.start("standard", 20)),
    sheet_of("", Position.start("freestyle", 5)),
    # Legal in renju too, so the rule set must be written down.
    sheet_of("h8 i9", Position.start("freestyle")),
    sheet_of("a1 pass", Position.parse("freestyle ...../.xo../..x../...../..... w 0")),
    sheet_of("a1", Position.parse("freestyle ...../.xo../..x../...../..... b 1")),
]


@pytest.mark.parametrize("notation", GAME.notations)
@pytest.mark.parametrize("sheet", SHEETS, ids=range(len(SHEETS)))
def test_round_trips(notation: str, sheet: Sheet[Position, Move]) -> None:
    try:
        content = write(notation, sheet)
    except UsageError:
        plain = sheet.start == Position.start(sheet.start.rule, sheet.start.board.size)
        assert not plain or "pass" in moves(sheet)
        return
    # Games written one after the other are read as separate games.
    for back in read(notation, content * 2):
        assert (back.start, back.moves) == (sheet.start, sheet.moves)
        for tag in back.tags:
            assert tag == "result" or back.tags[tag] == sheet.tags.get(tag, back.tags[tag])
    assert len(read(notation, content * 2)) == 2


def test_player_names_are_kept_by_every_notation_that_has_them() -> None:
    for notation in ("sgf", "piskvork", "rif"):
        (back,) = read(notation, write(notation, SHEETS[0]))
        assert (back.tags["first"], back.tags["second"]) == ("Ann ] \\ [", "白方")
        assert back.tags["event"] == "Cup: 1"


def test_sgf_counts_from_the_top_left() -> None:
    (sheet,) = read("sgf", "(;GM[4]SZ[15];B[hh];W[aa];B[oo];W[ao])")
    assert moves(sheet) == "h8 a15 o1 a1"


def test_sgf_reads_the_main_line_of_each_game() -> None:
    text = """(;FF[4]GM[4]SZ[15]RU[Renju]PB[A\\]B]C[a (strange; [comment\\] here]
      ;B[hh] (;W[ii] ;B[jj] (;W[kk]) (;W[ll])) (;W[aa];B[bb]))
      (;GaMe[4]SiZe[15];Black[hh];White[])"""
    first, second = read("sgf", text)
    assert moves(first) == "h8 i7 j6 k5"
    assert first.tags["first"] == "A]B"
    assert moves(second) == "h8 pass"


def test_sgf_sets_up_stones() -> None:
    (sheet,) = read("sgf", "(;GM[4]SZ[9]AB[aa][bb:cc]AE[cc]AW[ii]PL[W])")
    assert str(sheet.start) == (
        "freestyle x......../.xx....../.x......./........./........./........./........./"
        "........./........o w 0"
    )
    (sheet,) = read("sgf", "(;GM[4]SZ[9]AB[aa][bb];W[cc])")
    assert sheet.start.mover is Seat.B


def test_sgf_simple_text_is_one_line() -> None:
    (sheet,) = read("sgf", "(;GM[4]EV[two\nlines \\\nand \\: more])")
    assert sheet.tags["event"] == "two lines and : more"


def test_sgf_is_decoded_by_the_character_set_it_names() -> None:
    (sheet,) = read("sgf", "(;GM[4]CA[gb2312]PB[黑棋];B[hh])".encode("gbk"))
    assert sheet.tags["first"] == "黑棋"


def test_sgf_has_the_result() -> None:
    assert "RE[B+]" in write("sgf", sheet_of(RACE))
    assert "RE[Draw]" in write("sgf", sheet_of("pass pass"))
    assert "RE[" not in write("sgf", sheet_of("h8"))
    assert "RE[W+R]" in write("sgf", sheet_of("h8", result="W+R"))


def test_an_unnamed_rule_set_is_the_first_that_fits() -> None:
    double_three = "h9 a1 h10 a2 i8 a3 j8 b15 h8"
    assert read("moves", RACE)[0].start.rule == "renju"
    assert read("moves", double_three)[0].start.rule == "freestyle"
    assert read("moves", f"h8 a1 pass a2\nrenju {RACE}")[1].start.rule == "renju"
    with pytest.raises(InvalidFileError, match="double-three"):
        read("moves", f"renju {double_three}")
    # Six in a row, and then another move: legal only under standard.
    six = "c9 h2 d9 j4 e9 l2 g9 k13 h9 m6 f9 b13"
    assert read("moves", six)[0].start.rule == "standard"


def test_piskvork_as_the_manager_writes_it() -> None:
    text = (
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1503\r\n15,1,20\r\nbrain-a.zip\r\n"
        "brain-b.zip\r\n"
        "-1\r\n1,Freestyle15_1\r\n"
    )
    (sheet,) = read("piskvork", text)
    assert moves(sheet) == "h8 i9 o15"
    assert sheet.start.rule == "freestyle"
    assert sheet.tags == {
        "first": "brain-a.zip",
        "second": "brain-b.zip",
        "event": "Freestyle15_1",
    }


def test_piskvork_when_the_second_player_began() -> None:
    (sheet,) = read("piskvork", "Piskvorky 20x20, 11:0, 1\n1,20,0\n-1\none\ntwo\n")
    assert moves(sheet) == "a1"
    assert (sheet.tags["first"], sheet.tags["second"]) == ("two", "one")


def test_position_strings_in_many_forms() -> None:
    for text in ("h8i9g7", "H8I9G7", "h8 i9 g7", "\ufeffh8i9g7\r\n\r\n"):
        (sheet,) = read("moves", text)
        assert moves(sheet) == "h8 i9 g7"
    assert moves(read("moves", "h8PASSi9")[0]) == "h8 pass i9"


def test_rif_text_with_numbers_and_several_games() -> None:
    text = """Black: Nakamura
    Rule: Renju

    1. H8 2. I9 3.g7
    h7

    Start: freestyle ...../.xo../..x../...../..... w 0
    Round: 3

    a1 pass

    h8 i9
    """
    first, second, third = read("rif", text)
    assert moves(first) == "h8 i9 g7 h7"
    assert first.tags == {"first": "Nakamura"}
    assert moves(second) == "a1 pass"
    assert second.tags == {"round": "3"}
    assert moves(third) == "h8 i9"


@pytest.mark.parametrize(
    ("notation", "text", "place", "message"),
    [
        ("sgf", "(;GM[1]SZ[19])", (1, 6), "GM\\[1\\]"),
        ("sgf", "(;GM[4]\nSZ[3])", (2, 4), "from 5 to 20"),
        ("sgf", "(;SZ[15:10])", (1, 6), "from 5 to 20"),
        ("sgf", "(;B[hh]\n;W[zz])", (2, 4), "from a to o"),
        ("sgf", "(;B[hh]\n;B[ii])", (2, 4), "in turn"),
        ("sgf", "(;B[hh]\n;W[hh])", (2, 4), "move 2: illegal move h8"),
        ("sgf", "(;B[hh];AB[ii])", (1, 12), "before the first move"),
        ("sgf", "(;B[hh]", (1, 8), "close the game"),
        ("sgf", "(;B[hh", (1, 4), "value in brackets"),
        ("sgf", "(;[hh])", (1, 3), "property's name"),
        ("sgf", "((;B[hh]))", (1, 2), "open a game"),
        ("sgf", "(;B[hh]) x", (1, 10), "open a game"),
        ("sgf", "", (1, 1), "open a game"),
        ("sgf", "(;SZ[5]AB[aa:ea]AW[ab:eb])", (1, 1), "cannot both have five"),
        ("piskvork", "8,8,0", (1, 1), "a first line like"),
        ("piskvork", "", (1, 1), "a first line like"),
        ("piskvork", "Piskvorky 15x15, 11:11, 4\n", (1, 1), "a first line like"),
        ("piskvork", "Piskvorky 15x16, 11:11, 0\n", (1, 1), "square"),
        ("piskvork", "Piskvorky 15x15, 11:11, 0\n8,16,0", (2, 1), "from 1 to 15"),
        ("piskvork", "Piskvorky 15x15, 11:11, 0\n8,8,0\n 8,8,0", (3, 2), "move 2"),
        ("moves", "", (1, 1), "nothing"),
        ("moves", "h8\nh8i9x", (2, 5), "got 'x'"),
        ("moves", "h8h8", (1, 3), "move 2"),
        ("moves", "h8h16", (1, 3), "move 2"),
        ("moves", "renju 19 h8", (1, 1), "a size that renju"),
        ("moves", "pass" * 3, (1, 9), "the game is over"),
        ("rif", "Rule: caro\nh8", (1, 1), "a rule set"),
        ("rif", "Rule: renju\nSize: 19\nh8", (2, 1), "a size that renju"),
        ("rif", "h8\nBlack: me", (2, 1), "before the moves"),
        ("rif", "Start: renju x b 0\n", (1, 1), "rows"),
        ("rif", "h8 i9\n q2x", (2, 2), "got 'q2x'"),
        ("rif", "\n \n", (1, 1), "nothing"),
    ],
)
def test_errors_name_line_and_column(
    notation: str, text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(InvalidFileError, match=message) as caught:
        read(notation, text)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    "text",
    [
        "(;" * 80_000,
        "(;C[" + "\\a" * 2_000_000 + "]",
        "(;C[" + "\\" * 4_000_000,
        "(;" + "B[hh]" * 40_000 + ")",
        "pass" * 500_000,
        "h8 " * 500_000,
        "Piskvorky 15x15, 11:11, 0\n" + "8,8,0\n" * 100_000,
        "Piskvorky " + "1" * 4_000_000,
        "1a:" * 1_000_000,
        "A b " * 1_000_000,
    ],
    ids=range(10),
)
@pytest.mark.parametrize("notation", GAME.notations)
def test_long_nonsense_is_refused_quickly(notation: str, text: str) -> None:
    with proportionate():
        with pytest.raises(InvalidFileError) as caught:
            read(notation, text)
        assert len(str(caught.value)) < 1000
