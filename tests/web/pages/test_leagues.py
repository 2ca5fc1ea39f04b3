"""Leagues in real browsers: students enter bots, which play; the teacher holds the final."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, FloatRect, Locator, Page, expect
from sqlalchemy import Connection

from garlic.arena.league.definition import read_league
from garlic.courses.leagues import create, freeze_league
from garlic.people.accounts import add_person
from garlic.people.courses import add_course, set_role
from garlic.people.persons import Role
from garlic.store import open_database
from garlic.store.owners import Owner
from support.classes import PASSWORD
from support.leagues import RULES, Oracle, add_bot, new_league, play
from support.web import Server, running_server
from web.pages.visits import StartVisit, Visit

BOT = "def play(state):\n    return state.legal_moves()[{place}]\n"
MOST_MILLISECONDS = 120_000  # for games on a busy machine


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    """A local server with a league of three bots that has played and is frozen."""
    folder: Path = tmp_path_factory.mktemp("frozen")
    with open_database(str(folder / "web.db")) as database:
        number = new_league(database)
        for name in ("ada", "bob", "cat"):
            add_bot(database, number, folder, name)
        play(database, number, Oracle(ada=500.0, bob=200.0), 60)
        database.write(lambda c: freeze_league(c, number))
    with running_server(folder) as found:
        yield found, number


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    """A course server with a teacher, two students and an open league, which it plays."""
    folder: Path = tmp_path_factory.mktemp("league")

    def work(connection: Connection) -> Owner:
        course = add_course(connection, "algorithms", "Algorithms")
        roles = {"turing": Role.TEACHER, "ada": Role.STUDENT, "bob": Role.STUDENT}
        people = {
            login: add_person(connection, login, login.title(), password=PASSWORD).id
            for login in roles
        }
        for login, role in roles.items():
            set_role(connection, course.id, people[login], role)
        return Owner(people["turing"], course.id)

    with open_database(str(folder / "web.db")) as database:
        owner = database.write(work)
        rules = {**RULES, "milestones": [], "placing_games": 2, "games_per_day": 2}
        number = create(database, "spring", read_league(rules), owner)
    with running_server(folder, "--class", "--insecure-http") as found:
        yield found, number


def signed_in(seen: Visit, server: Server, login: str) -> Visit:
    seen.address = server.address
    answer = seen.page.request.post(
        f"{server.address}/api/session", data={"login": login, "password": PASSWORD}
    )
    assert answer.status == 200, answer.text()
    return seen


def upload(page: Page, place: int) -> None:
    content = BOT.format(place=place).encode()
    file = FilePayload(name="mine.py", mimeType="text/x-python", buffer=content)
    page.locator("input[type=file]").set_input_files(file)


def box_of(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def fits(page: Page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


def test_the_table_leads_to_a_bot_and_to_who_beats_whom(
    frozen: tuple[Server, int], visit: StartVisit
) -> None:
    server, _ = frozen
    seen = visit(width=390, height=844)
    seen.address = server.address
    page = seen.open("/leagues")
    page.get_by_role("link", name="spring").click()
    table = page.get_by_role("table", name="Table")
    expect(table.get_by_role("row").filter(has_text="ada").get_by_role("cell").first).to_have_text(
        "1"
    )
    rows = table.get_by_role("row").count()
    page.get_by_role("button", name="All milestones").click()
    assert table.get_by_role("row").count() > rows
    expect(page.get_by_role("img", name="Ratings over time")).to_be_visible()
    expect(page.get_by_text("The league is frozen: nobody enters")).to_be_visible()
    assert fits(page)
    seen.check_axe()
    table.get_by_role("link", name="ada").click()
    expect(page).to_have_url(re.compile(r"/bots/\d+$"))
    page.get_by_role("link", name="against bob").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Head to head")
    expect(page.locator("main a[href^='/replay/']").first).to_be_visible()
    assert fits(page)


def test_the_fields_of_the_entry_stand_in_a_row(
    league: tuple[Server, int], visit: StartVisit
) -> None:
    server, number = league
    page = signed_in(visit(), server, "bob").open(f"/leagues/{number}")
    check = box_of(page.get_by_label("Anonymous"))
    label = box_of(page.get_by_text("Anonymous (staff"))
    fields = [box_of(page.get_by_label(name)) for name in ("A bot of yours", "Nickname")]
    assert check["width"] < 40, "beside its label, not above it"
    assert check["x"] - label["x"] < 10
    bottoms = [box["y"] + box["height"] for box in (*fields, label)]
    assert max(bottoms) - min(bottoms) < 12


def test_a_final_of_eight_fits_on_a_projector(
    frozen: tuple[Server, int], visit: StartVisit
) -> None:
    server, number = frozen
    seen = visit(width=1280, height=720)
    seen.address = server.address
    page = seen.page
    found = page.request.get(f"{server.address}/api/leagues/{number}/final").json()
    pair = {"stage": 1, "first_points": 0, "second_points": 1, "played": 1, "scheduled": 2}
    scores = {"first_scored": 10, "second_scored": 20, "winner": None}
    pairs = [{**pair, **scores, "first": each, "second": 7 - each} for each in range(4)]
    names = [f"the-bot-of-student-{each}" for each in range(8)]
    final = {"tournament": 1, "format": "knock-out", "state": "running"}
    answer = {**found, **final, "names": names, "pairs": pairs}
    page.route("**/api/leagues/*/final", lambda route: route.fulfill(json=answer))
    games = {"played": 4, "scheduled": 8, "standings": []}
    page.route("**/api/tournaments/1", lambda route: route.fulfill(json=games))
    seen.open(f"/leagues/{number}/final")
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".stage.full")).to_be_visible()
    expect(page.get_by_role("heading", name="Next")).to_be_in_viewport(ratio=1)
    expect(page.locator(".bracket")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_bot_enters_plays_and_climbs_and_the_best_meet_in_the_final(
    league: tuple[Server, int], visit: StartVisit
) -> None:
    server, number = league
    ada = signed_in(visit(width=390, height=844, dark=True), server, "ada")
    page = ada.open(f"/leagues/{number}")
    expect(page.get_by_text("No bot has entered yet.")).to_be_visible()
    page.get_by_label("Name of the bot").fill("ada-bot")
    upload(page, 0)
    expect(page.get_by_text("Version 1 plays")).to_be_visible(timeout=MOST_MILLISECONDS)
    table = page.get_by_role("table", name="Table")
    line = table.get_by_role("row").filter(has_text="ada-bot")
    expect(line).to_contain_text("being placed")

    bob = signed_in(visit(language="zh-CN"), server, "bob")
    other = bob.open(f"/leagues/{number}")
    other.get_by_label("程序名称").fill("bob-bot")
    other.get_by_label("匿名").check()
    upload(other, -1)
    expect(other.get_by_text("版本 1 已参赛")).to_be_visible(timeout=MOST_MILLISECONDS)
    # Ada's page is not touched: it shows who has come, and ranks as soon as games were played.
    anonymous = table.get_by_role("row").filter(has_text="Anonymous")
    expect(anonymous).to_be_visible(timeout=MOST_MILLISECONDS)
    expect(table.get_by_text("being placed")).to_have_count(0, timeout=MOST_MILLISECONDS)
    expect(page.get_by_text("bob")).to_have_count(0)
    assert fits(page)
    ada.check_axe()
    bob.check_axe()
    line.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("ada-bot")
    expect(page.get_by_role("heading", name="Who beats whom")).to_be_visible()
    assert fits(page)
    ada.check_axe()

    staff = signed_in(visit(width=1600), server, "turing")
    teacher = staff.open(f"/leagues/{number}")
    ranks = teacher.get_by_role("table", name="Table")
    expect(ranks.get_by_role("row").filter(has_text="Anonymous")).to_contain_text("Bob")
    teacher.get_by_role("button", name="Freeze").click()
    teacher.get_by_label("How many of the best").fill("2")
    teacher.get_by_role("button", name="Play the final").click()
    expect(teacher.get_by_role("heading", level=1)).to_contain_text("Final of season 1")
    expect(teacher.get_by_role("list", name="Prizes")).to_be_visible(timeout=MOST_MILLISECONDS)
    expect(teacher.get_by_role("heading", name="Final", exact=True)).to_be_visible()
    staff.check_axe()
    page.goto(f"{server.address}/leagues/{number}/final")
    expect(page.get_by_role("list", name="Prizes")).to_be_visible()
    expect(page.get_by_text("Bob")).to_have_count(0)
    assert fits(page)
