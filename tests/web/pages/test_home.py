"""The first page with games of its visitor, and the rules of each game in a real browser."""

import time

from playwright.sync_api import expect

from garlic.games import GAMES
from support.web import Server, begin_slow_game
from web.pages.visits import StartVisit


def test_ones_own_games_are_won_lost_or_in_progress(visit: StartVisit) -> None:
    here = visit()
    here.begin(game="tiaojia", seats=["human", "random:tiaojia"])
    here.page.get_by_role("button", name="Resign").click()
    here.page.get_by_role("button", name="Yes, resign").click()
    here.page.wait_for_selector('a[href^="/replay/"]')
    here.begin(game="xiangqi", seats=["human", "engine:xiangqi?level=1"])
    page = here.open("/")
    lost = page.get_by_role("link", name="Lost Tiaojia against Random moves")
    expect(lost).to_be_visible()
    expect(page.get_by_role("link", name="In progress Xiangqi")).to_be_visible()
    here.shoot("home-own")
    here.check_axe()
    lost.click()
    page.wait_for_url("**/replay/*")
    stranger = visit().open("/")
    stranger.get_by_role("heading", name="Where to start").wait_for()
    expect(stranger.get_by_role("heading", name="Your last games")).to_have_count(0)


def test_a_live_game_moves_by_itself(visit: StartVisit, server: Server) -> None:
    here = visit(calm=False)
    live = begin_slow_game(server, "tiaojia", 2.0)
    end = time.monotonic() + 60
    while here.page.request.get(f"{here.address}/api/live/{live}").json()["state"] != "running":
        assert time.monotonic() < end
        time.sleep(0.1)
    page = here.open("/")
    board = page.locator(f'.showcase a[href="/watch/{live}"]')
    board.wait_for()
    expect(board).to_contain_text("Live now")
    before = board.locator("svg").inner_html()
    page.wait_for_function(
        "before => document.querySelector('.showcase svg').innerHTML !== before", arg=before
    )
    page.request.post(f"{here.address}/api/matches/{live.split('-')[0]}/stop")


def test_the_rules_of_each_game_have_drawings(visit: StartVisit) -> None:
    here = visit(width=390, height=844, dark=True, language="zh-CN")
    for name in GAMES:
        page = here.open(f"/rules/{name}")
        page.locator("figure svg[role=img]").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        here.shoot(f"rules-{name}-zh")
    here.check_axe()


def test_the_rules_open_above_a_game_and_close_again(visit: StartVisit) -> None:
    here = visit()
    here.begin(game="xiangqi", seats=["human", "human"])
    page = here.page
    button = page.get_by_role("button", name="Rules in 30 seconds")
    button.click()
    dialog = page.get_by_role("dialog", name="Xiangqi: the rules in half a minute")
    expect(dialog.locator("figure").first).to_be_visible()
    here.shoot("rules-dialog")
    here.check_axe()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    page = here.open("/play?game=stars")
    page.get_by_role("button", name="Rules in 30 seconds").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
