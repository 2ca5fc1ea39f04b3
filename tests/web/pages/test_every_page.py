"""Every page in both languages and themes: axe finds nothing, and nothing jumps while it loads."""

import httpx2
import pytest
from playwright.sync_api import Page

from support.records import patient, record_of, some_moves
from support.web import Server
from web.pages.visits import StartVisit

MOST_SHIFT = 0.02
WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push([value, ...sources.map(
            ({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.textContent)]);
}).observe({ type: 'layout-shift', buffered: true });"""
# A page, and what is shown last on it.
PAGES = {
    "home": ("/", "ul.games svg circle"),
    "form": ("/play?game=xiangqi", "main form button.main"),
    "form-stars": ("/play?game=stars", "main form button.main"),
    "othello": ("{othello}", ".moves, p.said.mine"),
    "gomoku": ("{gomoku}", ".moves, p.said.mine"),
    "xiangqi": ("{xiangqi}", ".moves, p.said.mine"),
    "tiaojia": ("{tiaojia}", ".moves, p.said.mine"),
    "stars": ("{stars}", ".pad"),
    "editor": ("/editor?game=xiangqi", "svg.board"),
    "open": ("/replay", "main input"),
    "replay": ("/replay/{record}?step=9", ".viewer svg.board"),
    "bots": ("/bots", "main form"),
    "ladder": ("/ladders/othello", "main table"),
    "matches": ("/matches", "main form"),
    "match": ("/matches/{match}", "main table, svg.board"),
    "tournaments": ("/tournaments", "main a.button"),
    "new-tournament": ("/tournaments/new", "main form"),
    "tournament": ("/tournaments/{tournament}", "main table"),
    "leagues": ("/leagues", "main a.button"),
    "league": ("/leagues/{league}", "main table"),
    "labs": ("/labs", "main a[href^='/labs/']"),
    "lab": ("/labs/othello/task1", "main h1"),
    "highway": ("/puzzles/highway", "main h1"),
    "trek": ("/puzzles/trek", "main canvas"),
    "missing": ("/nowhere", "main h1"),
}


@pytest.fixture(scope="module")
def made(server: Server) -> dict[str, str]:
    """What there is to see: the key of a record, and numbers of what was begun."""
    api = f"{server.address}/api"
    record = patient(record_of("othello", some_moves("othello", 20)))
    pair = ["engine:tiaojia?level=1", "random:tiaojia"]
    entrants = [{"name": bot, "bot": bot} for bot in pair]
    tournament = {"name": "cup", "game": "tiaojia", "bots": entrants, "openings": "none"}
    league = {"name": "spring", "game": "othello"}
    answers = {
        "record": httpx2.post(f"{api}/records", content=record.dumps(), timeout=60),
        "match": httpx2.post(f"{api}/matches", json={"game": "tiaojia", "bots": pair}, timeout=60),
        "tournament": httpx2.post(f"{api}/tournaments", json=tournament, timeout=60),
        "league": httpx2.post(f"{api}/leagues", json=league, timeout=60),
    }
    found = {name: answer.raise_for_status().json() for name, answer in answers.items()}
    return {name: str(each.get("key") or each["id"]) for name, each in found.items()}


def settle(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_nothing_jumps(
    visit: StartVisit, made: dict[str, str], name: str
) -> None:
    address, last = PAGES[name]
    seen = visit()
    page = seen.page
    page.add_init_script(WATCH_SHIFTS)
    if address == f"{{{name}}}":
        seen.begin(game=name, seats=["human", f"random:{name}"])
    else:
        seen.open(address.format(**made))
    page.locator(last).first.wait_for()
    settle(page)
    shifts = page.evaluate("shifts")
    assert sum(value for value, *_ in shifts) < MOST_SHIFT, shifts
    for other in ("中文", "English"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            seen.check_axe()
            seen.shoot(f"every-{name}-{'en' if other == '中文' else 'zh'}-{scheme}")
        page.get_by_role("button", name=other).click()
        page.get_by_role("button", name="English" if other == "中文" else "中文").wait_for()
