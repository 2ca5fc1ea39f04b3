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
ISLAND = b"centre 1\n6 6\n911119\n111111\n11oO11\n11Oo11\n111111\n911119\n"
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


def choose_map(page: Page, content: bytes, name: str = "island.txt") -> None:
    file = FilePayload(name=name, mimeType="text/plain", buffer=content)
    page.locator("main input[type=file]").set_input_files(file)


def test_the_staff_keeps_maps_and_students_look_at_them(
    course: tuple[Server, int], visit: StartVisit
) -> None:
    server, number = course
    staff = signed_in(visit(), server, "turing")
    page = staff.open(f"/courses/{number}")
    page.get_by_role("link", name="Maps of the course").click()
    expect(page.get_by_text("The course has no maps of its own.")).to_be_visible()
    choose_map(page, b"6 6\n111\n")
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("main").get_by_role("alert")).to_have_text(
        "line 2, column 1: expected a row of 6 cells, got '111'"
    )
    choose_map(page, ISLAND)
    expect(page.get_by_label("Name of the map")).to_have_value("island")
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("img", name="Board of the map island")).to_be_visible()
    choose_map(page, ISLAND, "unwanted.txt")
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("button", name="Remove the map unwanted").click()
    staff.check_axe()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("heading", name="unwanted")).to_have_count(0)
    page.get_by_role("button", name="Rename the map island").click()
    page.keyboard.type("小岛")  # the old name is selected
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="小岛")).to_be_visible()

    page.goto(f"{server.address}/leagues/new")
    page.get_by_label("Name").fill("spring")
    page.get_by_text("More choices").click()
    page.get_by_label("Maps").select_option("小岛")
    page.get_by_role("button", name="Begin the league").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("spring")
    page.goto(f"{server.address}/courses/{number}/maps")
    expect(page.get_by_text("Played on it: spring")).to_be_visible()
    expect(page.get_by_role("button", name="Remove the map")).to_have_count(0)

    ada = signed_in(visit(width=390, height=844, language="zh-CN"), server, "ada")
    student = ada.open(f"/courses/{number}")
    student.get_by_role("link", name="课程地图").click()
    expect(student.get_by_role("img", name="地图 小岛 的棋盘")).to_be_visible()
    expect(student.locator("main form")).to_have_count(0)
    assert fits(student)
    ada.check_axe()
    with student.expect_download() as download:
        student.get_by_role("link", name="下载地图 小岛").click()
    assert download.value.suggested_filename == "小岛.txt"
    assert download.value.path().read_bytes() == ISLAND


def test_a_course_that_is_not_there_has_a_way_back(
    course: tuple[Server, int], visit: StartVisit
) -> None:
    ada = signed_in(visit(language="zh-CN"), course[0], "ada")
    for path in ("/courses/77", "/courses/77/maps", "/assignments/77", "/assignments/77/class"):
        page = ada.open(path)
        expect(page.locator("main").get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("link", name="回到首页")).to_have_attribute("href", "/")


def test_a_grade_is_changed_beside_the_points(
    course: tuple[Server, int], visit: StartVisit
) -> None:
    page = signed_in(visit(), course[0], "turing").open("/assignments/1/class")
    headings = page.get_by_role("table", name="The class").get_by_role("columnheader")
    expect(headings).to_have_text(["Student", "Points", "Change", "Latest submission", "Attempts"])
    button = page.get_by_role("button", name="Change the grade of Ada").bounding_box()
    latest = headings.nth(3).bounding_box()
    assert button is not None
    assert latest is not None
    assert button["x"] < latest["x"]
    ada = page.get_by_role("rowheader").filter(has_text="Ada")
    expect(ada).to_have_text(re.compile(r"^Ada\s*$"))  # no number, no group: no dot


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
