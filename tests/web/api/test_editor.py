"""The position editor."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.games import GAMES
from garlic.web.sentences import code_of
from support.web import document


def basis(client: TestClient, game: str, **request: object) -> dict[str, Any]:
    answer = client.post(f"/api/editor/{game}/basis", json=request)
    assert answer.status_code == 200, answer.text
    return document(answer)


def signs_of(edited: dict[str, Any]) -> list[str]:
    """The signs that the page sends: all pieces, with walls and actors."""
    signs = [""] * len(edited["shape"]["names"])
    for place in edited["shape"]["walls"]:
        signs[place] = "#"
    for piece in edited["frame"]["pieces"] + edited["frame"]["actors"]:
        signs[piece["at"]] = piece["sign"]
    return signs


@pytest.mark.parametrize("game", GAMES)
def test_an_unchanged_board_is_the_same_position(client: TestClient, game: str) -> None:
    before = basis(client, game)
    request = {"position": before["position"], "signs": signs_of(before), "mover": "a"}
    after = client.post(f"/api/editor/{game}/arrangement", json=request).json()
    assert after == before
    assert {brush["sign"] for brush in after["palette"]} >= {
        piece["sign"] for piece in after["frame"]["pieces"]
    }


def test_a_weighted_map_keeps_its_weights(client: TestClient) -> None:
    before = basis(client, "othello", map="task4-8x8-1")
    signs = signs_of(before)
    signs[0] = "O"
    request = {"position": before["position"], "signs": signs, "mover": "b"}
    after = client.post("/api/editor/othello/arrangement", json=request).json()
    assert after["shape"]["worths"] == before["shape"]["worths"]
    assert after["mover"] == "b"
    play = {"game": "othello", "seats": ["human", "human"], "position": after["position"]}
    assert client.post("/api/plays", json=play).json()["status"]["waiting"] == ["b"]


def test_an_invalid_position_is_refused_with_a_reason(client: TestClient) -> None:
    before = basis(client, "xiangqi")
    signs = signs_of(before)
    signs[signs.index("K")] = ""
    request = {"position": before["position"], "signs": signs}
    answer = client.post("/api/editor/xiangqi/arrangement", json=request)
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"].startswith("core:")
    assert answer.json()["problem"]["code"] != "core:plain"


def test_a_missing_garlic_is_named(client: TestClient) -> None:
    before = basis(client, "stars")
    signs = ["" if sign == "R" else sign for sign in signs_of(before)]
    request = {"position": before["position"], "signs": signs}
    problem = client.post("/api/editor/stars/arrangement", json=request).json()["problem"]
    assert problem["code"] == code_of("{who} is missing on the board")
    assert problem["values"]["who"]["code"] == code_of("red")


@pytest.mark.parametrize(
    ("signs", "code"), [([""] * 5, "editor.size"), (["?"] + [""] * 143, "editor.sign")]
)
def test_a_wrong_size_or_sign_is_refused(client: TestClient, signs: list[str], code: str) -> None:
    before = basis(client, "tiaojia")
    request = {"position": before["position"], "signs": signs}
    answer = client.post("/api/editor/tiaojia/arrangement", json=request)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (400, code)


@pytest.mark.parametrize(
    "request_body", [{"map": "/etc/passwd"}, {"position": "x"}, {"rule": "none"}]
)
def test_an_invalid_basis_is_refused(client: TestClient, request_body: dict[str, str]) -> None:
    assert client.post("/api/editor/othello/basis", json=request_body).status_code == 400


@pytest.mark.parametrize("game", ["tiaojia", "stars"])
def test_the_engine_analyses_any_position(client: TestClient, game: str) -> None:
    position = basis(client, game)["position"]
    request = {"position": position, "seconds": 0.5, "lines": 2}
    thoughts = client.post(f"/api/editor/{game}/thoughts", json=request).json()
    assert len(thoughts["lines"]) == 2
