"""The pages of a busy machine: what is unfinished or delayed says so, and has a button."""

from typing import Any

import pytest
from playwright.sync_api import expect

from web.pages.visits import StartVisit, Visit

REASON = {"code": "core:plain", "values": {"text": "two passes"}}
BUSY = {"code": "core:plain", "values": {"text": "not judged: the machine was too busy"}}
MOMENT = "2026-03-01T10:00:00Z"
TALLY = {"games": 3, "played": 2, "won": 1, "drawn": 0, "lost": 1, "delayed": 1}


def standing(place: int, name: str, delayed: int) -> dict[str, Any]:
    return {"rank": place + 1, "name": name, "place": place, "points": 1, "played": 2, "won": 1,
            "drawn": 0, "lost": 1, "scored": 0, "conceded": 0, "average_seconds": 0.01,
            "faults": {}, "left": 1, "elo": 0, "low": -10, "high": 10, "set_aside": False,
            "delayed": delayed}  # fmt: skip


TOURNAMENT = {
    "id": 7, "name": "cup", "game": "othello", "format": "round-robin", "bots": 2, "scheduled": 3,
    "played": 2, "state": "unfinished", "created_at": MOMENT, "finished_at": None, "not_judged": 1,
    "delayed": 1, "settings": {}, "meetings": [], "curve": [], "seconds_left": None, "ours": False,
    "entrants": [{"name": name, "bot": name, "kind": "python", "version": 1} for name in "ab"],
    "standings": [standing(0, "a", 1), standing(1, "b", 0)], "problem": None,
    "may": ["see", "see private", "change", "delete"],
}  # fmt: skip
GAMES = {
    "total": 2, "seats": ["red", "blue"],
    "games": [
        {"number": 1, "round": 1, "names": ["a", "b"], "opening": "-", "key": "0" * 64,
         "winner": "a", "reason": REASON, "scores": None, "turns": 9, "faults": [{}, {}],
         "delayed": True, "played_at": MOMENT},
        {"number": 2, "round": 1, "names": ["b", "a"], "opening": "-", "key": None,
         "winner": None, "reason": BUSY, "scores": None, "turns": 0, "faults": [{}, {}],
         "delayed": False, "played_at": None},
    ],
}  # fmt: skip
RESULT: dict[str, Any] = {
    "key": "0" * 64, "winner": "a", "reason": REASON, "scores": None, "turns": 9,
    "faults": [{}, {}], "delayed": True,
}  # fmt: skip
MATCH = {  # as the API sends it; its options are called "wishes" there
    "id": 7, "game": "othello", "names": ["a", "b"], "bots": ["stored:1", "stored:2"],
    "state": "unfinished", "problem": None, "wishes": {}, "tally": TALLY, "created_at": MOMENT,
    "finished_at": MOMENT, "seats": ["red", "blue"],
    "all_games": [
        {"number": 1, "live": "7-1", "names": ["a", "b"], "seed": 0, "state": "finished",
         "result": RESULT, "trouble": None},
        {"number": 2, "live": "7-2", "names": ["b", "a"], "seed": 0, "state": "stopped",
         "result": None, "trouble": BUSY},
    ],
}  # fmt: skip
TITLE = {"en": "one", "zh": "一"}
GRADE = {
    "id": "ab" * 12, "lab": "trek", "name": "me.cpp", "state": "unfinished", "points": 10,
    "max_points": 100, "problem": None, "fault": None, "done": 0, "of": 0, "delayed": 2,
    "tests": [
        {"title": TITLE, "points": 10, "max_points": 10, "summary": REASON},
        {"title": TITLE, "points": None, "max_points": 90, "summary": BUSY},
    ],
    "created_at": MOMENT, "finished_at": MOMENT,
}  # fmt: skip


@pytest.fixture
def busy(visit: StartVisit) -> StartVisit:
    """A visit to a server that answers with these documents."""

    def make(**options: Any) -> Visit:
        here = visit(**options)

        def answer(path: str, document: dict[str, Any]) -> None:
            here.page.route(path, lambda route: route.fulfill(json=document))

        answer("**/api/tournaments/7*", TOURNAMENT)
        answer("**/api/tournaments/7/resume", TOURNAMENT | {"state": "finished"})
        answer("**/api/tournaments/7/games?*", GAMES)
        answer("**/api/matches/7*", MATCH)
        answer("**/api/matches/7/again", MATCH)
        answer(f"**/api/grades/{GRADE['id']}", GRADE)
        answer(f"**/api/grades/{GRADE['id']}/again", GRADE)
        here.page.route("**/report.html?*", lambda route: route.fulfill(body="<p>report</p>"))
        return here

    return make


@pytest.mark.parametrize(
    ("path", "not_judged", "delayed", "button", "command"),
    [
        ("/tournaments/7", "could not be judged because the machine was busy: 1.",
         "Delayed games: 1.", "Run again", "resume"),
        ("/matches/7", "could not be judged because the machine was busy: 1.",
         "Delayed games: 1.", "Run again", "again"),
        (f"/grades/{GRADE['id']}", "90 points could not be judged:", "Delayed games: 2.",
         "Run again", "again"),
    ],
)  # fmt: skip
def test_what_is_unfinished_says_so_and_can_be_continued(
    busy: StartVisit, path: str, not_judged: str, delayed: str, button: str, command: str
) -> None:
    here = busy()
    page = here.open(path)
    expect(page.locator(".summary .badge.warn")).to_contain_text("not judged")
    expect(page.get_by_text(not_judged)).to_be_visible()
    expect(page.get_by_text(delayed)).to_be_visible()
    expect(page.get_by_text("run again automatically when the machine is quiet")).to_be_visible()
    here.shoot(f"unfinished-{path.split('/')[1]}")
    here.check_axe()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name=button).click()
    assert sent.value.url.endswith(f"{path}/{command}")


@pytest.mark.parametrize("path", ["/tournaments/7", "/matches/7", f"/grades/{GRADE['id']}"])
def test_it_fits_a_phone_in_chinese(busy: StartVisit, path: str) -> None:
    here = busy(width=360, height=740, language="zh-CN", dark=True)
    page = here.open(path)
    expect(page.locator(".summary .badge.warn")).to_contain_text("未能评测")
    here.shoot(f"unfinished-{path.split('/')[1]}-zh")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_delayed_games_are_marked_in_the_tables(busy: StartVisit) -> None:
    here = busy()
    page = here.open("/tournaments/7")
    expect(page.get_by_text("(delayed)")).to_have_count(1)
    row = page.locator("table.standings tbody tr").first
    expect(row).to_contain_text("1")
    page = here.open("/matches/7")
    expect(page.get_by_text("(delayed)")).to_have_count(1)
