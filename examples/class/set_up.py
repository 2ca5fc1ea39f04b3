"""Sets up a class on a course server of its own: 30 students from a roster, three of them at work.

    python examples/class/set_up.py [DATABASE]

It starts `garlic serve --class` on a free port, makes a teacher and the course, imports
`roster.csv`, lets three students set a password, upload a bot and play, and tries what they may
not do. DATABASE may be a file or a URL of PostgreSQL; by default it is a file that is deleted.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HERE = Path(__file__).parent
GARLIC = [sys.executable, "-m", "garlic"]
COURSE = "algorithms"
BOT = b"def play(position):\n    return position.legal_moves()[0]\n"


class Browser:
    """Somebody who keeps the cookie that they get."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    def ask(self, method: str, path: str, value: object = None) -> tuple[int, Any]:
        """The status and the content of a response."""
        body = None if value is None else json.dumps(value).encode()
        return self._send(method, path, body, "application/json")

    def upload(self, name: str) -> tuple[int, Any]:
        """Upload a bot for Tiaojia."""
        lines = []
        for field, value in (("game", "tiaojia"), ("name", name)):
            lines += ["--part", f'Content-Disposition: form-data; name="{field}"', "", value]
        lines += [
            "--part",
            'Content-Disposition: form-data; name="file"; filename="bot.py"',
            "",
            "",
        ]
        body = "\r\n".join(lines).encode() + BOT + b"\r\n--part--\r\n"
        return self._send("POST", "/api/bots", body, "multipart/form-data; boundary=part")

    def _send(self, method: str, path: str, body: bytes | None, kind: str) -> tuple[int, Any]:
        headers = {"Content-Type": kind, "Cookie": self.cookie}
        request = Request(self.address + path, body, headers, method=method)  # noqa: S310
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310
                if given := answer.headers.get("Set-Cookie"):
                    self.cookie = "; ".join(
                        f"{each.key}={each.value}" for each in SimpleCookie(given).values()
                    )
                content = answer.read()
                return answer.status, json.loads(content) if content else None
        except HTTPError as fault:
            return fault.code, json.loads(fault.read())


def garlic(*words: str) -> str:
    """What a command of garlic prints."""
    found = subprocess.run([*GARLIC, *words], check=True, capture_output=True, text=True)  # noqa: S603
    return found.stdout


def expect(what: str, found: int, *expected: int) -> None:
    """Print *what*, and stop if the status is another one."""
    print(f"{what}: {found}")
    if found not in expected:
        raise SystemExit(f"expected {expected}")


def set_password(address: str, link: str, password: str) -> Browser:
    """Somebody opens their one-time link."""
    browser = Browser(address)
    secret = link.partition("#")[2]
    status, _ = browser.ask("POST", "/api/links/use", {"secret": secret, "password": password})
    expect("a one-time link", status, 200)
    status, _ = browser.ask("POST", "/api/links/use", {"secret": secret, "password": password})
    expect("the same link again", status, 400)
    return browser


def at_work(address: str, students: list[dict[str, str]]) -> None:
    """Three students upload a bot, play, and try to see each other's."""
    browsers = [
        set_password(address, student["link"], f"a long password {number}")
        for number, student in enumerate(students)
    ]
    bots = []
    for browser, student in zip(browsers, students, strict=True):
        status, bot = browser.upload("my bot")
        expect(f"{student['login']} uploads a bot", status, 201)
        bots.append(bot)
    first, second = browsers[0], browsers[1]
    version = bots[0]["versions"][0]["bot"]
    match = {"game": "tiaojia", "bots": [version, "random:tiaojia"], "games": 2}
    status, begun = first.ask("POST", "/api/matches", match)
    expect("a match with one's own bot", status, 201)
    expect("the same with somebody else's", second.ask("POST", "/api/matches", match)[0], 400)
    for path in (f"/api/bots/{bots[0]['id']}", f"/api/matches/{begun['id']}"):
        expect(f"somebody else asks for {path}", second.ask("GET", path)[0], 404)
    expect(
        "deleting somebody else's bot", second.ask("DELETE", f"/api/bots/{bots[0]['id']}")[0], 404
    )
    expect("a student asks for the audit log", second.ask("GET", "/api/courses/2/audit")[0], 403)
    expect("somebody who is not signed in", Browser(address).ask("GET", "/api/bots")[0], 401)
    while True:
        _, now = first.ask("GET", f"/api/matches/{begun['id']}")
        if now["state"] not in ("waiting", "running"):
            break
        time.sleep(0.5)
    print(f"the match is {now['state']}: {now['tally']}")


def main(database: str) -> None:
    """Set up the class."""
    print(
        garlic(
            "people",
            "add",
            "teacher",
            "--role",
            "teacher",
            "--course",
            COURSE,
            "--database",
            database,
        ).strip()
    )
    words = ["people", "import", str(HERE / "roster.csv"), "--course", COURSE, "--json"]
    students = json.loads(garlic(*words, "--database", database))
    print(f"{len(students)} students, each with a one-time link")
    command = [*GARLIC, "serve", "--class", "--no-browser", "--port", "0", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            address = ""
            while not address:
                found = re.search(r"http://\S+?(?=/)", next(iter(server.stdout or ()), ""))
                address = f"{found[0]}" if found else ""
            print(f"the server is at {address}")
            at_work(address, students[:3])
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
    print("all is as it should be")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="garlic-class-") as folder:
        main(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/class.db")
