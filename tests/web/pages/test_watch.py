"""The watch page: a live game, which becomes a replay once it is over."""

from playwright.sync_api import Page

from support.web import Server, begin_slow_game
from web.pages.visits import StartVisit


def shown(page: Page) -> tuple[int, int]:
    place, end = page.locator("output.count").inner_text().split(" / ")
    return int(place), int(end)


def test_a_game_is_watched_to_its_end(visit: StartVisit, server: Server) -> None:
    seen = visit()
    # A unique seed: a game that another test has finished would not be played again.
    live = begin_slow_game(server, "othello", 0.25, map="6x6", seed=4711)
    page = seen.open(f"/watch/{live}")
    page.wait_for_selector(".viewer svg.board", timeout=60_000)
    page.get_by_text("being played now").wait_for()
    page.wait_for_selector("[data-step='6']", timeout=60_000)
    place, end = shown(page)
    assert place == end  # it follows the game
    seen.check_axe()
    seen.shoot("watch")

    page.keyboard.press("Home")
    page.wait_for_selector(f"[data-step='{end + 2}']", timeout=60_000)
    assert shown(page)[0] == 0  # it stays there while new steps arrive

    late = visit()
    other = late.open(page.url.removeprefix(seen.address))
    other.wait_for_selector(f"[data-step='{end}']")  # a late viewer gets all steps so far

    for each in (page, other):
        each.get_by_role("region", name="Ask again").wait_for(timeout=90_000)
        assert each.get_by_text("being played now").count() == 0
        assert each.get_by_role("link", name="Record", exact=True).is_visible()
    assert shown(page)[0] == 0
    place, end = shown(other)
    assert place == end > 10


def test_an_unknown_live_game_is_reported(visit: StartVisit) -> None:
    page = visit().open("/watch/4711-1")
    page.locator("main [role=alert]").wait_for()
