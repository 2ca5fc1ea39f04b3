"""A class in real browsers: signing in, links, and what is not theirs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Connection

from garlic.people.accounts import add_person
from garlic.people.courses import add_course, set_role
from garlic.people.persons import Role
from garlic.store import open_database
from support.classes import PASSWORD
from support.present import present
from support.web import Server, running_server
from web.pages.visits import StartVisit, Visit

BOT = b"def play(state):\n    return state.legal_moves()[0]\n"


@pytest.fixture(scope="module")
def class_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A course server with a teacher, who may have to wait for nobody."""
    folder: Path = tmp_path_factory.mktemp("class")

    def work(connection: Connection) -> None:
        add_person(connection, "root", password=PASSWORD, is_administrator=True)
        teacher = add_person(connection, "turing", "Alan Turing", password=PASSWORD)
        course = add_course(connection, "algorithms", "Algorithms")
        set_role(connection, course.id, teacher.id, Role.TEACHER)

    with open_database(str(folder / "web.db")) as database:
        database.write(work)
    with running_server(folder, "--class", "--insecure-http") as found:
        yield found


def sign_in(page: Page, login: str, password: str = PASSWORD) -> None:
    page.get_by_label("Login", exact=True).fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def at(server: Server, seen: Visit) -> Visit:
    seen.address = server.address
    return seen


def test_a_person_is_set_up_by_a_link_and_kept_to_what_is_theirs(
    class_server: Server, visit: StartVisit
) -> None:
    staff, student = at(class_server, visit()), at(class_server, visit(width=390, height=844))
    page = staff.open("/people?next=//evil.example")
    heading(page, "Sign in")
    expect(page.get_by_role("complementary")).to_contain_text("no encryption")
    staff.check_axe()
    sign_in(page, "turing", "not the password")
    expect(page.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    sign_in(page, "turing")
    heading(page, "People")  # the page that was asked for
    page.get_by_text("Add somebody").click()
    page.get_by_label("Login", exact=True).fill("ada")
    page.get_by_label("Name", exact=True).fill("<b>Ada</b>")
    page.get_by_role("button", name="Add", exact=True).click()
    link = page.get_by_label("One-time link for ada")
    expect(page.get_by_role("rowheader", name="<b>Ada</b>")).to_be_visible()
    staff.shoot("people-1280-light-en")
    staff.check_axe()
    made = page.request.post(
        f"{class_server.address}/api/bots",
        multipart={
            "file": {"name": "turings.py", "mimeType": "text/x-python", "buffer": BOT},
            "game": "othello",
        },
    )
    assert made.status == 201, made.text()
    bot = f"/bots/{made.json()['id']}"

    page = student.page
    page.goto(link.input_value())
    heading(page, "New password")
    page.get_by_label("New password").fill("correct horse 9")
    page.get_by_role("button", name="Set the password and sign in").click()
    menu = page.get_by_role("button", name="Account menu")
    expect(menu).to_have_text("Account menu: <b>Ada</b>")
    menu.click()
    expect(page.get_by_role("link", name="Your account")).to_be_visible()
    for width in (390, 360):  # the header is one line, and its menu within the window
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.querySelector('header').clientHeight") < 70
        assert present(page.locator("#person").bounding_box())["x"] > 0
    expect(page.get_by_role("link", name="People")).to_have_count(0)
    for path, refusal in ((bot, "There is no such bot."), ("/people", "You may not do this")):
        student.open(path)
        expect(page.get_by_role("alert").filter(has_text=refusal)).to_be_visible()
    page.goto(link.input_value())  # it works once
    expect(page.get_by_role("alert").filter(has_text="not valid")).to_be_visible()
    student.open("/account")
    expect(page.get_by_text("this browser")).to_be_visible()
    student.check_axe()
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    heading(page, "Sign in")
    student.open(bot)
    heading(page, "Sign in")


def test_a_session_that_ends_loses_nothing(class_server: Server, visit: StartVisit) -> None:
    seen = at(class_server, visit())
    page = seen.open("/sign-in?next=https://evil.example/")
    sign_in(page, "turing")
    expect(page).to_have_url(f"{class_server.address}/")
    seen.open("/account")
    page.get_by_label("What is it for?").fill("my laptop")
    assert page.request.delete(f"{class_server.address}/api/session").ok
    page.get_by_role("button", name="Create a token").click()
    again = page.get_by_role("dialog", name="Your session has ended")
    expect(again.get_by_label("Login")).to_have_value("turing")
    seen.check_axe()
    again.get_by_label("Password", exact=True).fill(PASSWORD)
    again.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("New token “my laptop”")).to_have_value(re.compile("^garlic_"))
