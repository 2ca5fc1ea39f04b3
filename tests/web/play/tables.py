"""A human game as a page uses it, for the tests of this folder."""

from collections.abc import Callable
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from garlic.judge.record import Record
from garlic.store.games import load_record
from support.web import arena_of, awaited, document

BOTH = ["human", "human"]
KEY = "Garlic-Seat-Key"


class Table:
    """A game, and the key of whoever has opened it."""

    def __init__(self, client: TestClient, **settings: object) -> None:
        self.client = client
        answer = client.post("/api/plays", json={"seats": BOTH, **settings})
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["id"]
        self.key: str = answer.json()["key"]

    @property
    def path(self) -> str:
        return f"/api/plays/{self.id}"

    def view(self) -> dict[str, Any]:
        return document(self.client.get(self.path, headers={KEY: self.key}))

    def wait(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The status as soon as *condition* is true of it."""
        found = awaited(self.client, self.path, lambda view: bool(condition(view["status"])), 20)
        status: dict[str, Any] = found["status"]
        return status

    def post(self, command: str, /, **body: object) -> Response:
        """Send a command of whoever has opened the game."""
        return self.post_as(self.key, command, **body)

    def post_as(self, key: str, command: str, /, **body: object) -> Response:
        """Send a command with *key*; "" for none."""
        headers = {KEY: key} if key else {}
        return self.client.post(f"{self.path}/{command}", json=body, headers=headers)

    def move(self, seat: str, move: str, *, key: str | None = None) -> dict[str, Any]:
        """Play a move and wait until it is on the board."""
        ply = self.view()["status"]["ply"]
        answer = self.post_as(key or self.key, "moves", seat=seat, move=move, ply=ply)
        assert answer.status_code == 200, answer.text
        return self.wait(lambda status: status["ply"] > ply)

    def over(self) -> dict[str, Any]:
        return self.wait(lambda status: status["outcome"] is not None and status["record"])


def problem(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["problem"]["code"]


def record_of(client: TestClient, key: str) -> Record:
    database = arena_of(client).database
    return database.read(lambda connection: load_record(connection, key))
