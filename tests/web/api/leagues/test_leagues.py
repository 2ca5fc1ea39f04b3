"""Leagues over the API: what students, staff and people of another course see and may do."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.core import Seat
from garlic.judge.bots import find_bot
from garlic.people.accounts import account_called
from garlic.people.persons import Person, Role
from garlic.store.bots import freeze, keep_bot
from garlic.store.owners import Owner
from garlic.web.hidden import hidden_in_live
from garlic.web.jobs.leagues import Leagues
from garlic.web.sentences import all_sentences
from garlic.web.topics import visible_topics
from garlic.web.view.live import live_id_in_tournament
from support.classes import Classroom, classroom
from support.leagues import SHORT, Oracle, play
from support.web import run_apart

STUDENTS = ("ada", "bob", "cat")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    """A course with three students; the server does not play its leagues by itself."""
    folder = tmp_path_factory.mktemp("class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        patch.setattr(Leagues, "start", lambda _: None)
        with classroom(str(folder / "class.db")) as found:
            found.add("teacher", Role.TEACHER)
            for name in STUDENTS:
                found.add(name, Role.STUDENT)
            found.add("guest", Role.GUEST)
            found.add("outsider", Role.STUDENT, "geometry")
            yield found


@pytest.fixture
def upload(room: Classroom, tmp_path: Path) -> Callable[..., int]:
    """Stores a version of somebody's bot; its id."""

    def store(login: str, content: str = "", name: str | None = None) -> int:
        path = tmp_path / "bot.py"
        path.write_text(f"# {login} {content}\n")
        bot, kept = freeze(find_bot(str(path)))
        owner = Owner(room.id_of(login), room.course())
        return room.arena.database.write(
            lambda c: keep_bot(c, name or f"{login}-bot", bot, kept, owner)
        ).id

    return store


@pytest.fixture
def league(room: Classroom, upload: Callable[..., int], request: pytest.FixtureRequest) -> int:
    """A league of the teacher with a bot of each student, and sixty games."""
    values = {**SHORT, "name": request.node.name[:80]}
    values.pop("opening_plies")
    answer = room.client("teacher").post("/api/leagues", json=values)
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["id"]
    for name in STUDENTS:
        entered = post(room, name, f"{number}/entries", version=upload(name, request.node.name))
        assert entered.status_code == 201, entered.text
    play(room.arena.database, number, Oracle(**{"ada-bot": 500.0, "bob-bot": 200.0}), 60)
    return number


