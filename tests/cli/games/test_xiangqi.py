import json
from pathlib import Path

import pytest

from cli.results import Garlic

BOARD = """\
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


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


def test_solve_answers_in_the_labs_notation(garlic: Garlic, board: str) -> None:
    assert garlic("xiangqi", "solve", board) == (0, "R (1,8) (4,8)\n", "")
    code, out, _ = garlic("xiangqi", "solve", board, "--why")
    assert code == 0
    assert out.splitlines() == ["R (1,8) (4,8)", "wins in 1  车八平五"]


def test_solve_as_json(garlic: Garlic, board: str) -> None:
    facts = json.loads(garlic("xiangqi", "solve", board, "--json")[1])
    assert facts["answer"] == "R (1,8) (4,8)"
    assert facts["best"] == "b8e8"
    assert facts["lines"][0]["spoken"] == ["车八平五"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 10 rows"),
        (BOARD.replace("ck", "c."), "king"),
        (BOARD.replace("..BAK....", "..BAX...."), "expected a piece"),
    ],
)
def test_errors_name_the_board_file(
    garlic: Garlic, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    code, out, err = garlic("xiangqi", "solve", str(path))
    assert (code, out) == (2, "")
    assert "bad.txt" in err
    assert message in err


def test_a_finished_game_has_no_answer(garlic: Garlic, tmp_path: Path) -> None:
    path = tmp_path / "over.txt"
    path.write_text("....k....\n" + ".........\n" * 8 + "...K.....\n")
    code, _, err = garlic("xiangqi", "solve", str(path))
    assert code == 2
    assert "the game is over: insufficient material" in err
