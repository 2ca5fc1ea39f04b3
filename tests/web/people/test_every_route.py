"""Every route of the OpenAPI document, asked by everybody whom a rule tells apart.

All things in the addresses are Ada's, a student. A route that is not in the table below, or that
answers somebody otherwise, fails.
"""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from garlic.web.app import openapi
from support.classes import Classroom
from support.things import Things, make_things

SIGNED_IN = ("guest", "ada", "bob", "assistant", "teacher", "stranger", "root")
EVERYBODY = ("nobody", *SIGNED_IN)
MAKERS = ("ada", "bob", "assistant", "teacher", "stranger", "root")
MEMBERS = ("ada", "bob", "assistant", "teacher", "root")  # of the course
COURSE = ("guest", "ada", "bob", "assistant", "teacher", "root")
OWN = ("ada", "assistant", "teacher", "root")  # also of the staff of the course
DELETE = ("ada", "teacher", "root")
STAFF = ("assistant", "teacher", "root")
ANY_STAFF = ("assistant", "teacher", "stranger", "root")
TEACHERS = ("teacher", "root")
ROOT = ("root",)

RULES: dict[str, tuple[str, ...]] = {
    "get /api/games": SIGNED_IN,
    "get /api/games/{name}/board": SIGNED_IN,
    "get /api/games/{name}/guide": SIGNED_IN,
    "get /api/showcase": SIGNED_IN,
    "get /api/texts/{language}": EVERYBODY,
    "post /api/plays": SIGNED_IN,
    "get /api/plays": SIGNED_IN,
    "post /api/plays/yours": SIGNED_IN,
    "get /api/plays/{name}": COURSE,
    "get /api/plays/{name}/boards/{ply}": COURSE,
    "post /api/editor/{name}/basis": SIGNED_IN,
    "post /api/editor/{name}/arrangement": SIGNED_IN,
    "post /api/editor/{name}/thoughts": SIGNED_IN,
    "post /api/records": MAKERS,
    "get /api/records/{key}": OWN,
    "get /api/records/{key}/view": OWN,
    "get /api/records/{key}/positions/{step}": OWN,
    "get /api/records/{key}/as/{form}": OWN,
    "get /api/records/{key}/page": OWN,
    "get /api/records/{key}/review": OWN,
    "post /api/records/{key}/review": OWN,
    "delete /api/records/{key}/review": OWN,
    "post /api/records/{key}/ask": OWN,
    "get /api/bots": SIGNED_IN,
    "post /api/bots": MAKERS,
    "post /api/bots/local": MAKERS,
    "get /api/bots/{bot_id}": OWN,
    "delete /api/bots/{bot_id}": DELETE,
    "post /api/bots/{bot_id}/rename": OWN,
    "post /api/bots/{bot_id}/check": OWN,
    "post /api/bots/{bot_id}/rate": OWN,
    "post /api/bots/{bot_id}/rate/stop": OWN,
    "get /api/ladders/{name}": SIGNED_IN,
    "post /api/ladders/{name}/strength": SIGNED_IN,
    "get /api/matches": SIGNED_IN,
    "post /api/matches": MAKERS,
    "get /api/matches/{number}": OWN,
    "post /api/matches/{number}/stop": OWN,
    "post /api/matches/{number}/again": OWN,
    "get /api/live/{live_id}": OWN,
    "get /api/tournaments": SIGNED_IN,
    "post /api/tournaments": MAKERS,
    "get /api/tournaments/choices": SIGNED_IN,
    "post /api/tournaments/file": MAKERS,
    "get /api/tournaments/{number}": OWN,
    "get /api/tournaments/{number}/games": OWN,
    "post /api/tournaments/{number}/stop": OWN,
    "post /api/tournaments/{number}/resume": OWN,
    "get /api/tournaments/{number}/export/{form}": OWN,
    "get /api/leagues": SIGNED_IN,
    "post /api/leagues": ANY_STAFF,
    "get /api/leagues/{league_id}": COURSE,
    "get /api/leagues/{league_id}/games": COURSE,
    "get /api/leagues/{league_id}/comparison": COURSE,
    "get /api/leagues/{league_id}/final": COURSE,
    "post /api/leagues/{league_id}/final": STAFF,
    "post /api/leagues/{league_id}/freeze": STAFF,
    "post /api/leagues/{league_id}/thaw": STAFF,
    "post /api/leagues/{league_id}/season": STAFF,
    "post /api/leagues/{league_id}/entries": MEMBERS,
    "get /api/leagues/{league_id}/entries/{entry_id}": COURSE,
    "get /api/leagues/{league_id}/entries/{entry_id}/against/{other_id}": COURSE,
    "post /api/leagues/{league_id}/entries/{entry_id}/restore": OWN,
    "post /api/leagues/{league_id}/entries/{entry_id}/leave": OWN,
    "post /api/leagues/{league_id}/entries/{entry_id}/resume": OWN,
    "post /api/leagues/{league_id}/entries/{entry_id}/rename": OWN,
    "get /api/notifications": SIGNED_IN,
    "post /api/notifications/seen": SIGNED_IN,
    "get /api/labs": SIGNED_IN,
    "get /api/labs/{name}": SIGNED_IN,
    "get /api/grades": SIGNED_IN,
    "post /api/grades": MAKERS,
    "get /api/grades/{grade_id}": OWN,
    "post /api/grades/{grade_id}/stop": OWN,
    "post /api/grades/{grade_id}/again": OWN,
    "get /api/grades/{grade_id}/report.{form}": OWN,
    "post /api/puzzles/highway": SIGNED_IN,
    "get /api/puzzles/highway/sample": SIGNED_IN,
    "post /api/puzzles/trek/solve": SIGNED_IN,
    "post /api/puzzles/trek/check": SIGNED_IN,
    "get /api/puzzles/trek/sample": SIGNED_IN,
    "get /api/events": SIGNED_IN,
    "get /api/session": EVERYBODY,
    "post /api/session": EVERYBODY,
    "delete /api/session": EVERYBODY,
    "post /api/session/course": SIGNED_IN,
    "post /api/links/look": EVERYBODY,
    "post /api/links/use": EVERYBODY,
    "get /api/account": SIGNED_IN,
    "post /api/account/name": SIGNED_IN,
    "post /api/account/password": SIGNED_IN,
    "delete /api/account/sessions": SIGNED_IN,
    "delete /api/account/sessions/{session_id}": SIGNED_IN,
    "post /api/account/tokens": SIGNED_IN,
    "delete /api/account/tokens/{token_id}": SIGNED_IN,
    "get /api/courses": SIGNED_IN,
    "post /api/courses": ROOT,
    "get /api/courses/{course_id}/people": STAFF,
    "post /api/courses/{course_id}/people": TEACHERS,
    "post /api/courses/{course_id}/people/import": TEACHERS,
    "patch /api/courses/{course_id}/people/{person_id}": TEACHERS,
    "delete /api/courses/{course_id}/people/{person_id}": TEACHERS,
    "post /api/courses/{course_id}/people/{person_id}/reset": TEACHERS,
    "get /api/courses/{course_id}/invitations": TEACHERS,
    "post /api/courses/{course_id}/invitations": TEACHERS,
    "delete /api/courses/{course_id}/invitations/{invitation_id}": TEACHERS,
    "get /api/courses/{course_id}/limits": STAFF,
    "put /api/courses/{course_id}/limits": TEACHERS,
    "get /api/courses/{course_id}/audit": STAFF,
    "get /api/courses/{course_id}/audit.csv": STAFF,
    "get /api/courses/{course_id}/home": COURSE,
    "post /api/courses/{course_id}/announcements": STAFF,
    "delete /api/courses/{course_id}/announcements/{announcement_id}": STAFF,
    "get /api/courses/{course_id}/maps": COURSE,
    "post /api/courses/{course_id}/maps": STAFF,
    "get /api/courses/{course_id}/maps/{map_id}/board": COURSE,
    "get /api/courses/{course_id}/maps/{map_id}/file": COURSE,
    "patch /api/courses/{course_id}/maps/{map_id}": STAFF,
    "delete /api/courses/{course_id}/maps/{map_id}": STAFF,
    "put /api/courses/{course_id}/assistance": TEACHERS,
    "put /api/courses/{course_id}/archive": TEACHERS,
    "post /api/courses/{course_id}/assignments": STAFF,
    "get /api/assignments": SIGNED_IN,
    "get /api/assignments/{assignment_id}": COURSE,
    "put /api/assignments/{assignment_id}": STAFF,
    "delete /api/assignments/{assignment_id}": STAFF,
    "post /api/assignments/{assignment_id}/submissions": MEMBERS,
    "get /api/assignments/{assignment_id}/submissions/{grade_id}": OWN,
    "get /api/assignments/{assignment_id}/submissions/{grade_id}/report.{form}": OWN,
    "get /api/assignments/{assignment_id}/submissions/{grade_id}/files": OWN,
    "get /api/assignments/{assignment_id}/submissions/{grade_id}/changes/{other_id}": OWN,
    "post /api/assignments/{assignment_id}/submissions/{grade_id}/comments": STAFF,
    "delete /api/assignments/{assignment_id}/submissions/{grade_id}/comments/{comment_id}": STAFF,
    "get /api/assignments/{assignment_id}/class": STAFF,
    "get /api/assignments/{assignment_id}/class/{person_id}": STAFF,
    "post /api/assignments/{assignment_id}/regrade": STAFF,
    "put /api/assignments/{assignment_id}/grades/{person_id}": STAFF,
    "get /api/assignments/{assignment_id}/export/{form}": STAFF,
    "get /api/people": ROOT,
    "patch /api/people/{person_id}": ROOT,
    "delete /api/people/{person_id}": ROOT,
    "post /api/people/{person_id}/reset": ROOT,
    "get /api/audit": ROOT,
    "get /api/audit.csv": ROOT,
    "get /api/status": ANY_STAFF,
}
# Commands in a human game: everybody in the course, who then has to show the key of a seat.
RULES |= {
    f"{method} /api/plays/{{name}}{command}": COURSE
    for method, command in (
        *(("delete", ""), ("get", "/invitation")),
        *(("post", f"/{name}") for name in ("join", "moves", "steer", "pause", "take_back")),
        *(("post", f"/{name}") for name in ("resign", "offers", "decline", "swap", "retry")),
        *(("post", f"/{name}") for name in ("again", "hint", "analysis")),
    )
}
# What would take effect without a body; that they may is seen elsewhere.
EFFECTIVE = (
    "delete /api/session",
    "delete /api/account/sessions",
    "delete /api/bots/{bot_id}",
    "delete /api/people/{person_id}",
    "delete /api/courses/{course_id}/people/{person_id}",
    "post /api/matches/{number}/again",
    "post /api/tournaments/{number}/resume",
    "post /api/people/{person_id}/reset",
    "delete /api/courses/{course_id}/maps/{map_id}",
    "post /api/leagues/{league_id}/thaw",
    "post /api/leagues/{league_id}/season",
    "get /api/events",  # has no end
)
REFUSED = (401, 403, 404)
MISSING = ("problem.no_announcement", "problem.no_comment")  # whoever may is told so
SEAT_CODES = ("play.watching", "play.not_your_seat", "play.seat_taken")


