"""The position editor."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from garlic.core import InvalidPositionError, Seat
from garlic.games import GAMES
from support.web import document, refusal_text


def basis(shared_client: TestClient, game: str, **request: object) -> dict[str, Any]:
    answer = shared_client.post(f"/api/editor/{game}/basis", json=request)
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
def test_an_unchanged_board_is_the_same_position(shared_client: TestClient, game: str) -> None:
    before = basis(shared_client, game)
    request = {"position": before["position"], "signs": signs_of(before), "mover": "a"}
    after = shared_client.post(f"/api/editor/{game}/arrangement", json=request).json()
    assert after == before
    assert {brush["sign"] for brush in after["palette"]} >= {
        piece["sign"] for piece in after["frame"]["pieces"]
    }


def test_a_weighted_map_keeps_its_weights(shared_client: TestClient) -> None:
    before = basis(shared_client, "othello", map="task4-8x8-1")
    signs = signs_of(before)
    signs[0] = "O"
    request = {"position": before["position"], "signs": signs, "mover": "b"}
    after = shared_client.post("/api/editor/othello/arrangement", json=request).json()
    assert after["shape"]["worths"] == before["shape"]["worths"]
    assert after["mover"] == "b"
    play = {"game": "othello", "seats": ["human", "human"], "position": after["position"]}
    assert shared_client.post("/api/plays", json=play).json()["status"]["waiting"] == ["b"]


# What is put where on the usual first board, and what a player is told about it.
BAD_BOARDS = [
    ("xiangqi", {"e0": ""}, "the red king is missing", "红方缺少帅"),
    ("xiangqi", {"e9": ""}, "the black king is missing", "黑方缺少将"),
    (
        "xiangqi",
        {"e4": "K"},
        "too many red kings: 2 on the board, at most 1",
        "红帅太多：棋盘上有 2 枚，最多 1 枚",
    ),
    (
        "xiangqi",
        {"e0": "", "e4": "K"},
        "a red king cannot stand on e4: kings stay in their palace",
        "红帅不能在 e4：将帅不能离开九宫",
    ),
    (
        "xiangqi",
        {"f0": "", "f1": "A"},
        "a red advisor cannot stand on f1: advisors stay on the five points of their palace",
        "红仕不能在 f1：仕、士只能在九宫斜线上的五个点",
    ),
    (
        "xiangqi",
        {"c9": "", "c4": "b"},
        "a black elephant cannot stand on c4: "
        "elephants have seven points, all on their own side of the river",
        "黑象不能在 c4：相、象只能在己方河内的七个点",
    ),
    (
        "xiangqi",
        {"a3": "", "b3": "P"},
        "a red pawn cannot stand on b3: pawns never go back, and not sideways before the river",
        "红兵不能在 b3：兵、卒不能后退，过河前也不能横走",
    ),
    (
        "xiangqi",
        {"e3": "", "e6": ""},
        "the two kings face each other on an open file",
        "将帅之间没有棋子，不能照面",
    ),
    (
        "xiangqi",
        {"h2": "", "e2": "C", "e3": ""},
        "black is in check, so it must be the turn of black",
        "黑方正被将军，应当轮到黑方走",
    ),
    (
        "gomoku",
        {f"{column}{row}": stone for column in "abcde" for row, stone in ((1, "x"), (3, "o"))},
        "black and white cannot both have five in a row",
        "黑白双方不可能都已连成五子",
    ),
    ("othello", {"e4": "o", "d5": "o"}, "red has no disc on the board", "棋盘上没有红方的棋子"),
    ("stars", {"R": ""}, "the red garlic is missing on the board", "红方蒜头不在棋盘上"),
    ("stars", {"D1": ""}, "destroyer 1 is missing on the board", "1 号破坏者不在棋盘上"),
    ("tiaojia", {"X": ""}, "white has no stone on the board", "棋盘上没有白方的棋子"),
]


@pytest.mark.parametrize(
    ("game", "changes", "english", "chinese"), BAD_BOARDS, ids=[bad[2] for bad in BAD_BOARDS]
)
def test_what_is_wrong_with_a_board_is_said_in_the_words_of_players(
    shared_client: TestClient, game: str, changes: dict[str, str], english: str, chinese: str
) -> None:
    before = basis(shared_client, game)
    names, signs = before["shape"]["names"], signs_of(before)
    for place, sign in changes.items():  # a place, or all pieces of a kind
        for at in [at for at in range(len(signs)) if place in (names[at], signs[at])]:
            signs[at] = sign
    request = {"position": before["position"], "signs": signs}
    answer = shared_client.post(f"/api/editor/{game}/arrangement", json=request)
    assert answer.status_code == 400
    assert refusal_text(shared_client, answer) == english
    assert refusal_text(shared_client, answer, "zh") == chinese


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_any_board_is_a_position_or_refused_in_the_words_of_players(
    game: str, data: st.DataObject
) -> None:
    facts = GAMES[game]
    start = facts.setup()
    rows = facts.diagram(start).rows
    signs = [[cell.piece or ("#" if cell.wall else "") for cell in row] for row in rows]
    kinds = st.sampled_from(["", *(kind.sign for kind in facts.palette)])
    places = st.tuples(st.integers(0, len(rows) - 1), st.integers(0, len(rows[0]) - 1), kinds)
    for row, column, sign in data.draw(st.lists(places, max_size=8)):
        signs[row][column] = sign
    assert facts.arrange is not None
    sentence = ""
    try:
        facts.parse(facts.arrange(start, signs, data.draw(st.sampled_from(Seat))))
    except InvalidPositionError as fault:
        sentence = str(fault.text)
    assert not sentence.startswith("expected")  # that is about a text


@pytest.mark.parametrize(
    ("signs", "code"), [([""] * 5, "editor.size"), (["?"] + [""] * 143, "editor.sign")]
)
def test_a_wrong_size_or_sign_is_refused(
    shared_client: TestClient, signs: list[str], code: str
) -> None:
    before = basis(shared_client, "tiaojia")
    request = {"position": before["position"], "signs": signs}
    answer = shared_client.post("/api/editor/tiaojia/arrangement", json=request)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (400, code)


@pytest.mark.parametrize(
    "request_body", [{"map": "/etc/passwd"}, {"position": "x"}, {"rule": "none"}]
)
def test_an_invalid_basis_is_refused(
    shared_client: TestClient, request_body: dict[str, str]
) -> None:
    assert shared_client.post("/api/editor/othello/basis", json=request_body).status_code == 400


@pytest.mark.parametrize("game", ["tiaojia", "stars"])
def test_the_engine_analyses_any_position(shared_client: TestClient, game: str) -> None:
    position = basis(shared_client, game)["position"]
    request = {"position": position, "seconds": 0.5, "lines": 2}
    thoughts = shared_client.post(f"/api/editor/{game}/thoughts", json=request).json()
    assert len(thoughts["lines"]) == 2
