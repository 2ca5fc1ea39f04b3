"""The commands about Xiangqi as a user meets them."""

import json

import pytest

from garlic.cli import run

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
def garlic(capsys, monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "en")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


def test_solve_answers_in_the_labs_notation(garlic, board):
    assert garlic("xiangqi", "solve", board) == (0, "R (1,8) (4,8)\n", "")
    code, out, _ = garlic("xiangqi", "solve", board, "--why")
    assert code == 0
    assert out.splitlines() == ["R (1,8) (4,8)", "wins in 1  车八平五"]


def test_solve_as_json(garlic, board):
    facts = json.loads(garlic("xiangqi", "solve", board, "--json")[1])
    assert facts["answer"] == "R (1,8) (4,8)"
    assert facts["best"] == "b8e8"
    assert facts["lines"][0]["spoken"] == ["车八平五"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 10 rows"),
        (BOARD.replace("ck", "c."), "king"),
        (BOARD.replace("..BAK....", "..BAX...."), "expected a piece"),
    ],
)
def test_a_bad_board_is_told_by_name(garlic, tmp_path, text, complaint):
    path = tmp_path / "bad.txt"
    path.write_text(text)
    code, out, err = garlic("xiangqi", "solve", str(path))
    assert (code, out) == (2, "")
    assert "bad.txt" in err
    assert complaint in err


def test_a_finished_game_has_no_answer(garlic, tmp_path):
    path = tmp_path / "over.txt"
    path.write_text("....k....\n" + ".........\n" * 8 + "...K.....\n")
    code, _, err = garlic("xiangqi", "solve", str(path))
    assert code == 2
    assert "the game is over: insufficient material" in err


def test_analyse_tells_moves_in_both_notations(garlic):
    code, out, _ = garlic(
        "analyse", "xiangqi", "--fen", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "--depth", "3"
    )
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "red to move"
    assert lines[1].startswith("1. ")
    assert any(word in lines[2] for word in ("车", "帅"))
    code, _, err = garlic("analyse", "xiangqi", "x", "--fen", "x")
    assert code == 2
    assert "give the position once" in err
