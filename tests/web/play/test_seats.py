"""Seats of human games: only whoever has the key of a side plays it; others watch."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.store.human_games import change_setup
from garlic.web.app import create_app, openapi
from garlic.web.events import Event
from garlic.web.play.seats import hash_of
from garlic.web.settings import ServerSettings
from support.web import arena_of
from web.play.tables import KEY, Table, problem

ADDRESS = "http://127.0.0.1:8000"
WRONG = "x" * 32

# Every command of a player, with a body; those with a seat are about the side a.
COMMANDS: dict[str, dict[str, object]] = {
    "moves": {"seat": "a", "move": "h8", "ply": 0},
    "resign": {"seat": "a", "ply": 0},
    "offers": {"seat": "a", "ply": 0, "kind": "draw"},
    "decline": {"seat": "a"},
    "hint": {"seat": "a", "ply": 0},
    "steer": {"seat": "a", "direction": "up"},
    "take_back": {"ply": 0},
    "swap": {"ply": 0},
    "pause": {"paused": True},
    "analysis": {"on": True},
    "again": {},
    "retry": {},
}


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


class FriendTable(Table):
    """A game of two people, each with a key: the opener is *a*, the friend *b*."""

    def __init__(self, client: TestClient, game: str = "gomoku", **settings: object) -> None:
        super().__init__(client, game=game, seats=["human", "friend"], **settings)
        self.friend = "f" * 30 + self.id[:2]

    @property
    def invitation(self) -> str:
        answer = self.client.get(f"{self.path}/invitation", headers={KEY: self.key})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["invitation"])

    def join(self) -> dict[str, Any]:
        body = {"key": self.friend, "invitation": self.invitation}
        answer = self.client.post(f"{self.path}/join", json=body)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def offer(self, seat: str, kind: str) -> None:
        key = {"a": self.key, "b": self.friend}[seat]
        ply = self.view()["status"]["ply"]
        answer = self.post_as(key, "offers", seat=seat, kind=kind, ply=ply)
        assert answer.status_code == 200, answer.text

    def offers(self) -> dict[str, str]:
        found: dict[str, str] = self.view()["status"]["offers"]
        return found


@pytest.fixture
def friends(client: TestClient) -> FriendTable:
    table = FriendTable(client)
    table.join()
    return table


# Keys -----------------------------------------------------------------------------------------


def test_every_command_of_the_api_is_checked_here() -> None:
    prefix = "/api/plays/{name}/"
    paths = {
        path.removeprefix(prefix)
        for path, methods in openapi()["paths"].items()
        if path.startswith(prefix) and "post" in methods
    }
    assert paths - {"join"} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_needs_a_key(friends: FriendTable, command: str) -> None:
    before = friends.view()
    for key in ("", WRONG):
        answer = friends.post_as(key, command, **COMMANDS[command])
        assert problem(answer) == (403, "play.watching")
    after = friends.view()
    before["status"]["elapsed"] = after["status"]["elapsed"] = 0
    assert after == before


@pytest.mark.parametrize("command", [name for name, body in COMMANDS.items() if "seat" in body])
def test_a_command_for_a_side_needs_the_key_of_that_side(
    friends: FriendTable, command: str
) -> None:
    answer = friends.post_as(friends.friend, command, **COMMANDS[command])
    assert problem(answer) == (403, "play.not_your_seat")
    assert friends.view()["status"]["ply"] == 0


def test_a_game_is_removed_only_by_its_players(client: TestClient) -> None:
    table = Table(client, game="gomoku")
    for headers in ({}, {KEY: WRONG}):
        assert problem(client.delete(table.path, headers=headers)) == (403, "play.watching")
    assert client.delete(table.path, headers={KEY: table.key}).status_code == 200


def test_the_view_says_which_sides_are_yours(friends: FriendTable) -> None:
    def yours(key: str) -> Any:
        return friends.client.get(friends.path, headers={KEY: key}).json()["yours"]

    assert [yours(key) for key in (friends.key, friends.friend, WRONG)] == [["a"], ["b"], []]
    both = Table(friends.client, game="gomoku")
    assert both.view()["yours"] == ["a", "b"]
    alone = Table(friends.client, game="tiaojia", seats=["random:tiaojia", "human"])
    assert alone.view()["yours"] == ["b"]


def test_the_key_follows_its_player_when_the_sides_are_swapped(client: TestClient) -> None:
    table = Table(client, game="tiaojia", seats=["human", "random:tiaojia"])
    assert table.post("swap", ply=0).json()["yours"] == ["b"]
    again = table.post("again", swapped=True).json()
    assert again["yours"] == ["a"]
    assert "key" not in again  # it is the same one


def test_keys_and_invitations_are_told_to_nobody_else(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    published: list[str] = []
    hub, real = arena_of(client).hub, arena_of(client).hub.publish

    def publish(event: Event) -> None:
        published.append(event.model_dump_json())
        real(event)

    monkeypatch.setattr(hub, "publish", publish)
    with caplog.at_level(logging.DEBUG):
        table = FriendTable(client)
        invitation = table.invitation
        table.join()
        table.move("a", "h8")
        table.offer("a", "draw")
        table.offer("b", "draw")
        record = table.over()["record"]
        table.post_as(WRONG, "moves", seat="a", move="h8", ply=0)
    watched = [
        client.get(table.path).text,
        client.get("/api/plays").text,
        client.get(f"/api/records/{record}").text,
        client.get(f"/api/records/{record}/view").text,
        *published,
        caplog.text.replace(f"/api/plays/{table.id}", ""),
    ]
    assert len(published) > 3
    for secret in (table.key, table.friend, invitation):
        assert not any(secret in text or hash_of(secret) in text for text in watched)
        database = (Path(str(arena_of(client).database.url.database))).read_bytes()
        assert secret.encode() not in database


def test_seats_survive_a_restart(tmp_path: Path) -> None:
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        table = FriendTable(client)
        invitation = table.invitation
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        table.client = client
        assert (table.invitation, table.view()["seats"][1]["free"]) == (invitation, True)
        table.join()
        table.move("a", "h8")
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        table.client = client
        answer = table.post("moves", seat="b", move="a1", ply=1)
        assert problem(answer) == (403, "play.not_your_seat")
        table.move("b", "a1", key=table.friend)


def test_a_game_from_before_there_were_keys_can_be_taken_once(client: TestClient) -> None:
    table = Table(client, game="gomoku")
    arena = arena_of(client)
    setup = arena.human_games.get(table.id).setup
    old = replace(setup, keys=("", ""))
    arena.database.write(lambda connection: change_setup(connection, table.id, old))
    arena.human_games.get(table.id).setup = old
    assert [seat["free"] for seat in client.get(table.path).json()["seats"]] == [True, True]
    assert client.post(f"{table.path}/join", json={"key": WRONG}).json()["yours"] == ["a", "b"]
    late = client.post(f"{table.path}/join", json={"key": "y" * 32})
    assert problem(late) == (409, "play.seat_taken")
    table.move("a", "h8", key=WRONG)


# Invitations ----------------------------------------------------------------------------------


def test_the_game_begins_when_the_friend_has_come(client: TestClient) -> None:
    table = FriendTable(client, clock_seconds=60)
    view = table.view()
    assert ([seat["free"] for seat in view["seats"]], view["status"]["waiting"]) == (
        [False, True],
        [],
    )
    for command in ("moves", "resign", "swap", "offers", "again"):
        assert table.post(command, **COMMANDS[command]).status_code == 409
    joined = table.join()
    assert (joined["yours"], joined["between_people"]) == (["b"], True)
    status = table.wait(lambda status: status["waiting"])
    assert status["waiting"] == ["a"]
    table.move("a", "h8")
    table.move("b", "a1", key=table.friend)


def test_an_invitation_works_once_and_for_the_same_person_again(client: TestClient) -> None:
    table = FriendTable(client)
    invitation = table.invitation
    for wrong in (None, "", WRONG, invitation[:-1]):
        body = {"key": WRONG, "invitation": wrong}
        answer = client.post(f"{table.path}/join", json=body)
        assert problem(answer) == (403, "play.wrong_invitation")
    body = {"key": "short", "invitation": invitation}
    assert client.post(f"{table.path}/join", json=body).status_code == 422
    table.join()
    body = {"key": table.friend, "invitation": invitation}
    assert client.post(f"{table.path}/join", json=body).json()["yours"] == ["b"]
    other = client.post(f"{table.path}/join", json={"key": WRONG, "invitation": invitation})
    assert problem(other) == (409, "play.seat_taken")
    gone = client.get(f"{table.path}/invitation", headers={KEY: table.key})
    assert problem(gone) == (409, "play.seat_taken")


@pytest.mark.parametrize("seats", [["friend", "friend"], ["friend", "random:gomoku"]])
def test_whoever_opens_a_game_for_a_friend_plays_too(client: TestClient, seats: list[str]) -> None:
    answer = client.post("/api/plays", json={"game": "gomoku", "seats": seats})
    assert problem(answer) == (400, "play.no_human")


# Between two people ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["gomoku", "stars"])
@pytest.mark.parametrize("first", ["a", "b"])
def test_a_draw_is_offered_and_agreed(client: TestClient, game: str, first: str) -> None:
    table = FriendTable(client, game)
    table.join()
    table.offer(first, "draw")
    assert table.offers() == {first: "draw"}
    table.offer("b" if first == "a" else "a", "draw")
    status = table.over()
    assert (status["outcome"]["winner"], status["offers"]) == (None, {})


def test_a_draw_is_declined_or_withdrawn_by_a_move(friends: FriendTable) -> None:
    friends.offer("a", "draw")
    nothing = friends.post("decline", seat="a")
    assert problem(nothing) == (409, "play.no_offer")
    assert friends.post_as(friends.friend, "decline", seat="b").status_code == 200
    assert friends.offers() == {}
    friends.offer("a", "draw")
    friends.move("a", "h8")
    assert friends.offers() == {}
    late = friends.post_as(friends.friend, "offers", seat="b", kind="draw", ply=0)
    assert problem(late) == (409, "play.stale")  # meant for the offer that was withdrawn
    assert friends.view()["status"]["outcome"] is None


def test_nobody_is_helped_against_a_person(friends: FriendTable) -> None:
    friends.move("a", "h8")
    friends.move("b", "a1", key=friends.friend)
    for command in ("hint", "swap", "analysis"):
        body = {**COMMANDS[command], "ply": 2}
        assert problem(friends.post(command, **body)) == (409, "play.between_people")
    for command in ("take_back", "again"):
        assert problem(friends.post(command, ply=2)) == (409, "play.ask_first")


def test_a_move_is_taken_back_if_the_other_agrees(friends: FriendTable) -> None:
    friends.move("a", "h8")
    friends.move("b", "a1", key=friends.friend)
    friends.offer("a", "take_back")
    friends.offer("b", "take_back")
    assert friends.wait(lambda status: status["waiting"])["ply"] == 0
    late = friends.post("offers", seat="a", kind="take_back", ply=0)
    assert problem(late) == (409, "play.nothing_to_take_back")


def test_a_rematch_is_agreed_with_the_colours_swapped(friends: FriendTable) -> None:
    early = friends.post("offers", seat="a", kind="rematch", ply=0)
    assert problem(early) == (409, "play.not_over")
    assert friends.post_as(friends.friend, "resign", seat="b", ply=0).status_code == 200
    status = friends.over()  # at once, although it was the other's turn
    assert status["outcome"]["winner"] == "a"
    friends.offer("a", "rematch")
    assert friends.view()["status"]["rematch"] is None
    friends.offer("b", "rematch")
    name = friends.view()["status"]["rematch"]
    yours = [
        friends.client.get(f"/api/plays/{name}", headers={KEY: key}).json()["yours"]
        for key in (friends.key, friends.friend)
    ]
    assert yours == [["b"], ["a"]]


def test_only_people_agree(client: TestClient) -> None:
    table = Table(client, game="tiaojia", seats=["human", "random:tiaojia"])
    answer = table.post("offers", seat="a", kind="draw", ply=0)
    assert problem(answer) == (409, "play.only_people_agree")


def test_a_clock_gets_its_increment_after_each_move(client: TestClient) -> None:
    table = Table(client, game="gomoku", clock_seconds=60, increment_seconds=30)
    assert table.view()["status"]["left"] == [60, 60]
    first, second = table.move("a", "h8")["left"]
    assert 60 < first <= 90
    assert second == 60
    assert json.loads(client.get(table.path).text)["increment_seconds"] == 30
