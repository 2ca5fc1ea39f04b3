"""A game that the pages have never heard of: they show what the server says, and nothing else.

The server's answers about a real game are changed on their way to the browser.
"""

from typing import Any

import pytest
from playwright.sync_api import Route

NAME = "kayles"
PLAIN = "core:plain"  # a sentence without a translation
FACTS: dict[str, Any] = {
    "name": NAME,
    "title": {"code": PLAIN, "values": {"text": "Kayles"}},
    "about": {"code": PLAIN, "values": {"text": "Knock down one pin, or two neighbours."}},
    "seats": ["first", "second player"],
    "rules": ["misere", "normal"],
    "rule_titles": {
        "misere": {"code": PLAIN, "values": {"text": "Misère"}},
        "normal": {"code": PLAIN, "values": {"text": "normal"}},
    },
    "sizes": {"normal": ["1x9", "1x12"]},
    "maps": [],
    "simultaneous": False,
    "steered": False,
    "oriented": False,
    "may_resign": False,
    "levels": 10,
    "players": ["random"],
    "turn_seconds": 1,
    "game_seconds": None,
}
MOVES = [
    {"move": "3", "path": [2]},
    {"move": "3-4", "path": []},
    {"move": "pass", "path": []},
    {"move": "3 backwards", "path": [2]},
]


@pytest.fixture
def seen(visit: Any) -> Any:
    """A page in a browser that knows Kayles, too, and a sample of its board."""
    seen = visit()
    page = seen.page

    def games(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=[*answer.json(), FACTS])

    def board(route: Route) -> None:
        answer = page.request.get(f"{seen.address}/api/games/tiaojia/board?sample=true")
        route.fulfill(response=answer, json=as_kayles(answer.json()))

    page.route("**/api/games", games)
    page.route(f"**/api/games/{NAME}/board?*", board)
    return seen


def as_kayles(view: dict[str, Any]) -> dict[str, Any]:
    """*view* on a kind of board, with seats, that the pages do not know."""
    shape = {**view["shape"], "geometry": "row", "seats": FACTS["seats"]}
    return {**view, "shape": shape}


def test_it_can_be_chosen_with_what_it_offers(seen: Any) -> None:
    page = seen.open(f"/play?game={NAME}")
    page.get_by_text("Knock down one pin, or two neighbours.").wait_for()
    assert page.locator(".game.chosen").inner_text() == "Kayles"
    assert page.get_by_label("Rules").locator("option").all_inner_texts() == ["Misère", "normal"]
    assert page.get_by_label("Size of the board").count() == 0
    page.get_by_label("Rules").select_option("normal")
    sizes = page.get_by_label("Size of the board").locator("option")
    assert sizes.all_inner_texts() == ["1x9", "1x12"]
    assert page.get_by_label("Computer", exact=True).count() == 0  # it has no engine
    assert page.get_by_label("A person, on this screen").is_checked()
    page.get_by_label("Another player").check()
    assert page.get_by_label("second player").count() == 1
    seen.shoot("unknown-choose")
    seen.check_axe()
    with page.expect_request("**/api/plays") as sent:
        page.get_by_label("Size of the board").select_option("1x12")
        page.route("**/api/plays", lambda route: route.abort())
        page.get_by_role("button", name="Play", exact=True).click()
    request = sent.value.post_data_json
    assert (request["map"], request["rule"]) == ("1x12", "normal")
    assert request["seats"] == ["human", f"random:{NAME}"]


def test_it_can_be_played(seen: Any) -> None:
    page = seen.page
    request = {"game": "tiaojia", "seats": ["human", "human"]}
    made = page.request.post(f"{seen.address}/api/plays", data=request).json()
    sent: list[str] = []

    def view(route: Route) -> None:
        answer = route.fetch()
        found = as_kayles(answer.json())
        found |= {"game": NAME, "title": FACTS["title"]}
        found["status"]["moves"] = {"a": MOVES}
        route.fulfill(response=answer, json=found)

    def move(route: Route) -> None:
        request: Any = route.request.post_data_json
        sent.append(request["move"])
        route.fulfill(json={})

    page.route(f"**/api/plays/{made['id']}", view)
    page.route(f"**/api/plays/{made['id']}/moves", move)
    seen.open(f"/play/{made['id']}#seat={made['key']}")
    page.locator("p.said", has_text="first to move").wait_for()
    assert page.locator("rect.cell").count() == 144  # squares, as on any board
    assert page.locator("circle.disc.seat-black").count() > 0
    assert page.locator("circle.disc.seat-white").count() > 0
    assert page.locator(".pad").count() == 0
    with page.expect_response("**/moves"):
        page.locator('[data-place="2"]').click()
    for button in ("3-4", "Pass", "3 backwards"):
        page.reload()  # the game does not go on: until it does, no other move is offered
        with page.expect_response("**/moves"):
            page.get_by_role("button", name=button, exact=True).click()
    assert sent == ["3", "3-4", "pass", "3 backwards"]
    seen.shoot("unknown-play")
    seen.check_axe()


def test_it_is_on_the_first_page(seen: Any) -> None:
    page = seen.open("/")
    card = page.locator(f'a[href="/play?game={NAME}"]')
    assert "Knock down one pin, or two neighbours." in card.inner_text()
    card.locator("svg .disc").first.wait_for(state="attached")
    seen.shoot("unknown-home")
