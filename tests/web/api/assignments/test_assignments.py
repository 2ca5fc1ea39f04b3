"""Assignments over the API: handing in, who sees what, the class, regrading, comments."""

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from garlic.people.courses import set_role
from garlic.people.persons import Role
from garlic.store.grades import KeptSubmission
from garlic.web import clock
from support.classes import Classroom, classroom, people_of_all_roles
from support.web import awaited, refusal_text

SUBMISSIONS = Path(__file__).parents[3] / "submissions" / "trek"
DUE = datetime(2031, 3, 1, 12, 0, 0, tzinfo=UTC)
WEEK = {
    "name": "week-1",
    "title": {"en": "Week 1", "zh": "第一周"},
    "lab": "trek",
    "opens": "2031-02-01 00:00 +00:00",
    "due": "2031-03-01 12:00 +00:00",
    "closes": "2031-03-03 12:00 +00:00",
    "late": "10 %/day",
    "attempts": 4,
    "hidden": [2],
}
BROKEN = b"int main( {\n"


class Clock:
    """The clock of the server; that of the database is years behind."""

    def __init__(self) -> None:
        self.now = DUE - timedelta(hours=1)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(scope="module")
def server_clock() -> Iterator[Clock]:
    with pytest.MonkeyPatch.context() as patch:
        found = Clock()
        patch.setattr(clock, "now", found)
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, server_clock: Clock) -> Iterator[Classroom]:
    del server_clock
    folder = tmp_path_factory.mktemp("class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        with classroom(str(folder / "class.db")) as found:
            people_of_all_roles(found)
            yield found


@pytest.fixture(autouse=True)
def before_the_deadline(server_clock: Clock) -> None:
    server_clock.now = DUE - timedelta(hours=1)


def new(room: Classroom, **values: Any) -> str:
    """A new assignment; its path."""
    definition = {**WEEK, **values}
    home = f"/api/courses/{room.course()}/assignments"
    made = room.client("teacher").post(home, json=definition)
    assert made.status_code == 201, made.text
    return f"/api/assignments/{made.json()['id']}"


def hand_in(
    room: Classroom, path: str, who: str, content: bytes = BROKEN, name: str = "trek.cpp"
) -> Response:
    return room.client(who).post(f"{path}/submissions", files={"file": (name, content)})


def graded(room: Classroom, path: str, who: str, grade: str) -> dict[str, Any]:
    return awaited(
        room.client(who),
        f"{path}/submissions/{grade}",
        lambda found: found["state"] not in ("waiting", "running"),
        120,
    )


def test_a_submission_is_graded_and_hidden_checks_are_only_for_the_staff(
    room: Classroom, server_clock: Clock
) -> None:
    path = new(room, name="graded", after_due=[1])
    content = (SUBMISSIONS / "middling.cpp").read_bytes()
    made = hand_in(room, path, "ada", content)
    assert made.status_code == 201, made.text
    assert made.json()["received_at"] == "2031-03-01T11:00:00Z"
    assert (made.json()["number"], made.json()["state"]) == (1, "waiting")
    grade = made.json()["id"]
    seen = graded(room, path, "ada", grade)
    for_staff = graded(room, path, "teacher", grade)
    assert seen["state"] == "finished"
    assert len(for_staff["tests"]) == len(seen["tests"]) + 2
    assert for_staff["points"] > seen["points"] > 0
    assert seen["has_report"]
    reports = {
        who: room.client(who).get(f"{path}/submissions/{grade}/report.json").json()
        for who in ("ada", "teacher")
    }
    for who, found in (("ada", seen), ("teacher", for_staff)):
        tests = reports[who]["submissions"][0]["tests"]
        assert len(tests) == len(found["tests"])
    old_route = room.client("ada").get(f"/api/grades/{grade}").json()
    assert old_route["points"] == seen["points"]
    assert grade not in [each["id"] for each in room.client("ada").get("/api/grades").json()]

    server_clock.now = DUE + timedelta(hours=1)
    later = graded(room, path, "ada", grade)
    assert len(later["tests"]) == len(seen["tests"]) + 1, "one was hidden until the due date"
    own = room.client("ada").get(path).json()
    assert (own["state"], own["mine"]["points"]) == ("late", later["points"])
    assert own["definition"] is None
    assert [each["counts"] for each in own["submissions"]] == [True]

    table = room.client("teacher").get(f"{path}/class").json()
    lines = {line["name"]: line for line in table["lines"]}
    assert sorted(lines) == ["Ada", "Bob"]
    assert lines["Ada"]["points"] == for_staff["points"]
    assert lines["Bob"] | {"person": 0} == {
        "person": 0,
        "name": "Bob",
        "number": "",
        "group": "",
        "attempts": 0,
        "points": None,
        "is_pending": False,
        "given": None,
        "latest": None,
        "counting": None,
    }
    csv = room.client("teacher").get(f"{path}/export/csv").content.decode("utf-8-sig")
    assert csv.splitlines()[1].startswith(f",Ada,,,1,{for_staff['points']:g},")
    for form, start in (
        ("moodle", b"\xef\xbb\xbf"),
        ("canvas", b"\xef\xbb\xbf"),
        ("gradescope", b"PK"),
    ):
        answer = room.client("assistant").get(f"{path}/export/{form}")
        assert answer.content.startswith(start)
        assert f"-{form}." in answer.headers["content-disposition"]


def test_the_last_byte_on_the_servers_clock_decides(room: Classroom, server_clock: Clock) -> None:
    path = new(room, name="deadline")
    server_clock.now = DUE.replace(microsecond=1)
    first, second = hand_in(room, path, "ada").json(), hand_in(room, path, "bob").json()
    for found in (first, second):
        assert found["received_at"] == "2031-03-01T12:00:00Z"
        assert found["lateness"] == {"is_late": False, "percent": 0, "sentence": None}
    server_clock.now = DUE + timedelta(seconds=1)
    late = hand_in(room, path, "ada").json()
    assert (late["number"], late["lateness"]["percent"]) == (2, 10)
    server_clock.now = datetime(2031, 3, 3, 12, 0, 1, tzinfo=UTC)
    refused = hand_in(room, path, "ada")
    assert refused.status_code == 400
    assert refused.json()["problem"]["values"]["received"] == "2031-03-03 12:00:01+00:00"
    server_clock.now = datetime(2031, 1, 1, tzinfo=UTC)
    assert hand_in(room, path, "ada").status_code == 400
    planned = room.client("ada").get(path).json()
    assert (planned["state"], planned["lab_details"]) == ("planned", None)


def test_attempts_and_what_changed_between_two(room: Classroom) -> None:
    path = new(room, name="attempts", attempts=2)
    first = hand_in(room, path, "ada", b"int a;\nint b;\n").json()["id"]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("trek.cpp", "int a;\nint c;\n")
        archive.writestr("data.bin", b"\0\1")
    second = hand_in(room, path, "ada", packed.getvalue(), "trek.zip").json()["id"]
    assert hand_in(room, path, "ada").status_code == 400
    ada = room.client("ada")
    files = ada.get(f"{path}/submissions/{second}/files").json()
    assert sorted((file["name"], file["text"]) for file in files) == [
        ("data.bin", None),
        ("trek.cpp", "int a;\nint c;\n"),
    ]
    changes = ada.get(f"{path}/submissions/{second}/changes/{first}").json()
    assert [(each["name"], each["lines"][1:]) for each in changes] == [
        ("trek.cpp", [" int a;", "-int b;", "+int c;"])
    ]
    other = hand_in(room, path, "bob").json()["id"]
    assert ada.get(f"{path}/submissions/{second}/changes/{other}").status_code == 404
    assert ada.get(f"{path}/submissions/{other}").status_code == 404
    for grade, who in ((first, "ada"), (second, "ada"), (other, "bob")):
        graded(room, path, who, grade)


def test_a_group_shares_its_submissions(room: Classroom) -> None:
    course = room.course()
    for login in ("ada", "bob"):
        person = room.id_of(login)
        room.arena.database.write(lambda c: set_role(c, course, person, Role.STUDENT, "red"))  # noqa: B023
    path = new(room, name="groups", groups=True)
    grade = hand_in(room, path, "ada").json()["id"]
    assert [each["id"] for each in room.client("bob").get(path).json()["submissions"]] == [grade]
    assert graded(room, path, "bob", grade)["by"] == "Ada"
    assert hand_in(room, path, "bob").json()["number"] == 2
    for login in ("ada", "bob"):
        person = room.id_of(login)
        room.arena.database.write(lambda c: set_role(c, course, person, Role.STUDENT, ""))  # noqa: B023


def test_the_staff_regrades_changes_grades_and_comments(room: Classroom) -> None:
    path = new(room, name="staff")
    grade = hand_in(room, path, "ada").json()["id"]
    assert graded(room, path, "ada", grade)["points"] == 0
    teacher, ada = room.client("teacher"), room.client("ada")

    def regrade(which: str, **more: str) -> int:
        answer = teacher.post(f"{path}/regrade", json={"which": which, **more})
        assert answer.status_code == 200, answer.text
        graded(room, path, "teacher", grade)
        return int(answer.json()["regraded"])

    assert regrade("affected") == 0
    changed = teacher.put(path, json={**WEEK, "name": "staff", "hidden": [1]})
    assert changed.status_code == 200
    assert teacher.get(f"{path}/class").json()["affected"] == 1
    assert ada.get(f"{path}/submissions/{grade}/report.html").status_code == 404
    assert regrade("affected") == 1
    assert ada.get(f"{path}/submissions/{grade}/report.html").status_code == 200
    assert (regrade("latest"), regrade("one", submission=grade)) == (1, 1)

    person = room.id_of("ada")
    change = {"points": 5.5, "reason": "the compiler was wrong"}
    assert teacher.put(f"{path}/grades/{person}", json={"points": 5}).status_code == 422
    assert teacher.put(f"{path}/grades/{person}", json=change).status_code == 200
    mine = ada.get(path).json()["mine"]
    assert (mine["points"], mine["given"]["reason"]) == (5.5, "the compiler was wrong")
    log = teacher.get(f"/api/courses/{room.course()}/audit").json()
    entry = next(each for each in log if each["action"] == "grade changed")
    assert entry["details"]["now"] == 5.5
    assert (entry["person"], entry["about"]) == ("teacher", "ada")

    comments = f"{path}/submissions/{grade}/comments"
    said = {"file": "trek.cpp", "line": 1, "text": "a bracket is missing"}
    assert teacher.post(comments, json={**said, "line": 7}).status_code == 400
    assert teacher.post(comments, json={**said, "file": "x"}).status_code == 400
    made = teacher.post(comments, json=said)
    assert made.status_code == 201, made.text
    (found,) = ada.get(f"{path}/submissions/{grade}").json()["comment_list"]
    assert (found["text"], found["author"]) == ("a bracket is missing", "Teacher")
    assert teacher.delete(f"{comments}/{found['id']}").status_code == 204
    assert ada.get(f"{path}/submissions/{grade}").json()["comment_list"] == []
    entry = next(
        each
        for each in teacher.get(f"/api/courses/{room.course()}/audit").json()
        if each["action"] == "commented"
    )
    assert (entry["details"]["what"], entry["about"]) == ("deleted", "ada")
    assert teacher.delete(path).status_code == 400, "it has submissions"


def test_a_submission_is_not_graded_again_twice_at_once(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new(room, name="twice")
    grade = hand_in(room, path, "ada").json()["id"]
    graded(room, path, "ada", grade)
    gradings = room.arena.services.gradings
    others: list[bool] = []
    write = gradings._write

    def write_while_another_asks(file: KeptSubmission) -> None:
        if len(others) < 3:
            others.append(gradings.regrade(grade))
        write(file)

    monkeypatch.setattr(gradings, "_write", write_while_another_asks)
    assert gradings.regrade(grade)
    assert others[0] is False
    assert graded(room, path, "ada", grade)["state"] == "finished"


def test_the_staff_sees_all_attempts_of_a_student(room: Classroom) -> None:
    path = new(room, name="all of them")
    first = hand_in(room, path, "ada").json()["id"]
    second = hand_in(room, path, "ada", BROKEN + b"\n").json()["id"]
    other = hand_in(room, path, "bob").json()["id"]
    for who in ("teacher", "ada"):
        found = room.client(who).get(f"{path}/submissions/{second}").json()
        assert [each["id"] for each in found["others"]] == [first]
        assert found["others"][0]["number"] == 1
    changed = room.client("teacher").get(f"{path}/submissions/{second}/changes/{first}")
    assert changed.json()[0]["name"] == "trek.cpp"
    assert room.client("teacher").get(f"{path}/submissions/{other}").json()["others"] == []
    assert room.client("ada").get(f"{path}/submissions/{other}").status_code == 404


def test_nothing_is_graded_or_said_in_an_archived_course(room: Classroom) -> None:
    path = new(room, name="archived")
    grade = hand_in(room, path, "ada").json()["id"]
    graded(room, path, "ada", grade)
    teacher, archive = room.client("teacher"), f"/api/courses/{room.course()}/archive"
    assert teacher.put(archive, json={"archived": True}).status_code == 200
    try:
        points = {"points": 5, "reason": "late"}
        person = room.id_of("ada")
        said = {"file": "trek.cpp", "line": 1, "text": "x"}
        for answer in (
            teacher.post(f"{path}/regrade", json={"which": "latest"}),
            teacher.put(f"{path}/grades/{person}", json=points),
            teacher.post(f"{path}/submissions/{grade}/comments", json=said),
            hand_in(room, path, "bob"),
        ):
            assert answer.status_code == 400, answer.text
            assert "is archived" in refusal_text(teacher, answer)
        assert teacher.get(f"{path}/class").status_code == 200, "it can be looked at"
    finally:
        assert teacher.put(archive, json={"archived": False}).status_code == 200


def test_the_home_of_a_course(room: Classroom, server_clock: Clock) -> None:
    home = f"/api/courses/{room.course()}"
    path = new(room, name="home", assistance_off=["hints"])
    teacher, ada = room.client("teacher"), room.client("ada")
    said = teacher.post(f"{home}/announcements", json={"title": "Hello", "text": "Week 1"})
    assert said.status_code == 201
    found = ada.get(f"{home}/home").json()
    assert found["announcements"][0]["author"] == "Teacher"
    assert [each["title"]["zh"] for each in found["assignments"]][-1] == "第一周"
    assert (found["role"], found["off_now"]) == ("student", ["hints"])
    number = found["announcements"][0]["id"]
    assert teacher.delete(f"{home}/announcements/{number}").status_code == 204

    game = {"game": "othello", "seats": ["human", "engine:othello?level=1"]}
    assert ada.post("/api/plays", json=game).status_code == 201
    off = teacher.put(f"{home}/assistance", json={"off": ["engines", "reviews"]})
    assert off.json()["off_now"] == ["engines", "hints", "reviews"]
    refused = ada.post("/api/plays", json=game)
    assert refused.status_code == 403
    match = {"game": "othello", "bots": ["random:othello", "engine:othello?level=1"], "games": 1}
    assert ada.post("/api/matches", json=match).status_code == 403
    assert teacher.post("/api/plays", json=game).status_code == 201
    assert teacher.put(f"{home}/assistance", json={"off": []}).status_code == 200

    against = {"game": "othello", "seats": ["human", "random:othello"]}
    begun = ada.post("/api/plays", json=against).json()
    hint = f"/api/plays/{begun['id']}/hint"
    key = {"Garlic-Seat-Key": begun["key"]}
    asked = ada.post(hint, json={"seat": "a", "ply": 0}, headers=key)
    assert asked.status_code == 403
    server_clock.now = DUE + timedelta(hours=1)
    assert ada.post(hint, json={"seat": "a", "ply": 0}, headers=key).status_code == 200

    assert teacher.put(f"{home}/archive", json={"archived": True}).status_code == 200
    assert hand_in(room, path, "ada").status_code == 400
    assert ada.get(path).json()["is_archived"]
    assert teacher.put(f"{home}/archive", json={"archived": False}).status_code == 200
    assert teacher.delete(path).status_code == 204
