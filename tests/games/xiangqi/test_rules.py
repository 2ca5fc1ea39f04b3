"""Xiangqi: how pieces move, how games end, positions as text."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from garlic import _core
from garlic.core import IllegalMoveError, InvalidPositionError, Outcome, Seat
from garlic.core.playout import random_game
from garlic.games.xiangqi import GAME, Move, Position, diagram
from garlic.games.xiangqi.board import reachable, square_name
from garlic.games.xiangqi.notation.fen import START
from garlic.games.xiangqi.notation.lab import parse_board, to_answer
from garlic.wire.xiangqi import Spelling
from support import PerftCase, perft_cases

CHESS = Spelling(1)  # ranks as pyffish counts them


@pytest.mark.parametrize(
    ("position", "source", "targets"),
    [
        pytest.param("3k5/9/9/9/8P/9/9/9/4K4/9 w", "e1", "e0 e2 f1", id="king-avoids-facing"),
        pytest.param("3k5/9/9/9/8P/9/9/4K4/9/9 w", "e2", "e1 f2", id="king-in-the-palace"),
        pytest.param("3k5/9/9/9/8P/9/9/5A3/9/4K4 w", "f2", "e1", id="advisor-stays-inside"),
        pytest.param("3k5/9/9/9/8P/9/9/9/4A4/4K4 w", "e1", "d0 d2 f0 f2", id="advisor"),
        pytest.param("3k5/9/9/9/8P/2B6/9/9/9/4K4 w", "c4", "a2 e2", id="elephant-keeps-home"),
        pytest.param("3k5/9/9/9/9/9/3p5/4B4/9/4K4 w", "e2", "c0 g0 g4", id="elephant-eye"),
        pytest.param("3k5/9/9/9/4N4/9/9/9/9/5K3 w", "e5", "c4 c6 d3 d7 f3 f7 g4 g6", id="horse"),
        pytest.param("3k5/9/9/4p4/4N4/9/9/9/9/5K3 w", "e5", "c4 c6 d3 f3 g4 g6", id="horse-leg"),
        pytest.param(
            "3k5/9/9/9/p1R1P4/9/9/2p6/9/5K3 w",
            "c5",
            "a5 b5 c2 c3 c4 c6 c7 c8 c9 d5",
            id="chariot",
        ),
        pytest.param(
            "3k5/9/9/9/p1C1P2n1/9/9/2p6/2p6/5K3 w",
            "c5",
            "b5 c1 c3 c4 c6 c7 c8 c9 d5 h5",
            id="cannon",
        ),
        pytest.param("3k5/9/9/9/9/9/4P4/9/9/5K3 w", "e3", "e4", id="pawn-at-home"),
        pytest.param("3k5/9/9/9/4P4/9/9/9/9/5K3 w", "e5", "d5 e6 f5", id="pawn-across"),
        pytest.param("3k5/4P4/9/9/9/9/9/9/9/5K3 w", "e8", "d8 e9 f8", id="pawn-near-the-end"),
        pytest.param("3k5/9/9/9/9/9/9/9/p8/5K3 b", "a1", "a0 b1", id="black-pawn"),
        pytest.param("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5", "", id="between-the-kings"),
    ],
)
def test_how_pieces_move(position: str, source: str, targets: str) -> None:
    moves = map(str, Position.parse(position).legal_moves())
    assert {move[2:] for move in moves if move.startswith(source)} == set(targets.split())


def test_legal_moves_come_in_reading_order() -> None:
    moves = Position.start().legal_moves()
    assert moves == sorted(moves)
    assert [str(move) for move in moves[:3]] == ["a3a4", "c3c4", "e3e4"]


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        ("3k5/3R5/4R4/9/9/9/9/9/9/4K4 b", None),  # the king takes
        ("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b", Outcome(Seat.A, "checkmate")),
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 b", None),
        ("3k5/9/3P5/9/9/9/9/9/9/4K4 b", Outcome(Seat.A, "stalemate")),
        ("4k4/9/4b4/9/9/9/9/4B4/4A4/4K4 w", Outcome(None, "insufficient material")),
        ("4k4/9/4b4/9/9/9/9/4B4/p3A4/4K4 w", None),
        ("4k4/9/4b4/9/9/9/9/4B4/4A4/4K3R w - - 119 90", None),
        ("4k4/9/4b4/9/9/9/9/4B4/4A4/4K3R w - - 120 90", Outcome(None, "120 plies without capture")),
        # Having no legal move comes before every draw.
        ("3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 120 90", Outcome(Seat.A, "stalemate")),
    ],
)
def test_how_a_game_ends(position: str, outcome: Outcome | None) -> None:
    place = Position.parse(position)
    assert place.outcome() == outcome
    assert bool(place.legal_moves()) == (outcome is None)
    native = _core.Xiangqi.parse(str(place))
    assert native.legal_moves() == [str(move) for move in place.legal_moves()]
    seat = "-" if outcome is None or outcome.winner is None else str(outcome.winner)
    assert native.outcome() == (f"{seat} {outcome.reason}" if outcome else "")


def test_a_capture_resets_the_count_of_quiet_plies() -> None:
    place = Position.parse("3k5/9/9/9/9/9/9/p8/9/R3K4 w - - 119 60")
    assert place.play(Move.parse("a0a2")).quiet == 0
    assert place.play(Move.parse("a0a1")).outcome() == Outcome(None, "120 plies without capture")


def test_taking_the_last_attacker_is_a_draw() -> None:
    place = Position.parse("3k5/9/9/9/9/9/9/9/4p4/4K4 w").play(Move.parse("e0e1"))
    assert place.outcome() == Outcome(None, "insufficient material")


@pytest.mark.parametrize(
    ("move", "because"),
    [
        ("e5e6", "there is no piece on e5"),
        ("a9a8", "the piece on a9 is not yours"),
        ("b0d1", "the horse cannot go there"),
        ("a0a3", "the chariot cannot go there"),
        ("e0e0", "the king cannot go there"),
    ],
)
def test_illegal_moves_say_why(move: str, because: str) -> None:
    with pytest.raises(IllegalMoveError, match=re.escape(because)):
        Position.start().play(Move.parse(move))


def test_a_move_may_not_leave_the_own_king_in_check() -> None:
    place = Position.parse("3k5/9/9/9/4r4/9/9/9/4R4/4K4 w")
    with pytest.raises(IllegalMoveError, match="it would leave your king to be taken"):
        place.play(Move.parse("e1d1"))


def test_nothing_is_played_after_the_end() -> None:
    place = Position.parse("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        place.play(Move.parse("d9d8"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "column 1: expected a FEN"),
        ("9 w - - 0 1", "column 1: expected 10 rows, got 1"),
        (START.replace("/9/1c", "/8/1c"), "column 11: expected a row of 9 points, got '8'"),
        (START.replace("/9/1c", "/91/1c"), "column 11: expected a row of 9 points, got '91'"),
        (START.replace("/9/1c", "/x8/1c"), "column 11: expected a piece, one of 'rnbakcp'"),
        (START.replace("/9/1c", "/0/1c"), "column 11: expected a piece"),
        (START.replace(" w ", " x "), "column 61: expected the side to move, 'w' or 'b', got 'x'"),
        (START.replace("- -", "- x"), "column 65: expected '-', got 'x'"),
        (START[:-3] + "121 1", "expected the plies without capture from 0 to 120, got '121'"),
        (START[:-3] + "0 0", "expected the number of the move from 1 to 9999, got '0'"),
        (START + " 1", "column 1: expected a FEN"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "column 1: the black king is missing"),
        ("3k5/9/9/9/9/9/9/9/9/9 w", "column 1: the red king is missing"),
        (
            "k8/9/9/9/9/9/9/9/9/4K4 w",
            "column 1: a black king cannot stand on a9: kings stay",
        ),
        ("3k5/9/9/9/9/9/9/9/9/3KK4 w", "column 23: too many red kings: 2 on the board, at most 1"),
        (
            "3k5/9/9/9/9/9/9/9/RRR6/4K4 w",
            "column 21: too many red chariots: 3 on the board",
        ),
        ("3k5/9/9/9/9/9/9/9/A8/4K4 w", "a red advisor cannot stand on a1: advisors stay on"),
        ("3k5/9/9/9/9/9/9/9/B8/4K4 w", "a red elephant cannot stand on a1"),
        ("3k5/9/9/9/9/9/9/9/P8/4K4 w", "a red pawn cannot stand on a1"),
        ("3k5/9/9/1p7/9/9/9/9/9/4K4 w", "a black pawn cannot stand on b6"),
        (
            "3k5/3R5/9/9/9/9/9/9/9/4K4 w",
            "column 27: black is in check, so it must be",
        ),
        ("4k4/9/9/9/9/9/9/9/9/4K4 b", "column 25: the two kings face each other on an open file"),
        (START + " moves h2e2 h9g8", "column 82: move 2: illegal move h9g8"),
        (START + " moves h2e2 h9", "column 82: move 2: expected a move like 'h2e2', got 'h9'"),
    ],
)
def test_errors_name_the_column(text: str, fault: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert fault in str(caught.value)
    chinese = caught.value.render("zh")
    assert chinese != str(caught.value)
    assert not re.search("expected|illegal|check", chinese.replace(text, "")), chinese


@pytest.mark.parametrize(
    "text",
    [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -",
        "rnbakabnr/45/1c5c1/p1p1p1p1p/9/36/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    ],
)
def test_other_spellings_are_read_and_printed_in_full(text: str) -> None:
    assert str(Position.parse(text)) == START


def test_squares_that_pieces_can_stand_on() -> None:
    counts = {piece: len(reachable(piece)) for piece in "KABPkabpRnC"}
    assert counts == {
        **dict.fromkeys("Kk", 9),
        **dict.fromkeys("Aa", 5),
        **dict.fromkeys("Bb", 7),
        **dict.fromkeys("Pp", 55),
        **dict.fromkeys("RnC", 90),
    }
    elephants = {square_name(square) for square in reachable("b")}
    assert elephants == {"a7", "c5", "c9", "e7", "g5", "g9", "i7"}


def test_the_move_counter_stays_within_its_limit() -> None:
    place = Position.parse(START.replace("w - - 0 1", "b - - 0 9999")).play(Move.parse("h9g7"))
    assert place.fullmove == 9999
    assert str(_core.Xiangqi.parse(str(place))) == str(place)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/3KK4 w - - 0 1",
        "4K4/9/9/9/9/9/9/9/9/3k5 w - - 0 1",
        "RRRRRRRRR/RRRRRRRRR/3k5/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/3R5/9/9/9/9/9/9/9/4K4 w - - 0 1",
        START.replace("0 1", "121 1"),
        START + " moves h2e3",
    ],
)
def test_the_native_half_refuses_invalid_positions(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _core.Xiangqi.parse(text)


def test_the_diagram_is_a_board_with_a_river() -> None:
    shown = diagram(Position.start())
    assert "".join(cell.glyph for cell in shown.rows[0]) == "車馬象士將士象馬車"
    assert "".join(cell.glyph for cell in shown.rows[9]) == "俥傌相仕帥仕相傌俥"
    assert shown.banners == {4: "楚河 漢界"}
    assert (shown.rows[9][4].name, shown.rows[0][0].name) == ("e0", "a9")
    assert dict(shown.facts) == {"plies without capture": "0 / 120", "check": "no"}


def test_facts_of_the_game() -> None:
    assert GAME.may_resign
    assert not GAME.finished_is_leaf
    assert (GAME.limits.init_seconds, GAME.limits.turn_seconds) == (5, 5)


LAB_BOARDS = [
    (
        "...ck..../.R...R.../....b..../........p/..r.r..../"
        "P.......P/........./....B..../....A..../..BAK....",
        "R (1,8) (4,8)",
        1,
    ),
    (
        "........./....a..../.N.k.a.../.....P.../........./"
        "........./........./........./........./....K....",
        "P (5,6) (4,6)",
        2,
    ),
    (
        "....R..../...N.k.../...a...../........./........./"
        "........./........./.....n.../....p..../.pCK.....",
        "C (2,0) (2,8)",
        3,
    ),
]


@pytest.mark.parametrize(("board", "answer", "moves"), LAB_BOARDS, ids=["1", "2", "3"])
def test_the_boards_of_the_lab_have_one_winning_move(board: str, answer: str, moves: int) -> None:
    start = parse_board(board)
    native = _core.Xiangqi.parse(str(start))
    winning = [move for move in native.legal_moves() if loses(native.play(move), moves - 1)]
    assert [to_answer(start, Move.parse(move)) for move in winning] == [answer]
    sooner = [
        move for move in native.legal_moves() if moves > 1 and loses(native.play(move), moves - 2)
    ]
    assert not sooner


def loses(native: Any, moves: int) -> bool:
    """Is the side to move always mated within *moves* moves of the opponent?"""
    replies = native.legal_moves()
    if not replies:
        return native.outcome()[2:] in ("checkmate", "stalemate")
    if moves == 0:
        return False
    return all(
        any(loses(after.play(move), moves - 1) for move in after.legal_moves())
        for after in (native.play(reply) for reply in replies)
    )


def random_places() -> Iterator[Position]:
    """Thousands of positions from random games, none of them finished."""
    starts = sorted({case.position for case in perft_cases("xiangqi")})
    for seed, start in enumerate(starts * 4):
        for _, place in islice(random_game(Position.parse(start), seed), 150):
            if place.outcome() is None:
                yield place


@pytest.mark.slow
def test_an_independent_program_finds_the_same_moves() -> None:
    pyffish = pytest.importorskip("pyffish", reason="there is no pyffish for this machine")
    compared = 0
    for place in random_places():
        fen = str(place)
        ours = {CHESS.move(move) for move in place.legal_moves()}
        assert ours == set(pyffish.legal_moves("xiangqi", fen, [])), place
        compared += 1
    assert compared > 2000


@pytest.mark.slow
def test_an_independent_program_counts_the_same_lines_anywhere() -> None:
    pyffish = pytest.importorskip("pyffish", reason="there is no pyffish for this machine")
    compared = 0
    for place in islice(random_places(), 0, None, 5):
        fen = str(place)
        moves = pyffish.legal_moves("xiangqi", fen, [])
        lines = sum(len(pyffish.legal_moves("xiangqi", fen, [move])) for move in moves)
        # Our rules end games that pyffish continues: without attackers, or without captures.
        if _core.Xiangqi.parse(fen).perft(2) != lines:
            ends = filter(None, (place.play(move).outcome() for move in place.legal_moves()))
            assert any(end.winner is None for end in ends), place
        compared += 1
    assert compared > 1000


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in perft_cases("xiangqi") if c.depth <= 3], ids=str)
def test_an_independent_program_counts_the_same_lines(case: PerftCase) -> None:
    pyffish = pytest.importorskip("pyffish", reason="there is no pyffish for this machine")

    def count(fen: str, depth: int) -> int:
        moves = pyffish.legal_moves("xiangqi", fen, [])
        if depth == 1:
            return len(moves)
        return sum(count(pyffish.get_fen("xiangqi", fen, [move]), depth - 1) for move in moves)

    assert count(case.position, case.depth) == case.nodes
