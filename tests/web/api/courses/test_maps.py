"""The maps of a course over the API: who may do what, files that are none, leagues on them."""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response

from garlic.courses.life import archive, reopen
from support.classes import Classroom, classroom, people_of_all_roles
from support.web import refusal_text as text_of

ISLAND = b"centre 1\n6 6\n911119\n111111\n11oO11\n11Oo11\n111111\n911119\n"


def refusal_text(room: Classroom, answer: Response) -> str:
    return text_of(room.client("teacher"), answer)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    folder = tmp_path_factory.mktemp("class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        with classroom(str(folder / "class.db")) as found:
            people_of_all_roles(found)
            yield found


def upload(
    room: Classroom, name: str, who: str = "assistant", content: bytes = ISLAND, **values: str
) -> Response:
    home = f"/api/courses/{room.course()}/maps"
    data = {"game": "othello", "name": name, **values}
    return room.client(who).post(home, data=data, files={"file": ("map.txt", content)})


def uploaded(room: Classroom, name: str) -> str:
    """A new map; its path."""
    made = upload(room, name)
    assert made.status_code == 201, made.text
    return f"/api/courses/{room.course()}/maps/{made.json()['id']}"


def listed(room: Classroom, who: str = "ada") -> dict[str, dict[str, Any]]:
    found = room.client(who).get(f"/api/courses/{room.course()}/maps")
    assert found.status_code == 200, found.text
    return {each["name"]: each for each in found.json()}


def new_league(room: Classroom, name: str, *maps: str, who: str = "teacher") -> Response:
    request = {"name": name, "game": "othello", "maps": maps, "milestones": []}
    return room.client(who).post("/api/leagues", json=request)


def test_students_see_and_download_what_the_staff_uploads(room: Classroom) -> None:
    path = uploaded(room, 'island \u00e9"1')
    model = listed(room)['island \u00e9"1']
    assert (model["game"], model["rows"], model["columns"]) == ("othello", 6, 6)
    for who in ("ada", "guest", "teacher"):
        client = room.client(who)
        board = client.get(f"{path}/board").json()
        assert len(board["shape"]["rows"]) == 6
        assert len(board["frame"]["pieces"]) == 4
        file = client.get(f"{path}/file")
        assert file.content == ISLAND
        assert file.headers["content-disposition"] == (
            "attachment; filename*=UTF-8''island%20%C3%A9%221.txt"
        )
    for who in ("stranger", "outsider"):
        for place in ("", "/board", "/file"):
            at = path + place if place else path.rpartition("/")[0]
            assert room.client(who).get(at).status_code == 404
    assert room.nobody().get(f"{path}/file").status_code == 401


def test_only_the_staff_of_the_course_changes_maps(room: Classroom) -> None:
    path = uploaded(room, "ours")
    for who, status in (("ada", 403), ("guest", 403), ("stranger", 404), ("outsider", 404)):
        client = room.client(who)
        assert upload(room, "theirs", who).status_code == status
        assert client.patch(path, json={"name": "theirs"}).status_code == status
        assert client.delete(path).status_code == status
    # Nor by way of another course, of which they are the staff.
    elsewhere = path.replace(f"/{room.course()}/", f"/{room.course('geometry')}/")
    stranger = room.client("stranger")
    assert stranger.get(f"{elsewhere}/file").status_code == 404
    assert stranger.patch(elsewhere, json={"name": "theirs"}).status_code == 404
    assert stranger.delete(elsewhere).status_code == 404
    assert "theirs" not in listed(room)
    renamed = room.client("assistant").patch(path, json={"name": " still ours "})
    assert renamed.json()["name"] == "still ours"
    assert room.client("assistant").delete(path).status_code == 204
    assert "still ours" not in listed(room)
    assert room.client("assistant").delete(path).status_code == 404


def test_a_league_keeps_the_map_that_it_is_played_on(room: Classroom) -> None:
    path = uploaded(room, "arena")
    made = new_league(room, "spring", "arena", "4x4")
    assert made.status_code == 201, made.text
    assert made.json()["settings"]["maps"] == ["arena", "4x4"]
    assert listed(room)["arena"]["leagues"] == ["spring"]
    teacher = room.client("teacher")
    for refused in (teacher.delete(path), teacher.patch(path, json={"name": "other"})):
        assert refused.status_code == 400
        assert refusal_text(room, refused) == (
            "the league 'spring' uses the map 'arena', so it cannot be changed"
        )
    # The maps of another course, or of another game, are not there.
    foreign = new_league(room, "theirs", "arena", who="stranger")
    assert refusal_text(room, foreign) == (
        "no bundled map is called 'arena'; see `garlic map list`"
    )
    request = {"name": "mazes", "game": "stars", "maps": ["arena"], "milestones": []}
    assert teacher.post("/api/leagues", json=request).status_code == 400


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        (b"", 400, "expected the number of rows"),
        (ISLAND.decode().encode("utf-16"), 400, "line 1, column 1: expected UTF-8 text"),
        ("6 6\n\u4e2d".encode("gbk"), 400, "expected UTF-8 text, got byte 0x"),
        (b"\0" * 5000, 400, "expected the number of rows from 3 to 20"),
        (b"999999 999999\n1", 400, "expected the number of rows from 3 to 20"),
        (b"9" * 70_000, 400, "a map has at most 64 KB"),
        (ISLAND + b"<script>alert(1)</script>", 400, "expected the end of the text"),
    ],
)
def test_a_file_that_is_no_map(room: Classroom, content: bytes, status: int, sentence: str) -> None:
    refused = upload(room, "bad", content=content)
    assert refused.status_code == status
    assert sentence in refusal_text(room, refused)
    assert "bad" not in listed(room)


def test_a_file_that_is_far_too_large(room: Classroom) -> None:
    refused = upload(room, "bad", content=b"9" * 1_100_000)
    assert refused.status_code == 413
    assert refused.json()["problem"]["code"] == "problem.too_large"


def test_a_wrong_name_or_game(room: Classroom) -> None:
    uploaded(room, "known")
    for name, sentence in (
        ("known", "another map of the course for othello is called 'known'"),
        ("classic-8x8", "othello itself has a map 'classic-8x8'"),
        ("../../etc/passwd", "expected a name of a map, 1 to 60 characters without '/'"),
    ):
        assert sentence in refusal_text(room, upload(room, name))
    assert upload(room, "x", game="chess").status_code == 404
    assert "xiangqi has no maps" in refusal_text(room, upload(room, "x", game="xiangqi"))


def test_maps_of_an_archived_course_are_only_looked_at(room: Classroom) -> None:
    path = uploaded(room, "old")
    course = room.course()
    room.arena.database.write(lambda c: archive(c, course))
    teacher = room.client("teacher")
    try:
        for refused in (
            upload(room, "new"),
            teacher.patch(path, json={"name": "new"}),
            teacher.delete(path),
        ):
            assert refused.status_code == 400
            assert refusal_text(room, refused) == "the course algorithms is archived"
        assert room.client("ada").get(f"{path}/file").content == ISLAND
    finally:
        room.arena.database.write(lambda c: reopen(c, course))


def test_what_was_done_is_in_the_log(room: Classroom) -> None:
    path = uploaded(room, "logged")
    room.client("assistant").patch(path, json={"name": "noted"})
    room.client("assistant").delete(path)
    entries = room.client("teacher").get(f"/api/courses/{room.course()}/audit").json()[:3]
    assert [(each["person"], each["details"]["what"]) for each in entries] == [
        ("assistant", "map removed: othello noted"),
        ("assistant", "map renamed: othello logged > noted"),
        ("assistant", "map added: othello logged"),
    ]
