"""Boards are visible as a whole in every window: measured in a real browser."""

import httpx2
import pytest
from playwright.sync_api import Page

from garlic.games import GAMES
from support.records import record_of, some_moves
from support.web import Server
from web.pages.visits import StartVisit, Visit

SIZES = [
    (1440, 900),
    (1366, 768),
    (1280, 720),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (844, 390),
]
TRIES = 30
SHOWN = {(1280, 720), (844, 390)}  # screenshots

# What is not wholly visible, and whether the board moves when everything is scrolled that can be.
MEASURE = """selectors => {
    const box = each => each.getBoundingClientRect();
    const at = each => Object.values(box(each).toJSON()).map(Math.round).slice(0, 4).join(' ');
    const panel = document.querySelector('.board-layout .panel');
    const board = document.querySelector('svg.board');
    const header = box(document.querySelector('header')).bottom;
    scrollTo(0, 0);
    const before = box(board).top;
    panel.scrollTop = 100_000;
    scrollTo(0, 100_000);
    const hidden = each => {
        const {left, top, right, bottom, width} = box(each);
        return width < 1 || top < header - 1 || left < -1
            || bottom > innerHeight + 1 || right > innerWidth + 1;
    };
    const covered = each => {
        const [one, other] = [box(each), box(panel)];
        return one.right > other.left + 1 && one.left < other.right - 1
            && one.bottom > other.top + 1 && one.top < other.bottom - 1;
    };
    const found = [];
    for (const selector of selectors) {
        const all = [...document.querySelectorAll(selector)];
        if (all.length === 0) found.push(`there is no ${selector}`);
        for (const each of all.filter(hidden)) found.push(`${selector} at ${at(each)}`);
    }
    for (const each of document.querySelectorAll('.above > *, .below > *, .middle'))
        if (covered(each)) found.push(`${each.className} at ${at(each)} is below the panel`);
    const moved = Math.round(box(board).top - before);
    if (moved) found.push(`the board moved by ${moved}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    const size = Math.max(box(board).width, box(board).height);
    if (size < 0.6 * Math.min(innerWidth, innerHeight)) found.push(`the board has only ${size}`);
    if (box(panel).height < 90) found.push(`the panel has only ${box(panel).height}`);
    return found;
}"""


def measured(page: Page, selectors: list[str]) -> list[str]:
    """What is wrong with the page; while it adapts to a new window, it is measured again."""
    found: list[str] = []
    for _ in range(TRIES):
        found = page.evaluate(MEASURE, selectors)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def check_sizes(seen: Visit, name: str, *selectors: str) -> None:
    """Fail if one of *selectors* is not wholly visible in one of the windows."""
    page = seen.page
    page.locator(".board-layout svg.board").wait_for()
    problems: dict[str, list[str]] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if found := measured(page, ["svg.board", *selectors]):
            problems[f"{width}x{height}"] = found
        if (width, height) in SHOWN:
            seen.shoot(f"fit-{name}-{width}x{height}")
    assert not problems, name


@pytest.mark.parametrize("game", [*GAMES, "stars on a wide map"])
def test_the_board_the_players_and_the_clocks_are_visible(visit: StartVisit, game: str) -> None:
    seen = visit()
    name, _, wide = game.partition(" ")
    request = {"game": name, "seats": ["human", f"random:{name}"], "clock_seconds": 600}
    if wide:
        request["map"] = "42x62-both-free"
    seen.begin(**request)
    check_sizes(seen, f"play-{game}", ".seat", ".clock", ".actions button")


def test_the_editor_shows_every_rank(visit: StartVisit) -> None:
    seen = visit()
    seen.open("/editor?game=xiangqi")
    check_sizes(seen, "editor-xiangqi")


def test_the_board_of_a_replay_stays_where_it_is(visit: StartVisit, server: Server) -> None:
    record = record_of("xiangqi", some_moves("xiangqi", 12))
    answer = httpx2.post(f"{server.address}/api/records", content=record.dumps(), timeout=60)
    seen = visit()
    seen.open(f"/replay/{answer.raise_for_status().json()['key']}")
    check_sizes(seen, "replay", ".controls button")
