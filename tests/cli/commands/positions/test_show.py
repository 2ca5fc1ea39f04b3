import json

from cli.results import Garlic


def test_show_draws_the_board(garlic: Garlic) -> None:
    code, out, _ = garlic("show", "tiaojia", "O../.X./... O 0")
    assert code == 0
    assert "\n0   ● (·) ·\n1  (·) ○  ·\n" in out
    assert "\n● black   ○ white\nblack to move, legal moves: 2\n" in out
    assert "\x1b" not in out


def test_show_explains_signs_only_if_each_seat_has_one(garlic: Garlic) -> None:
    assert "\nR red   B blue\n" in garlic("show", "stars")[1]
    assert " black   " not in garlic("show", "xiangqi")[1]
    assert "● black" not in garlic("show", "gomoku")[1]


def test_show_prints_the_result_of_a_finished_game(garlic: Garlic) -> None:
    assert "white has won: no legal move" in garlic("show", "tiaojia", "OX/XX O 4")[1]
    assert "draw: equal stones after 120 plies" in garlic("show", "tiaojia", "OX/.. O 120")[1]


def test_show_as_json(garlic: Garlic) -> None:
    code, out, _ = garlic("show", "tiaojia", "O../.X./... O 0", "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["mover"] == "black"
    assert shown["legal_moves"] == ["0 0 1", "0 0 3"]
    assert shown["outcome"] is None
    assert shown["marks"] == {"0 1": "legal", "1 0": "legal"}
