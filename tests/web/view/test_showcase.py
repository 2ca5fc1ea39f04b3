"""The game on the first page: live, else the last one, else an example; and one's own games."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.core.game import turn_position
from garlic.games import GAMES
from garlic.web.view.boards import BoardView
from garlic.web.view.replay import ViewBuilder
from garlic.web.view.showcase import _MOST_STEPS
from support.web import arena_of, awaited, document
from web.play.tables import Table


def showcase(client: TestClient, **query: str) -> dict[str, Any]:
    answer = client.get("/api/showcase", params=query)
    assert answer.status_code == 200, answer.text
    return document(answer)


def finished_game(client: TestClient, moves: int) -> Table:
    """A game of Tiaojia at one screen that black resigns."""
    table = Table(client, game="tiaojia")
    for _ in range(moves):
        status = table.view()["status"]
        (seat,) = status["waiting"]
        table.move(seat, status["moves"][seat][0]["move"])
    assert table.post("resign", seat="a", ply=moves).is_success
    table.over()
    return table


def last_frame(shown: dict[str, Any]) -> dict[int, str]:
    """The pieces after all steps, as the page computes them."""
    pieces = {piece["at"]: piece["sign"] for piece in shown["frame"]["pieces"]}
    for step in shown["steps"]:
        for place in step["clear"]:
            del pieces[place]
        pieces |= {piece["at"]: piece["sign"] for piece in step["set"]}
    return pieces


def test_without_games_it_is_an_example(client: TestClient) -> None:
    shown = showcase(client)
    assert (shown["kind"], shown["names"], shown["live"], shown["record"]) == (
        "example",
        *[None] * 3,
    )
    sample = client.get(f"/api/games/{shown['game']}/board?sample=true").json()
    assert last_frame(shown) == {piece["at"]: piece["sign"] for piece in sample["frame"]["pieces"]}
    assert len(shown["steps"]) > 5


def test_own_games_are_shown_with_their_results(client: TestClient) -> None:
    first, second = finished_game(client, 3), finished_game(client, 0)
    wrong = {first.id: first.key, second.id: first.key, "unknown": first.key, "\0": ""}
    (own,) = client.post("/api/plays/yours", json={"keys": wrong}).json()
    assert (own["id"], own["yours"], own["over"]) == (first.id, ["a", "b"], True)
    assert own["outcome"]["winner"] == "b"
    keys = {first.id: first.key, second.id: second.key}
    both = client.post("/api/plays/yours", json={"keys": keys}).json()
    assert [each["id"] for each in both] == [second.id, first.id]  # the latest first
    assert client.post("/api/plays/yours", json={"keys": {}}).json() == []
    view = first.view()
    record = view["status"]["record"]
    assert showcase(client)["kind"] == "example"  # whose game it is, is nobody else's business
    shown = showcase(client, own=record)
    assert (shown["kind"], shown["record"], len(shown["steps"])) == ("recent", record, 4)
    assert shown["outcome"]["winner"] == "b"
    assert last_frame(shown) == {p["at"]: p["sign"] for p in view["frame"]["pieces"]}
    assert showcase(client, own="f" * 64)["kind"] == "example"
    assert client.get("/api/showcase", params={"own": "../x"}).status_code == 422


@pytest.mark.parametrize("moves", [0, 5])
def test_a_live_game_is_shown_as_it_is_now(client: TestClient, moves: int) -> None:
    live = arena_of(client).services.live
    game = GAMES["othello"]
    position = turn_position(game.setup())
    builder = ViewBuilder(BoardView(game, position), position)
    live.open("7-1", "othello", ("one", "two"))
    assert showcase(client)["kind"] == "example"  # it waits for a worker
    start = builder.begin(())
    live.update("7-1", {**start.compact(), "turn_seconds": 1, "game_seconds": None})
    for number in range(moves):
        position = position.play(position.legal_moves()[0])
        step = builder.add(position, ())
        live.update("7-1", {"first": number, "steps": [step.compact()]})
    shown = showcase(client)
    assert (shown["kind"], shown["live"], shown["before"]) == ("live", "7-1", moves)
    assert shown["names"] == ["one", "two"]
    expected = BoardView(game, position).frame(position)
    assert {piece["at"]: piece["sign"] for piece in shown["frame"]["pieces"]} == {
        piece.at: piece.sign for piece in expected.pieces
    }
    live.end("7-1", None)
    assert showcase(client)["kind"] == "example"


def test_only_the_end_of_a_long_game_is_sent(client: TestClient) -> None:
    request = {"game": "gomoku", "bots": ["random:gomoku", "random:gomoku"], "rule": "freestyle"}
    match = client.post("/api/matches", json=request).json()
    path = f"/api/matches/{match['id']}"
    match = awaited(client, path, lambda found: found["state"] == "finished")
    shown = showcase(client)
    (game,) = match["all_games"]
    assert (shown["kind"], shown["record"]) == ("recent", game["result"]["key"])
    turns = game["result"]["turns"]
    assert len(shown["steps"]) == min(turns, _MOST_STEPS)
    assert shown["before"] == turns - len(shown["steps"])
    assert shown == showcase(client)  # the second time from memory
