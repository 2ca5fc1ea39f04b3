"""A course in real browsers: a student hands in, the teacher looks at the class."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect
from sqlalchemy import Connection

from garlic.people.accounts import add_person
from garlic.people.courses import add_course, set_role
from garlic.people.persons import Role
from garlic.store import open_database
from garlic.store.announcements import announce
from garlic.store.assignments import add_assignment
from garlic.store.owners import Owner
from support.classes import PASSWORD
from support.web import Server, running_server
from web.pages.visits import StartVisit, Visit

MOST_MILLISECONDS = 120_000  # for a grading on a busy machine
SOURCE = b"int main( {\n    return 0;\n}\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    """A course server with a teacher, two students, an announcement and an assignment."""
    folder: Path = tmp_path_factory.mktemp("course")

    def work(connection: Connection) -> int:
        found = add_course(connection, "algorithms", "Algorithms")
        roles = {"turing": Role.TEACHER, "ada": Role.STUDENT, "bob": Role.STUDENT}
        for login, role in roles.items():
            account = add_person(connection, login, login.title(), password=PASSWORD)
            set_role(connection, found.id, account.id, role)
        owner = Owner(2, found.id)
        announce(connection, owner, "Welcome", "The first week is open.\nAsk if you are stuck.")
        definition = {
            "name": "week-1",
            "title": {"en": "Week 1: Trek", "zh": "第一周：Trek"},
            "lab": "trek",
            "due": "2099-11-20 23:59 +08:00",
            "late": "10 %/day",
            "attempts": 3,
            "hidden": [2],
            "assistance_off": ["hints"],
        }
        add_assignment(connection, "week-1", definition, owner)
        return found.id

    with open_database(str(folder / "web.db")) as database:
        number = database.write(work)
    with running_server(folder, "--class", "--insecure-http") as found:
        yield found, number


def signed_in(seen: Visit, server: Server, login: str) -> Visit:
    seen.address = server.address
    answer = seen.page.request.post(
        f"{server.address}/api/session", data={"login": login, "password": PASSWORD}
    )
    assert answer.status == 200, answer.text()
    return seen


def hand_in(page: Page, content: bytes) -> None:
    file = FilePayload(name="trek.cpp", mimeType="text/plain", buffer=content)
    page.locator("input[type=file]").set_input_files(file)
    page.locator("aside button.main").click()
    expect(page).to_have_url(re.compile("/submissions/[0-9a-f]{24}$"))


def fits(page: Page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@pytest.mark.slow
def test_a_student_hands_in_and_the_teacher_grades(
    course: tuple[Server, int], visit: StartVisit
) -> None:
    server, number = course
    ada = signed_in(visit(width=390, height=844, language="zh-CN"), server, "ada")
    page = ada.open(f"/courses/{number}")
    expect(page.get_by_text("目前对学生关闭：提示。")).to_be_visible()
    expect(page.get_by_text("Ask if you are stuck.")).to_be_visible()
    assert fits(page)
    ada.check_axe()
    ada.shoot("course-student-390")
    page.get_by_role("link", name="第一周：Trek").click()
    expect(page.get_by_text("剩余 3 / 3 次")).to_be_visible()
    assert fits(page)
    ada.check_axe()
    ada.shoot("assignment-student-390")
    hand_in(page, SOURCE)
    expect(page.get_by_text("以这次为准")).to_be_visible(timeout=MOST_MILLISECONDS)
    expect(page.get_by_role("table", name="测试")).to_be_visible(timeout=MOST_MILLISECONDS)
    expect(page.get_by_text("按时")).to_be_visible()
    page.get_by_role("button", name="显示文件").click()
    expect(page.get_by_text("return 0;")).to_be_visible()
    assert fits(page)
    ada.check_axe()
    ada.shoot("submission-student-390")
    first = page.url

    page.goto(re.sub("/submissions/.*", "", first))
    hand_in(page, SOURCE.replace(b"return 0", b"return 1"))
    page.locator("main").get_by_role("combobox").select_option(index=1)
    expect(page.get_by_text("+    return 1;")).to_be_visible()

    staff = signed_in(visit(), server, "turing")
    teacher = staff.open(f"/courses/{number}")
    expect(teacher.get_by_text("1 handed in")).to_be_visible()
    staff.check_axe()
    staff.shoot("course-staff-1280")
    teacher.get_by_role("link", name="Week 1: Trek").click()
    table = teacher.get_by_role("table", name="The class")
    line = table.get_by_role("row").filter(has_text="Ada")
    expect(line.get_by_role("cell").first).to_have_text("0", timeout=MOST_MILLISECONDS)
    expect(table.get_by_role("row").filter(has_text="Bob")).to_contain_text("nothing handed in yet")
    line.get_by_role("button", name="Change the grade of Ada").click()
    teacher.get_by_label("Points").fill("42")
    teacher.get_by_label("Reason").fill("a good try")
    staff.check_axe()
    teacher.get_by_role("button", name="Change", exact=True).click()
    expect(line.get_by_role("cell").first).to_contain_text("42")
    staff.shoot("class-staff-1280")
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="CSV").click()
    assert "42" in download.value.path().read_text("utf-8-sig")

    line.get_by_role("link").click()
    teacher.get_by_role("button", name="Show the files").click()
    teacher.get_by_role("button", name="Comment on line 1", exact=True).click()
    teacher.keyboard.type("a bracket is missing")  # the field has the focus
    teacher.get_by_role("button", name="Comment", exact=True).click()
    expect(teacher.get_by_text("a bracket is missing")).to_be_visible()
    staff.check_axe()
    staff.shoot("submission-staff-1280")
    page.reload()
    expect(page.get_by_text("a bracket is missing")).to_be_visible()
    page.goto(re.sub("/submissions/.*", "", first))
    expect(page.get_by_text("42 分，由 Turing 评定")).to_be_visible()
    ada.shoot("assignment-given-390")

    teacher.goto(f"{server.address}/courses/{number}/assignments/new")
    teacher.get_by_label("Short name").fill("week-2")
    teacher.locator("form select").first.select_option("othello/task1")
    teacher.get_by_label("Due", exact=True).fill("2098-01-01T12:00")
    staff.check_axe()
    staff.shoot("new-assignment-1280")
    teacher.get_by_role("button", name="Set the assignment").click()
    expect(teacher).to_have_url(re.compile("/assignments/2/class$"))
    teacher.set_viewport_size({"width": 390, "height": 844})
    for path in ("/assignments/1/class", "/assignments/2/edit", f"/courses/{number}"):
        teacher.goto(server.address + path)
        expect(teacher.locator("main .badge, main form").first).to_be_visible()
        assert fits(teacher), path
        staff.check_axe()
        staff.shoot(f"staff-390{path.replace('/', '-')}")
