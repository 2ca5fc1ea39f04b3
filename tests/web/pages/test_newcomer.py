"""A newcomer plays each game against level 2: nothing is cut off, jumps or surprises.

In `make test` most games are given up after some moves; `make test-slow` plays all to their ends.
"""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from garlic.games import GAMES
from web.pages.visits import StartVisit, Visit

MOST_MOVES = 600
SOME_MOVES = 8
MINUTES = 60_000
END = re.compile("You win!|You lose|Draw")
# Where the board and both clocks or names are, and what of them is outside of the window.
LAYOUT = """() => {
    const box = each => each.getBoundingClientRect();
    const board = box(document.querySelector('svg.board'));
    const seats = [...document.querySelectorAll('.seat')].map(box);
    const outside = [board, ...seats].filter(each =>
        each.top < 0 || each.left < 0 || each.bottom > innerHeight + 1
        || each.right > innerWidth + 1);
    return {
        board: [board.left, board.top, board.width, board.height].map(Math.round),
        outside: outside.length,
        sideways: document.documentElement.scrollWidth > innerWidth,
    };
}"""


def choose_move(game: dict[str, Any], chance: random.Random) -> list[str]:
    """The places to click for one of the legal moves."""
    moves = game["status"]["moves"]["a"]
    path = list(dict.fromkeys(chance.choice(moves)["path"]))
    names = game["shape"]["names"]
    places = [str(names[at]) for at in path]
    return places[-1:] if game["game"] == "stars" else places


def start(seen: Visit, game: str) -> str:
    """Begin a game from the form, as a newcomer does; its id."""
    page = seen.open(f"/play?game={game}")
    page.get_by_label("Strength").fill("2")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board")
    return page.url.rpartition("/")[2]


def wait_for_ply(page: Page, game: str, ply: int) -> None:
    """Wait until the list of moves has come so far, or the game has ended."""
    # Where both move at once a row is a ply, also when only one of them is still alive.
    plies = "table.rows.length" if game == "stars" else "table.querySelectorAll('button').length"
    page.wait_for_function(
        "ply => { if (document.querySelector('section.card h2')) return true;"
        " const table = document.querySelector('.moves table');"
        f" return (table ? {plies} : 0) >= ply; }}",
        arg=ply,
        timeout=MINUTES,
    )


def play(page: Page, address: str, chance: random.Random, most: int) -> int:
    """Make random moves until the game has ended, or give up after *most*; the number of moves."""
    page.locator("p.said.mine").wait_for()
    before = page.evaluate(LAYOUT)
    for number in range(MOST_MOVES):
        page.locator("p.said.mine, section.card h2").first.wait_for(timeout=MINUTES)
        if number == most and not page.get_by_role("heading", name=END).count():
            page.get_by_role("button", name="Resign").click()
            page.get_by_role("button", name="Yes, resign").click()
            page.locator("section.card h2").first.wait_for(timeout=MINUTES)
        layout = page.evaluate(LAYOUT)
        assert layout == before, f"after {number} moves"
        assert not layout["outside"]
        assert not layout["sideways"]
        if page.get_by_role("heading", name=END).count():
            return number
        game = page.request.get(address).json()
        if not game["status"]["moves"]["a"]:
            continue  # the page shows an older turn than the server
        ply = game["status"]["ply"]
        wait_for_ply(page, game["game"], ply)  # else it does, too
        page.locator("p.said.mine").wait_for(timeout=MINUTES)  # of this ply, not of the last
        places = choose_move(game, chance)
        for place in places:
            page.locator(f'[data-name="{place}"]').click()
        if not places:
            page.get_by_role("button", name="Pass", exact=True).click()
        wait_for_ply(page, game["game"], ply + 1)
    raise AssertionError(f"the game did not end within {MOST_MOVES} moves")


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("gomoku", MOST_MOVES),
        *((game, SOME_MOVES) for game in GAMES if game != "gomoku"),
        *(
            pytest.param(game, MOST_MOVES, marks=pytest.mark.slow)
            for game in GAMES
            if game != "gomoku"
        ),
    ],
)
def test_a_newcomer_plays_to_the_end(visit: StartVisit, game: str, most: int) -> None:
    seen = visit(width=1366, height=768, calm=False)
    name = start(seen, game)
    page = seen.page
    seen.shoot(f"newcomer-{game}-begin")
    moves = play(page, f"{seen.address}/api/plays/{name}", random.Random(7), most)
    assert moves > 2
    seen.shoot(f"newcomer-{game}-end")
    seen.check_axe()
    page.get_by_role("link", name="Look at the game").click()
    page.wait_for_url("**/replay/*")
    page.locator(".viewer svg.board").wait_for()
    seen.shoot(f"newcomer-{game}-replay")
