import json
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from cli.results import Garlic
from garlic.cli.commands.positions.analyse import _split_moves
from garlic.core import InvalidMoveError
from support.effort import promptly


def test_analyse_shows_lines(garlic: Garlic) -> None:
    code, out, _ = garlic(
        "analyse", "tiaojia", "--moves", "9 7 4, 6 7 1", "--nodes", "5000", "--lines", "3"
    )
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "black to move"
    assert [line[:2] for line in lines[1:4]] == ["1.", "2.", "3."]
    assert lines[4].startswith("best: ")
    assert lines[5].startswith("depth ")


def test_analyse_as_json(garlic: Garlic) -> None:
    code, out, _ = garlic("analyse", "tiaojia", "O.O/.X./... X 0", "--depth", "3", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["best"] == "1 1 0"
    assert found["score"] == {"points": None, "win_in": 1, "loss_in": None, "proven": True}
    assert found["lines"][0]["moves"] == ["1 1 0"]


def test_analyse_of_a_finished_game(garlic: Garlic) -> None:
    assert garlic("analyse", "tiaojia", "OX/XX O 4")[1] == "white has won: no legal move\n"
    assert json.loads(garlic("analyse", "tiaojia", "OX/XX O 4", "--json")[1])["best"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tiaojia", "--moves", "0 0 0"], "move 1: illegal move 0 0 0"),
        (["tiaojia", "--moves", "9 7"], "expected row, column and direction"),
        (["tiaojia", "--time", "-1"], "expected time above 0 seconds, got -1.0"),
        (["tiaojia", "--depth", "0", "--nodes", "1"], "expected depth of 1 or more, got 0"),
        (["chess"], "there is no game called 'chess'"),
    ],
)
def test_analyse_explains_what_is_wrong(garlic: Garlic, arguments: list[str], message: str) -> None:
    code, out, err = garlic("analyse", *arguments)
    assert code == 2
    assert message in err
    assert out == ""


class Cell(str):
    """A move of a game whose moves are cells: ``f5``, ``h10``."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Cell":
        if len(text) not in (2, 3) or not text[1:].isdigit():
            raise InvalidMoveError(
                "expected row, column and direction like '9 7 4', got {text!r}", text=text
            )
        return cls(text)


def test_moves_may_be_written_without_blanks() -> None:
    game: Any = SimpleNamespace(move=Cell, move_words=1)
    position: Any = SimpleNamespace(legal_moves=list, play=lambda _: position)
    assert _split_moves(game, position, "f5d6 h10,a1") == ["f5", "d6", "h10", "a1"]
    with pytest.raises(InvalidMoveError):
        _split_moves(game, position, "f5?")


def test_ctrl_c_ends_a_search() -> None:
    script = (
        "import _thread, threading, sys; from garlic.cli import run;"
        "threading.Timer(0.5, _thread.interrupt_main).start();"
        "sys.exit(run(['analyse', 'tiaojia', '--nodes', '100000000000']))"
    )
    with promptly(10):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
        assert done.returncode == 130


def test_analyse_lists_forbidden_points(garlic: Garlic) -> None:
    stones = "--moves", "h9a1h10c1i8e1j8g1"
    code, out, _ = garlic("analyse", "gomoku", "--rule", "renju", *stones, "--nodes", "2000")
    assert code == 0
    assert "forbidden to black: h8 (double-three)" in out.splitlines()
    found = json.loads(garlic("analyse", "gomoku", *stones, "--nodes", "2000", "--json")[1])
    assert found["forbidden"] == {"h8": "double-three"}
    assert "forbidden" not in json.loads(
        garlic("analyse", "gomoku", "--rule", "freestyle", *stones, "--depth", "1", "--json")[1]
    )


def test_analyse_shows_the_line_of_a_proven_win(garlic: Garlic) -> None:
    stones = "h8a1i9a3j10a5"
    out = garlic("analyse", "gomoku", "--rule", "freestyle", "--moves", stones, "--depth", "4")[1]
    assert "wins in 3" in out


def test_analyse_where_both_move_at_once(garlic: Garlic) -> None:
    stars = ("analyse", "stars", "--map", "10x10")
    code, out, _ = garlic(*stars, "--nodes", "200", "--lines", "2")
    assert code == 0
    lines = out.splitlines()
    assert [line for line in lines if line.endswith("to move")] == ["red to move", "blue to move"]
    assert sum(line.startswith("200 lines of play, ") for line in lines) == 2
    sides = json.loads(garlic(*stars, "--nodes", "60", "--json")[1])["sides"]
    assert set(sides) == {"red", "blue"}
    assert sides["red"]["lines"] == 60
    assert sides["red"]["moves"][0]["move"] in {"9,1", "8,1", "9,0", "9,2"}
    code, _, err = garlic(*stars, "--moves", "3,4")
    assert (code, err.count("\n")) == (2, 1)
    assert "give the position" in err


def test_analyse_prints_xiangqi_moves_in_both_notations(garlic: Garlic) -> None:
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


def test_analyse_names_the_weights_of_the_engine(garlic: Garlic) -> None:
    code, out, _ = garlic("analyse", "othello", "--nodes", "1000")
    assert code == 0
    assert "weights: othello.weights; othello-standard.weights, 20" in out
    found = json.loads(garlic("analyse", "othello", "--nodes", "1000", "--json")[1])
    assert [file["name"] for file in found["weights"]] == [
        "othello.weights",
        "othello-standard.weights",
    ]
    assert json.loads(garlic("analyse", "xiangqi", "--depth", "1", "--json")[1])["weights"] == []


def test_analyse_shows_the_opening_book(garlic: Garlic) -> None:
    code, out, _ = garlic("analyse", "othello", "--moves", "f5", "--nodes", "1000")
    assert code == 0
    book = next(line for line in out.splitlines() if line.startswith("opening book: "))
    shown = dict(move.split() for move in book.removeprefix("opening book: ").split(", "))
    assert {"d6", "f6"} <= set(shown) <= {"d6", "f6", "f4"}
    found = json.loads(
        garlic("analyse", "othello", "--moves", "f5", "--nodes", "1000", "--json")[1]
    )
    assert {one["move"]: f"{one['points']:+.1f}" for one in found["book"]} == shown
    assert "opening book: " in garlic("analyse", "xiangqi", "--depth", "1")[1]
    code, out, _ = garlic("analyse", "othello", "--map", "task1-8x8", "--nodes", "1000")
    assert code == 0
    assert "opening book" not in out
