"""Sets up a class on a course server of its own: 30 students from a roster, three of them at work.

    python examples/class/set_up.py [DATABASE] [--dask]

It starts `garlic serve --class` on a free port, makes a teacher and the course, and imports
`roster.csv`. Three students open their one-time links in a browser each, sign in, upload a bot and
play, and are refused what is not theirs. Then the teacher holds a tournament of their bots.

DATABASE may be a file or a URL of PostgreSQL; by default it is a file that is deleted. With --dask
the tournament is played by two Dask workers, one of which is killed.
"""

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from course_server import PATIENCE_SECONDS, ROSTER, class_server, garlic
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")  # of Debian; else the one that playwright has installed
COURSE = "algorithms"
BOT = b"def play(position):\n    return position.legal_moves()[0]\n"


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, address: str, login: str) -> None:
        self.address, self.login = address, login
        self.password = secrets.token_urlsafe(12)
        context = browser.new_context(locale="en-US")
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        self.page: Page = context.new_page()

    def open(self, path: str) -> Page:
        """Go to a page of the server."""
        self.page.goto(self.address + path)
        return self.page

    def use_link(self, link: str) -> None:
        """Set a password by a one-time link, which works once; then sign in with it."""
        path = f"/join#{link.partition('#')[2]}"
        page = self.open(path)
        page.get_by_label("New password").fill(self.password)
        page.get_by_role("button", name="Set the password and sign in").click()
        page.get_by_role("button", name="Account menu").click()
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
        self.open(path)
        expect(page.get_by_role("alert").filter(has_text="is not valid")).to_be_visible()
        page = self.open("/sign-in")
        page.get_by_label("Login", exact=True).fill(self.login)
        page.get_by_label("Password", exact=True).fill(self.password)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("button", name="Account menu")).to_be_visible()
        print(f"{self.login} has used their link, which works no more, and signed in")

    def upload(self) -> str:
        """Upload a bot; the path of its page."""
        page = self.open("/bots")
        page.get_by_label("Try it out at").select_option("tiaojia")
        file = {"name": "bot.py", "mimeType": "text/x-python", "buffer": BOT + self._remark()}
        page.locator("input[type=file]").first.set_input_files([file])
        page.get_by_label("Name").fill(f"bot of {self.login}")
        page.get_by_role("button", name="Upload and try out").click()
        expect(page).to_have_url(re.compile("/bots/[0-9]+$"))
        expect(page.get_by_text("all is well").first).to_be_visible()
        print(f"{self.login} has uploaded a bot: {page.url}")
        return page.url.removeprefix(self.address)

    def _remark(self) -> bytes:
        return f"# of {self.login}\n".encode()  # two bots with the same content are the same bot

    def play(self, bot: str) -> str:
        """Let a bot play two games; the path of the match."""
        page = self.open("/matches")
        page.locator("form").get_by_label("Game").first.select_option("tiaojia")
        page.get_by_label("First bot").select_option(bot)
        page.get_by_label("Second bot").select_option("random:tiaojia")
        page.get_by_label("Games", exact=True).fill("2")
        page.get_by_role("button", name="Let them play").click()
        expect(page).to_have_url(re.compile("/matches/[0-9]+$"))
        expect(page.get_by_text("finished").first).to_be_visible()
        print(f"{self.login} has played: {page.url}")
        return page.url.removeprefix(self.address)

    def refused(self, path: str, sentence: str) -> None:
        """Look at something that is not theirs."""
        page = self.open(path)
        expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        print(f"{self.login} at {path}: {sentence}")

    def ask(self, method: str, path: str, value: object = None) -> tuple[int, Any]:
        """The status and the content of a response, without a page."""
        answer = self.page.request.fetch(self.address + path, method=method, data=value)
        return answer.status, json.loads(answer.text() or "null")


def status(what: str, found: int, expected: int) -> None:
    """Print *what*, and stop if the status is another one."""
    print(f"{what}: {found}")
    if found != expected:
        raise SystemExit(f"expected {expected}")


def students_at_work(people: list[Person]) -> list[str]:
    """Three students upload a bot, play, and try to see each other's; their bots."""
    pages = [person.upload() for person in people]
    first, second, third = people
    found = [
        person.ask("GET", f"/api{page}")[1] for person, page in zip(people, pages, strict=True)
    ]
    bots: list[str] = [bot["versions"][0]["bot"] for bot in found]
    match = first.play(bots[0])
    second.refused(pages[0], "There is no such bot.")
    third.refused(match, "There is no such match.")
    second.refused("/people", "You may not do this")
    stolen = {"game": "tiaojia", "bots": [bots[0], "random:tiaojia"]}
    status("a match with somebody else's bot", second.ask("POST", "/api/matches", stolen)[0], 400)
    status("deleting somebody else's bot", second.ask("DELETE", f"/api{pages[0]}")[0], 404)
    for path in (f"/api{pages[0]}", f"/api{match}"):
        status(f"{third.login} asks for {path}", third.ask("GET", path)[0], 404)
    return bots


