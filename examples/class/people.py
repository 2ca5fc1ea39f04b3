"""The people of `week.py`, each with a session of their own on the server."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from course_server import PATIENCE_SECONDS, garlic
from students import Program

from garlic.cli.remote import CourseServer, ServerError

PASSWORD = "a week in minutes"  # noqa: S105  (of people who do not exist)


@dataclass(slots=True)
class HandedIn:
    """A submission that the server has accepted."""

    id: str
    assignment: int
    number: int  # of the attempts
    received: str  # on the server's clock
    late_percent: float


class Member(CourseServer):
    """Somebody who uses the server as its pages do."""

    def __init__(self, address: str, login: str, name: str) -> None:
        super().__init__(address)
        self.login, self.name = login, name

    def join(self, link: str) -> None:
        """Set a password by a one-time link, which also signs in."""
        secret = link.partition("#")[2]
        self.post("/api/links/use", {"secret": secret, "password": PASSWORD})

    def put(self, path: str, value: Any) -> Any:
        """The response to a PUT of *value* as JSON; raise `ServerError`."""
        return self._ask("PUT", path, json.dumps(value).encode(), "application/json")

    def download(self, path: str) -> bytes:
        """A file."""
        request = Request(self.url + path, headers={"Cookie": self.cookie or ""})  # noqa: S310
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            content: bytes = answer.read()
        return content


@dataclass
class Student:
    """A student: what they have written, handed in and let play."""

    member: Member
    program: Program  # their bot
    folder: Path  # of their own machine
    handed_in: list[HandedIn] = field(default_factory=list)
    bot: int = 0  # its number on the server
    versions: list[int] = field(default_factory=list)  # of the bot
    entry: int = 0  # of the version that plays in the league

    @property
    def name(self) -> str:
        """Their name."""
        return self.member.name

    @property
    def bot_name(self) -> str:
        """How they call their bot."""
        return f"{self.name.partition(' ')[0].lower()}-bot"

    def hand_in(self, assignment: int, program: Program) -> HandedIn:
        """Hand in on the page of an assignment; raise `ServerError` if it is refused."""
        path = f"/api/assignments/{assignment}/submissions"
        answer = self.member.upload(path, {}, Path(program.name), program.content)
        return self._accepted(assignment, answer)

    def refused(self, assignment: int, program: Program) -> str:
        """Hand in something that is refused; the sentence about it."""
        try:
            answer = self.hand_in(assignment, program)
        except ServerError as fault:
            return re.sub("^the server: ", "", str(fault))
        raise SystemExit(f"expected to be refused, but {answer} was accepted")

    def log_in_at_the_terminal(self) -> None:
        """`garlic login` with an access token, as for `push` and `submit`."""
        scopes = ["read", "bots", "play", "submit"]
        made = self.member.post("/api/account/tokens", {"name": "laptop", "scopes": scopes})
        self.folder.mkdir()
        token = self.folder / "token"
        token.write_text(made["secret"])
        words = ("login", self.member.url, "--token-file", str(token))
        garlic(*words, config=self.folder)

    def submit(self, assignment: int, name: str, program: Program) -> HandedIn:
        """`garlic submit`, without waiting for the points."""
        path = self._file(program)
        garlic("submit", name, str(path), "--no-wait", config=self.folder)
        home = self.member.get(f"/api/assignments/{assignment}")
        return self._accepted(assignment, home["submissions"][0])

    def push(self, program: Program, game: str) -> None:
        """`garlic push`, which waits for the check."""
        words = ("push", str(self._file(program)), "--game", game, "--name", self.bot_name)
        garlic(*words, config=self.folder)
        found = self.member.get("/api/bots")["stored"]
        self.bot = next(each["id"] for each in found if each["name"] == self.bot_name)
        self._note_version()

    def upload(self, program: Program, game: str) -> None:
        """Upload a bot, or its next version, on the page of bots."""
        fields = {"game": game, "name": self.bot_name}
        made = self.member.upload("/api/bots", fields, Path(program.name), program.content)
        self.bot = made["id"]
        self._note_version()

    def enter(self, league: int, **options: Any) -> dict[str, Any]:
        """Let the newest version play in a league."""
        request = {"version": self.versions[-1], **options}
        entered: dict[str, Any] = self.member.post(f"/api/leagues/{league}/entries", request)
        self.entry = entered["entry"]
        return entered

    def _file(self, program: Program) -> Path:
        path = self.folder / program.name
        path.write_bytes(program.content)
        return path

    def _note_version(self) -> None:
        versions = self.member.get(f"/api/bots/{self.bot}")["versions"]
        self.versions.append(max(each["id"] for each in versions))

    def _accepted(self, assignment: int, answer: dict[str, Any]) -> HandedIn:
        lateness = answer["lateness"]
        percent = 0.0 if lateness is None else lateness["percent"]
        found = HandedIn(answer["id"], assignment, answer["number"], answer["received_at"], percent)
        self.handed_in.append(found)
        return found