@pytest.fixture(scope="module")
def things(room: Classroom, tmp_path_factory: pytest.TempPathFactory) -> Things:
    return make_things(room, tmp_path_factory.mktemp("things"))


def client_of(room: Classroom, who: str) -> TestClient:
    return room.nobody() if who == "nobody" else room.client(who)


def calls() -> Iterator[str]:
    for path, methods in openapi()["paths"].items():
        for method in methods:
            yield f"{method} {path}"


def test_every_route_has_a_rule_here() -> None:
    assert sorted(calls()) == sorted(RULES)


@pytest.mark.parametrize("call", sorted(RULES))
def test_everybody_gets_the_right_answer(room: Classroom, things: Things, call: str) -> None:
    method, template = call.split(" ")
    path = things.path(template, room)
    for who in EVERYBODY:
        expected = who in RULES[call]
        if expected and call in EFFECTIVE:
            continue
        answer = client_of(room, who).request(method, path)
        may = answer.status_code not in REFUSED
        if not may and answer.headers.get("content-type") == "application/json":
            # Whoever may play has no seat in this game; a report is not there yet.
            problem = answer.json()["problem"]["code"]
            may = problem in (*SEAT_CODES, *MISSING, "problem.no_report", "problem.local_only")
        assert may == expected, (who, call, answer.status_code, answer.text[:200])
        if not expected and who == "nobody":
            assert answer.status_code == 401
        if not expected and who == "stranger" and "{" in template and "people" not in template:
            assert answer.status_code in (403, 404), "another course does not exist for them"
        assert answer.status_code < 500
