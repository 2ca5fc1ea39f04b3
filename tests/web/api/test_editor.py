"""Positions set up by hand."""

import pytest

from garlic.games import GAMES
from garlic.web.sentences import code_of


def basis(client, game, **wish):
    answer = client.post(f"/api/editor/{game}/basis", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def signs_of(edited):
    """What the page sends back: everything on the board, walls and actors included."""
    signs = [""] * len(edited["shape"]["names"])
    for place in edited["shape"]["walls"]:
        signs[place] = "#"
    for piece in edited["frame"]["pieces"] + edited["frame"]["actors"]:
        signs[piece["at"]] = piece["sign"]
    return signs


@pytest.mark.parametrize("game", GAMES)
def test_what_is_put_back_as_it_was_is_the_same_position(client, game):
    before = basis(client, game)
    wish = {"position": before["position"], "signs": signs_of(before), "mover": "a"}
    after = client.post(f"/api/editor/{game}/arrangement", json=wish).json()
    assert after == before
    assert {brush["sign"] for brush in after["palette"]} >= {
        piece["sign"] for piece in after["frame"]["pieces"]
    }


def test_a_weighted_map_keeps_its_worths(client):
    before = basis(client, "othello", map="task4-8x8-1")
    signs = signs_of(before)
    signs[0] = "O"
    wish = {"position": before["position"], "signs": signs, "mover": "b"}
    after = client.post("/api/editor/othello/arrangement", json=wish).json()
    assert after["shape"]["worths"] == before["shape"]["worths"]
    assert after["mover"] == "b"
    play = {"game": "othello", "seats": ["human", "human"], "position": after["position"]}
    assert client.post("/api/plays", json=play).json()["status"]["waiting"] == ["b"]


def test_a_position_that_cannot_be_is_explained(client):
    before = basis(client, "xiangqi")
    signs = signs_of(before)
    signs[signs.index("K")] = ""
    wish = {"position": before["position"], "signs": signs}
    answer = client.post("/api/editor/xiangqi/arrangement", json=wish)
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"].startswith("core:")
    assert answer.json()["problem"]["code"] != "core:plain"


def test_a_missing_garlic_is_named(client):
    before = basis(client, "stars")
    signs = ["" if sign == "R" else sign for sign in signs_of(before)]
    wish = {"position": before["position"], "signs": signs}
    problem = client.post("/api/editor/stars/arrangement", json=wish).json()["problem"]
    assert problem["code"] == code_of("{who} is missing on the board")
    assert problem["values"]["who"]["code"] == code_of("red")


@pytest.mark.parametrize(
    ("signs", "code"), [([""] * 5, "editor.size"), (["?"] + [""] * 143, "editor.sign")]
)
def test_a_board_of_another_form_is_refused(client, signs, code):
    before = basis(client, "tiaojia")
    wish = {"position": before["position"], "signs": signs}
    answer = client.post("/api/editor/tiaojia/arrangement", json=wish)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (400, code)


@pytest.mark.parametrize("wish", [{"map": "/etc/passwd"}, {"position": "x"}, {"rule": "none"}])
def test_a_basis_that_is_none(client, wish):
    assert client.post("/api/editor/othello/basis", json=wish).status_code == 400


@pytest.mark.parametrize("game", ["tiaojia", "stars"])
def test_the_engine_thinks_about_any_position(client, game):
    position = basis(client, game)["position"]
    wish = {"position": position, "seconds": 0.5, "lines": 2}
    found = client.post(f"/api/editor/{game}/thoughts", json=wish).json()
    assert len(found["lines"]) == 2
