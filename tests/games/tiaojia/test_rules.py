import pytest

from garlic.core import IllegalMoveError, InvalidMoveError, InvalidPositionError, Outcome, Seat
from garlic.games.tiaojia import DIRECTIONS, Move, Position


def after(rows: str, move: str, mover: str = "X", ply: int = 0) -> str:
    """The rows after *move*."""
    return str(Position.parse(f"{rows} {mover} {ply}").play(Move.parse(move))).split()[0]


def test_the_start_has_eight_stones_per_side() -> None:
    start = Position.start()
    assert (start.stones(Seat.A), start.stones(Seat.B)) == (8, 8)
    assert start.at(9, 7) == "O"
    assert start.at(2, 2) == "X"
    assert start.mover is Seat.A


def test_direction_codes() -> None:
    targets = [Move(5, 5, code).target for code in range(8)]
    assert targets == [(4, 5), (6, 5), (5, 4), (5, 6), (4, 4), (4, 6), (6, 4), (6, 6)]


def test_a_pick_turns_both_neighbours() -> None:
    assert after("O.O./.X../....", "1 1 0") == "XXX./..../...."


def test_a_nip_turns_the_stone_between() -> None:
    assert after("...../XO.../..X..", "2 2 0") == "...../XXX../....."


def test_picked_stones_count_as_own_for_nips() -> None:
    # The example of the rules: the step into the gap picks both, so nothing is left to nip.
    assert after("...XO.O...../.....X......", "1 5 0") == "...XXXX...../............"


def test_turned_stones_turn_no_others_and_two_in_a_row_do_not_turn() -> None:
    assert after("XOO./...X/....", "1 3 0") == "XOOX/..../...."


def test_stepping_between_two_enemies_is_safe() -> None:
    assert after("OX./.../.O.", "2 1 0", mover="O") == "OX./.O./..."


@pytest.mark.parametrize("direction", range(8))
def test_every_direction_nips(direction: int) -> None:
    down, right = DIRECTIONS[direction]
    board = [["."] * 7 for _ in range(7)]
    board[3 + down][3 + right] = "O"
    board[3 + 2 * down][3 + 2 * right] = "X"
    arrive = direction  # the mover comes from the side opposite to the enemy
    board[3 - down][3 - right] = "X"
    rows = "/".join("".join(row) for row in board)
    position = Position.parse(f"{rows} X 0").play(Move(3 - down, 3 - right, arrive))
    assert position.stones(Seat.A) == 0
    assert position.at(3 + down, 3 + right) == "X"


@pytest.mark.parametrize("line", [0, 2, 4, 5])
def test_every_line_picks(line: int) -> None:
    down, right = DIRECTIONS[line]
    side = (right, -down)  # a quarter turn: the mover comes from beside the line
    board = [["."] * 5 for _ in range(5)]
    board[2 + down][2 + right] = board[2 - down][2 - right] = "O"
    board[2 - side[0]][2 - side[1]] = "X"
    rows = "/".join("".join(row) for row in board)
    step = Move(2 - side[0], 2 - side[1], DIRECTIONS.index(side))
    assert Position.parse(f"{rows} X 0").play(step).stones(Seat.A) == 0


def test_losing_the_last_stone_loses() -> None:
    gone = Position.parse("XO./..X/... X 3").play(Move.parse("1 2 0"))
    assert gone.outcome() == Outcome(Seat.B, "no stone left", (0, 3))


def test_having_no_legal_move_loses() -> None:
    stuck = Position.parse("OX/XX O 4")
    assert stuck.outcome() == Outcome(Seat.B, "no legal move", (1, 3))
    assert stuck.legal_moves() == []


@pytest.mark.parametrize(
    ("rows", "winner", "reason"),
    [
        ("O..X/....", None, "equal stones after 120 plies"),
        ("OO.X/....", Seat.A, "more stones after 120 plies"),
        ("O.XX/....", Seat.B, "more stones after 120 plies"),
    ],
)
def test_the_count_decides_after_120_plies(rows: str, winner: Seat | None, reason: str) -> None:
    outcome = Position.parse(f"{rows} O 120").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, reason)


def test_a_mover_without_stones_loses_even_at_the_last_ply() -> None:
    outcome = Position.parse("X../.../... O 120").outcome()
    assert outcome == Outcome(Seat.B, "no stone left", (0, 1))


@pytest.mark.parametrize(
    ("move", "because"),
    [
        ("2 2 0", "move one of your own stones"),
        ("0 0 3", "move one of your own stones"),
        ("2 9 1", "step to an empty cell"),
    ],
)
def test_illegal_moves_say_why(move: str, because: str) -> None:
    with pytest.raises(IllegalMoveError, match=because):
        Position.start().play(Move.parse(move))


def test_a_finished_game_refuses_moves() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Position.parse("O..X/.... O 120").play(Move.parse("0 0 1"))


@pytest.mark.parametrize("text", ["9 7", "9 7 8", "9  7 4", "09 7 4", "9,7,4", "12 0 0", "-1 0 0"])
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected row, column and direction"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("OX/X O 0", "column 4: expected a row of 2 cells, got 'X'"),
        ("OX/X# O 0", "column 5: expected 'O', 'X' or '.', got '#'"),
        ("OX/XX Q 0", "column 7: expected the side to move, 'O' or 'X', got 'Q'"),
        ("OX/XX O 121", "column 9: expected the plies played, 0 to 120, got '121'"),
        ("O O 0", "column 1: expected 2 to 12 rows and columns, got 1 rows of 1"),
        ("..O/... O 0 moves 0 2 1 0 0 0", "column 25: move 2: illegal move 0 0 0"),
    ],
)
def test_errors_name_the_column(text: str, message: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert str(caught.value).startswith(message)