def tournament(
    teacher: Person, students: list[Person], bots: list[str], cluster: "Cluster"
) -> None:
    """The teacher holds a tournament, which everybody in the course sees."""
    entrants = [{"name": f"bot {number}", "bot": bot} for number, bot in enumerate(bots, 1)]
    cup = {"name": "the first cup", "game": "tiaojia", "bots": entrants, "games": 40}
    made, begun = teacher.ask("POST", "/api/tournaments", cup)
    status("a tournament of the teacher's", made, 201)
    path = f"/tournaments/{begun['id']}"
    cluster.kill_one(teacher, path)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (now := teacher.ask("GET", f"/api{path}")[1])["state"] in ("waiting", "running"):
        if time.monotonic() > deadline:
            raise SystemExit(f"the tournament is still {now['state']}")
        time.sleep(0.5)
    print(f"the tournament is {now['state']}: {now['played']} of {now['scheduled']} games")
    if (now["state"], now["played"]) != ("finished", now["scheduled"]):
        raise SystemExit("expected it to be finished")
    page = students[2].open(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("the first cup")
    print(f"{students[2].login} sees its standings, but not what the others' bots print:")
    status("its records", students[2].ask("GET", f"/api{path}/export/records")[0], 403)


class Cluster:
    """No Dask workers: the server plays the games itself."""

    options: tuple[str, ...] = ()

    def kill_one(self, teacher: Person, path: str) -> None:
        """Kill a worker as soon as the tournament is played on the cluster."""


class TwoWorkers(Cluster):
    """Two Dask workers on this machine."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        file = folder / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self._stack, self._folder = stack, folder
        self._start("scheduler", *words, "--scheduler-file", str(file))
        while not (file.exists() and file.read_text().endswith("}")):
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        words = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
        self._workers = [self._start("worker", address, *words) for _ in range(2)]
        self.options = ("--cluster", address)

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        quiet = os.environ | {"DASK_LOGGING__DISTRIBUTED": "critical"}
        command = [sys.executable, "-m", "dask", *words]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(command, env=quiet, stdout=log, stderr=log)  # noqa: S603
        self._stack.callback(process.wait, 60)
        self._stack.callback(process.terminate)
        return process

    def kill_one(self, teacher: Person, path: str) -> None:
        """Kill a worker while it has games of the tournament."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            state = teacher.ask("GET", "/api/status")[1]
            if state["cluster_workers"] == 2 and state["on_cluster"] > 0:
                break
            if teacher.ask("GET", f"/api{path}")[1]["state"] == "finished":
                raise SystemExit("the cluster has not played in the tournament")
            if time.monotonic() > deadline:
                raise SystemExit(f"the cluster does nothing: {state}")
            time.sleep(0.1)
        print(
            f"{state['on_cluster']} games are on the cluster's {state['cluster_workers']} workers"
        )
        self._workers[0].kill()
        print("one of the workers was killed")


def main(database: str, cluster: Cluster) -> None:
    """Set up the class."""
    words = ["--course", COURSE, "--database", database, "--json"]
    teacher_link = json.loads(garlic("people", "add", "teacher", "--role", "teacher", *words))[
        "link"
    ]
    students = json.loads(garlic("people", "import", str(ROSTER), *words))
    print(f"{len(students)} students, each with a one-time link")
    with class_server(database, cluster.options) as server, sync_playwright() as playwright:
        address = server.address
        print(f"the server is at {address}")
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM if CHROMIUM.exists() else None, args=["--no-sandbox"]
        )
        expect.set_options(timeout=PATIENCE_SECONDS * 1000)
        people = [Person(browser, address, student["login"]) for student in students[:3]]
        for person, student in zip(people, students, strict=False):
            person.use_link(student["link"])
        bots = students_at_work(people)
        teacher = Person(browser, address, "teacher")
        teacher.use_link(teacher_link)
        tournament(teacher, people, bots, cluster)
        nobody = Person(browser, address, "nobody")
        status("somebody who is not signed in", nobody.ask("GET", "/api/bots")[0], 401)
        browser.close()
    print("all is as it should be")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "database", nargs="?", help="a file or a URL; by default one that is deleted"
    )
    parser.add_argument("--dask", action="store_true", help="two Dask workers, one is killed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="garlic-class-") as folder, ExitStack() as stack:
        cluster = TwoWorkers(Path(folder), stack) if given.dask else Cluster()
        main(given.database or f"{folder}/class.db", cluster)