def get(room: Classroom, who: str, path: str, **params: Any) -> Any:
    answer = room.client(who).get(f"/api/leagues/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(room: Classroom, who: str, path: str, **body: Any) -> Any:
    return room.client(who).post(f"/api/leagues/{path}", json=body)


def line_of(room: Classroom, who: str, league: int, bot: str) -> dict[str, Any]:
    """The line of *bot*, found by the teacher, as *who* sees it."""
    lines = get(room, "teacher", f"{league}")["lines"]
    entry = next(line["entry"] for line in lines if line["bot"] == bot)
    return next(line for line in get(room, who, f"{league}")["lines"] if line["entry"] == entry)


def test_the_table_has_ranks_milestones_and_what_is_surely_below(
    room: Classroom, league: int
) -> None:
    found = get(room, "guest", f"{league}")
    assert (found["season"], found["played"], found["bots"]) == (1, 60, 3)
    ratings = [line["rating"] for line in found["lines"]]
    assert ratings == sorted(ratings, reverse=True)
    ranked = [line for line in found["lines"] if line["rank"]]
    assert [line["rank"] for line in ranked] == [1, 2, 3]
    assert ranked[0]["name"] == "ada-bot"
    assert ranked[0]["low"] < ranked[0]["rating"] < ranked[0]["high"]
    assert ranked[0]["above"] in {
        line["name"] for line in found["lines"] if line["state"] == "milestone"
    }
    assert not any(line["is_mine"] or line["may_change"] for line in found["lines"])
    assert "change" not in found["may"]
    assert get(room, "guest", f"{league}/games")["total"] == 60


def has_name(name: str, text: str) -> bool:
    """Does a word of *text* begin with *name*? Keys of records are no words."""
    return re.search(rf"\b{name}(?![0-9a-f]*[0-9])", text, re.IGNORECASE) is not None


def test_only_the_owner_and_the_staff_know_who_is_anonymous(room: Classroom, league: int) -> None:
    entry = line_of(room, "ada", league, "ada-bot")["entry"]
    changed = post(room, "ada", f"{league}/entries/{entry}/rename", is_anonymous=True)
    assert changed.status_code == 200, changed.text
    seen = line_of(room, "bob", league, "ada-bot")
    assert seen["name"].startswith("anonymous")
    assert (seen["bot"], seen["bot_id"], seen["owner"], seen["is_mine"]) == (
        None,
        None,
        None,
        False,
    )
    table = room.client("bob").get(f"/api/leagues/{league}")
    assert not has_name("ada", table.text)
    profile = room.client("bob").get(f"/api/leagues/{league}/entries/{entry}")
    assert profile.status_code == 200
    assert not has_name("ada", profile.text)
    own = line_of(room, "ada", league, "ada-bot")
    assert (own["bot"], own["owner"], own["is_mine"]) == ("ada-bot", None, True)
    assert line_of(room, "teacher", league, "ada-bot")["owner"] == "Ada"


def test_somebody_of_another_course_sees_nothing(room: Classroom, league: int) -> None:
    stranger = room.client("outsider")
    assert stranger.get("/api/leagues").json() == []
    assert stranger.get(f"/api/leagues/{league}").status_code == 404
    key = get(room, "bob", f"{league}/games")["games"][0]["key"]
    assert stranger.get(f"/api/records/{key}").status_code == 404
    # Everybody of the course sees the game, also a game of two others.
    assert room.client("guest").get(f"/api/records/{key}").status_code == 200
    outsider = person(room, "outsider", "geometry")
    topics = [f"league:{league}", "leagues"]
    assert visible_topics(room.arena.database, person(room, "bob"), topics) == topics
    assert visible_topics(room.arena.database, outsider, topics) == ["leagues"]


def person(room: Classroom, login: str, course: str = "algorithms") -> Person:
    number = room.arena.database.read(lambda c: account_called(c, login)).id
    return Person(number, login, login, roles={room.course(course): Role.STUDENT})


def test_a_new_version_replaces_the_old_one_and_can_be_taken_back(
    room: Classroom, league: int, upload: Callable[..., int]
) -> None:
    old = line_of(room, "ada", league, "ada-bot")
    version = upload("ada", f"second of {league}")
    assert post(room, "bob", f"{league}/entries", version=version).status_code == 404
    entered = post(room, "ada", f"{league}/entries", version=version).json()
    assert (entered["is_new"], entered["replaced"]) == (True, old["version"])
    new = line_of(room, "ada", league, "ada-bot")
    assert (new["version"], new["games"], new["state"]) == (entered["version"], 0, "placing")
    profile = get(room, "bob", f"{league}/entries/{old['entry']}")
    assert profile["current"] == entered["entry"]
    assert profile["line"]["state"] == "retired"
    assert profile["games"]["total"] == old["games"]
    assert [each["state"] for each in profile["versions"]] == ["playing", "retired"]
    again = post(room, "ada", f"{league}/entries/{old['entry']}/restore").json()
    assert (again["is_new"], again["replaced"]) == (False, entered["version"])
    assert line_of(room, "ada", league, "ada-bot")["games"] == old["games"]


def test_a_student_has_only_so_many_bots_in_a_league(
    room: Classroom, league: int, upload: Callable[..., int]
) -> None:
    def enter(who: str, name: str, more: str = "") -> int:
        version = upload(who, f"{name} {more} of {league}", name)
        return int(post(room, who, f"{league}/entries", version=version).status_code)

    assert [enter("ada", name) for name in ("second", "third", "fourth")] == [201, 201, 400]
    assert enter("ada", "third", "better") == 201, "a new version"
    entry = line_of(room, "ada", league, "second")["entry"]
    assert post(room, "ada", f"{league}/entries/{entry}/leave").status_code == 200
    assert enter("ada", "fourth") == 201
    assert post(room, "ada", f"{league}/entries/{entry}/restore").status_code == 400
    assert [enter("teacher", str(number)) for number in range(4)] == [201] * 4


def test_who_beats_whom(room: Classroom, league: int) -> None:
    ada, bob = (line_of(room, "ada", league, name)["entry"] for name in ("ada-bot", "bob-bot"))
    profile = get(room, "cat", f"{league}/entries/{ada}")
    met = next(each for each in profile["opponents"] if each["player"]["entry"] == bob)
    two = get(room, "cat", f"{league}/entries/{ada}/against/{bob}")
    assert (two["won"], two["drawn"], two["lost"]) == (met["won"], met["drawn"], met["lost"])
    assert two["games"]["total"] == met["won"] + met["drawn"] + met["lost"]
    both = get(room, "cat", f"{league}/comparison", entries=[ada, bob])
    meeting = next(each for each in both["meetings"] if each["first"] == ada)
    assert (meeting["second"], meeting["won"], meeting["lost"]) == (bob, two["won"], two["lost"])
    assert {each["player"]["entry"] for each in both["curves"]} == {ada, bob}
    ratings = {line["entry"]: line["rating"] for line in get(room, "cat", f"{league}")["lines"]}
    weakest = [
        ratings[game["second" if game["first"]["entry"] == ada else "first"]["entry"]]
        for game in profile["losses"]
    ]
    assert weakest == sorted(weakest)


def test_a_fault_is_told_to_the_author_until_it_is_seen(room: Classroom, league: int) -> None:
    oracle = Oracle()
    oracle.crashing = {"cat-bot"}
    play(room.arena.database, league, oracle, 40)
    assert line_of(room, "cat", league, "cat-bot")["state"] == "paused"
    told = room.client("cat").get("/api/notifications", params={"unseen": True}).json()
    assert {each["kind"] for each in told} == {"fault", "paused"}
    assert all(each["league"] == league and each["bot"] == "cat-bot" for each in told)
    key = told[0]["key"]
    assert room.client("cat").get(f"/api/records/{key}/view").status_code == 200
    assert room.client("bob").get("/api/notifications").json() == []
    newest = max(each["created_at"] for each in told)
    left = room.client("cat").post("/api/notifications/seen", json={"until": newest})
    assert left.json() == []
    entry = line_of(room, "cat", league, "cat-bot")["entry"]
    assert post(room, "bob", f"{league}/entries/{entry}/resume").status_code == 403
    assert post(room, "cat", f"{league}/entries/{entry}/resume").status_code == 200
    assert line_of(room, "cat", league, "cat-bot")["state"] == "playing"


def test_freezing_a_final_prizes_and_the_next_season(
    room: Classroom, league: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    monkeypatch.setattr(room.arena.services.tournaments, "begin", begun.append)
    assert post(room, "teacher", f"{league}/final").status_code == 400  # not frozen
    assert post(room, "ada", f"{league}/freeze").status_code == 403
    assert post(room, "teacher", f"{league}/freeze").json()["is_frozen"]
    entry = line_of(room, "ada", league, "ada-bot")["entry"]
    assert post(room, "ada", f"{league}/entries/{entry}/leave").status_code == 400
    final = post(room, "teacher", f"{league}/final", top=3).json()
    assert begun == [final["tournament"]]
    assert (final["format"], final["names"][0]) == ("knock-out", "ada-bot")
    run(room.arena.database, begun[0], Executing(executor=Oracle(**{"ada-bot": 9999.0})))
    over = get(room, "ada", f"{league}/final")
    assert over["state"] == "finished"
    assert [pair["stage"] for pair in over["pairs"]] == [1, 2]
    assert over["pairs"][1]["winner"] == 0
    assert [prize["place"] for prize in over["prizes"]] == [1, 2, 3]
    assert {prize["owner"] for prize in over["prizes"]} == {None}
    prizes = get(room, "teacher", f"{league}/final")["prizes"]
    assert (prizes[0]["name"], prizes[0]["owner"]) == ("ada-bot", "Ada")
    # The final is open to the course, also on its own page, and so are its boards.
    assert room.client("bob").get(f"/api/tournaments/{begun[0]}").status_code == 200
    live = live_id_in_tournament(begun[0], "a" * 64)
    room.arena.services.live.open(live, "othello", ("ada-bot", "bob-bot"))
    assert room.client("bob").get(f"/api/live/{live}").status_code == 200
    assert room.client("outsider").get(f"/api/live/{live}").status_code == 404
    database, outsider = room.arena.database, person(room, "outsider", "geometry")
    assert visible_topics(database, outsider, [f"match:{live}"]) == []
    assert visible_topics(database, person(room, "bob"), [f"match:{live}"]) == [f"match:{live}"]
    hidden = database.read(lambda c: hidden_in_live(c, person(room, "bob"), live))
    assert hidden == set(Seat)  # what bots print in a final, only the staff sees
    assert post(room, "teacher", f"{league}/season").json()["season"] == 2
    first = get(room, "ada", f"{league}", season=1)
    assert (first["shown_season"], first["played"], first["seasons"][0]["played"]) == (1, 0, 60)
    assert sum(line["games"] for line in first["lines"] if line["state"] == "playing") >= 60
    assert room.client("ada").get(f"/api/leagues/{league}?season=9").status_code == 400


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "othello", "limits": "turn=9999s"}, "at most"),
        ({"game": "othello", "maps": ["/etc/passwd"]}, "no bundled map"),
        ({"game": "othello", "milestones": ["cmd:ls"]}, "files of this machine"),
        ({"game": "othello", "name": "a\nb"}, "expected a name"),
    ],
)
def test_a_wrong_league_is_refused_with_a_sentence(
    room: Classroom, values: dict[str, Any], sentence: str
) -> None:
    answer = room.client("teacher").post("/api/leagues", json={"name": "x", **values})
    assert answer.status_code == 400, answer.text
    problem = answer.json()["problem"]
    texts = json.loads(all_sentences("en")[0])
    assert sentence in texts[problem["code"]] + str(problem["values"])


def test_viewers_are_told_of_changes(room: Classroom, league: int) -> None:
    service = room.arena.services.leagues
    hub = room.arena.hub

    async def first_event() -> bytes:
        async with asyncio.timeout(60):
            return await changed()

    async def changed() -> bytes:
        async for content in hub.stream([f"league:{league}"]):
            if b'"hello"' in content:
                await asyncio.to_thread(service.publish_changes)
                post(room, "teacher", f"{league}/freeze")
                await asyncio.to_thread(service.publish_changes)
            elif b'"changed"' in content:
                return content
        raise AssertionError

    assert f"league:{league}".encode() in run_apart(first_event)


def test_a_local_server_shows_all_leagues_and_everything_is_mine(client: TestClient) -> None:
    values = {"name": "home", "game": "tiaojia", "milestones": ["random:tiaojia"]}
    made = client.post("/api/leagues", json=values)
    assert made.status_code == 201, made.text
    assert "change" in made.json()["may"]
    assert [each["name"] for each in client.get("/api/leagues").json()] == ["home"]
    assert client.get(f"/api/leagues/{made.json()['id']}/final").json()["tournament"] is None
