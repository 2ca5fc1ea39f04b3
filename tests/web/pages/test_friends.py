"""Two people play each other by link in real browsers, others watch, and connections are lost."""

import re
import signal
from pathlib import Path

from playwright.sync_api import Page, expect

from support.web import running_server
from web.pages.test_play import begin, place, status, wait_for_ply
from web.pages.visits import StartVisit, Visit

STRIP = ".strip"


def open_game(seen: Visit, game: str) -> str:
    """Open a game for a friend, as the first side; the link for the friend."""
    page = seen.open(f"/play?game={game}")
    page.get_by_role("radio", name="A friend, by link").check()
    if game != "stars":
        page.get_by_label("Clock").select_option("180")
        page.get_by_label("Added after each move").select_option("2")
    page.get_by_role("button", name="Play", exact=True).click()
    link = page.get_by_label("Link for your friend")
    expect(link).to_have_value(re.compile(r"/play/[\w-]+#join=[0-9a-f]{48}$"))
    return link.input_value()


def follow(seen: Visit, link: str) -> Page:
    """Open *link*, which may be another one's invitation."""
    seen.page.goto(link)
    seen.page.wait_for_selector("svg.board")
    expect(seen.page).to_have_url(link.partition("#")[0])
    return seen.page


def said(page: Page, words: str) -> None:
    expect(page.locator("p.said")).to_have_text(words)


def test_friends_play_by_link_and_a_third_watches(visit: StartVisit) -> None:
    opener, friend, other = visit(), visit(language="zh-CN", width=390, height=844), visit()
    link = open_game(opener, "gomoku")
    said(opener.page, "Waiting for your friend")
    opener.shoot("friend-invite")
    opener.check_axe()
    other.open(link.partition("#")[0].removeprefix(other.address))
    expect(other.page.get_by_text("You are watching this game.")).to_be_visible()

    follow(friend, link)
    said(opener.page, "Your turn (black)")
    follow(other, link)  # the invitation works once
    expect(other.page.get_by_text("You are watching this game.")).to_be_visible()
    expect(opener.page.locator(".clock")).to_have_count(2)

    place(opener.page, "h8").click()
    wait_for_ply(friend.page, 1)
    said(friend.page, "轮到你（白方）")
    place(friend.page, "i9").click()
    for page in (opener.page, other.page):
        wait_for_ply(page, 2)
    expect(other.page.locator('[aria-label*="legal move"]')).to_have_count(0)
    expect(other.page.get_by_role("button", name="Resign")).to_have_count(0)
    place(other.page, "a1").click()
    assert status(other, link.rpartition("/")[2].partition("#")[0])["ply"] == 2
    other.shoot("friend-watch")
    other.check_axe()

    friend.page.get_by_role("button", name="提和").click()
    offer = opener.page.get_by_role("group", name="Your opponent offers a draw.")
    expect(offer).to_be_visible()
    expect(other.page.get_by_role("group", name="Your opponent offers a draw.")).to_have_count(0)
    opener.shoot("friend-offer")
    opener.check_axe()
    offer.get_by_role("button", name="Decline").click()
    expect(offer).to_have_count(0)
    opener.page.get_by_role("button", name="Offer a draw").click()
    friend.page.get_by_role("button", name="同意").click()
    for page in (opener.page, other.page):
        expect(page.get_by_role("heading", name="Draw")).to_be_visible()
    expect(friend.page.get_by_role("heading", name="和局")).to_be_visible()
    friend.shoot("friend-over-phone-zh")
    friend.check_axe()

    opener.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="同意").click()
    said(friend.page, "轮到你（黑方）")  # with the colours swapped
    said(opener.page, "black to move")
    assert opener.page.url == friend.page.url != link.partition("#")[0]
    place(friend.page, "h8").click()
    wait_for_ply(opener.page, 1)
    said(opener.page, "Your turn (white)")


def test_friends_move_at_once(visit: StartVisit) -> None:
    opener, friend, other = visit(), visit(), visit()
    link = open_game(opener, "stars")
    follow(friend, link)
    follow(other, link.partition("#")[0])
    said(opener.page, "Both choose a move")
    expect(opener.page.locator(".pad")).to_have_count(1)
    expect(other.page.locator(".pad")).to_have_count(0)
    other.page.keyboard.press("ArrowUp")
    opener.page.keyboard.press("Space")
    said(opener.page, "blue to move")
    friend.page.keyboard.press("Space")
    for page in (opener.page, friend.page, other.page):
        wait_for_ply(page, 2)
    said(other.page, "Both choose a move")


def test_a_reload_keeps_the_seat_and_the_invitation(visit: StartVisit) -> None:
    opener = visit()
    link = open_game(opener, "tiaojia")
    opener.page.reload()
    expect(opener.page.get_by_label("Link for your friend")).to_have_value(link)
    opener.page.goto(link)  # one's own link does not take the friend's seat
    opener.page.reload()
    expect(opener.page.get_by_label("Link for your friend")).to_have_value(link)
    opener.page.get_by_role("button", name="Cancel the game").click()
    opener.page.wait_for_url("**/play")


def test_a_move_made_while_the_server_is_away_is_sent_once(
    visit: StartVisit, tmp_path: Path
) -> None:
    with running_server(tmp_path) as server:
        seen = visit()
        seen.address = server.address
        name = begin(seen, "gomoku", "human", "human")
        page = seen.page
        place(page, "h8").click()
        wait_for_ply(page, 1)
        expect(page.locator(STRIP)).to_have_count(0)
        server.stop(signal.SIGKILL)
        expect(page.locator(STRIP)).to_have_text("Connection lost, trying again …")
        place(page, "a1").click()
        said(page, "Your move a1 will be sent as soon as the connection is back")
        place(page, "a2").click()  # no other move meanwhile
        seen.shoot("connection-lost")
        seen.check_axe()
        server.start()
        wait_for_ply(page, 2)
        expect(page.locator(STRIP)).to_have_count(0)
        assert status(seen, name)["ply"] == 2
        place(page, "h9").click()  # and the game goes on
        wait_for_ply(page, 3)
        assert page.locator(".moves td").all_inner_texts()[:3] == ["h8", "a1", "h9"]
        seen.faults.clear()  # the lost connection is expected


def test_every_page_says_that_the_connection_is_lost(visit: StartVisit) -> None:
    seen = visit(language="zh-CN")
    page = seen.open("/")
    away = re.compile(r"/api/|/icon\.svg")
    page.route(away, lambda route: route.abort())
    page.get_by_role("link", name="对弈", exact=True).first.click()
    expect(page.locator(STRIP)).to_have_text("连接已断开，正在重试……")
    page.unroute(away)
    expect(page.locator(STRIP)).to_have_count(0)
