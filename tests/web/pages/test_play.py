"""Playing in a real browser: by mouse, by keyboard, in both languages, on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from support.present import present
from web.pages.visits import StartVisit, Visit

# Two moves of each game's first player, as the places to click; None: any legal move.
MOVES: dict[str, list[list[str] | None]] = {
    "othello": [["d3"], None],
    "gomoku": [["h8"], ["b2"]],
    "xiangqi": [["h2", "e2"], ["h0", "g2"]],
    "tiaojia": [["5 3", "4 3"], None],
    "stars": [["8,1"], None],
}


def begin(seen: Visit, game: str, *seats: str, **settings: object) -> str:
    """Start a game and open its page; its id."""
    name = seen.begin(game=game, seats=list(seats) or ["human", f"random:{game}"], **settings)
    seen.page.wait_for_selector("svg.board")
    return name


def status(seen: Visit, name: str) -> dict[str, Any]:
    found: dict[str, Any] = seen.page.request.get(f"{seen.address}/api/plays/{name}").json()
    status: dict[str, Any] = found["status"]
    return status


def place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def wait_for_ply(page: Page, ply: int) -> None:
    """Wait until the list of moves shows at least *ply* moves."""
    page.wait_for_function(
        "ply => [...document.querySelectorAll('.moves td')]"
        ".filter(cell => cell.textContent.trim()).length >= ply",
        arg=ply,
    )


def wait_for_turn(page: Page) -> None:
    """Wait until the board accepts moves; earlier clicks are ignored."""
    page.locator("p.said.mine").wait_for()


@pytest.mark.parametrize("game", MOVES)
def test_each_game_by_mouse(visit: StartVisit, game: str) -> None:
    seen = visit(calm=False)
    name = begin(seen, game)
    page = seen.page
    for number, places in enumerate(MOVES[game]):
        wait_for_turn(page)
        if places is None:  # any legal move
            legal = status(seen, name)["moves"]["a"][-1]
            shape = page.request.get(f"{seen.address}/api/plays/{name}").json()["shape"]
            places = [shape["names"][at] for at in dict.fromkeys(legal["path"])]  # noqa: PLW2901
            if game == "stars":
                places = places[-1:]  # noqa: PLW2901
        for each in places:
            place(page, each).click()
        wait_for_ply(page, 2 * number + 2)
    wait_for_turn(page)
    seen.shoot(f"play-{game}")


@pytest.mark.parametrize("game", MOVES)
def test_each_game_by_keyboard(visit: StartVisit, game: str) -> None:
    seen = visit()
    begin(seen, game)
    page = seen.page
    wait_for_turn(page)
    if game == "stars":
        page.keyboard.press("ArrowUp")
        wait_for_ply(page, 2)
        page.keyboard.press("Space")
        wait_for_ply(page, 4)
        return
    # Go from the first place of the board to those of the move with arrow keys alone.
    names = page.eval_on_selector_all("[data-name]", "all => all.map(each => each.dataset.name)")
    width = int(present(page.locator("svg.board").get_attribute("aria-colcount")))
    page.locator('[data-place][tabindex="0"]').focus()
    here = 0
    for each in present(MOVES[game][0]):
        there = names.index(each)
        down, right = there // width - here // width, there % width - here % width
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        assert page.evaluate("document.activeElement.dataset.name") == each
        page.keyboard.press("Enter")
        here = there
    wait_for_ply(page, 2)


def test_places_have_labels_and_moves_are_announced(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "othello", "human", "human", map="task4-8x8-1")
    page = seen.page
    label = place(page, "d3").get_attribute("aria-label")
    assert label == "d3, empty, worth 4, legal move"
    assert place(page, "d4").get_attribute("aria-label") == "d4, blue disc, worth 0"
    place(page, "d3").click()
    page.wait_for_function("() => document.querySelector('[aria-live]').textContent.includes('d3')")
    assert "blue to move" in page.locator("[aria-live]").inner_text()
    assert "last move" in present(place(page, "d3").get_attribute("aria-label"))


def test_a_new_game_is_chosen_and_started(visit: StartVisit) -> None:
    seen = visit()
    page = seen.open("/play")
    page.get_by_text("Xiangqi", exact=True).click()
    page.get_by_label("Strength").fill("1")
    page.get_by_role("radio", name="black").check()
    seen.check_axe()
    seen.shoot("play-choose")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    wait_for_turn(page)
    assert page.locator("p.said.mine").inner_text() == "Your turn (black)"
    left, right = (present(place(page, each).bounding_box())["x"] for each in ("i0", "a0"))
    assert left < right  # seen from black's side
    seen.check_axe()


def test_earlier_moves_are_looked_at_during_the_game(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "gomoku", "human", "human")
    page = seen.page
    for number, name in enumerate(("h8", "i9", "g7"), 1):
        place(page, name).click()
        wait_for_ply(page, number)
    page.get_by_role("button", name="h8", exact=True).click()
    back = page.get_by_role("button", name="Back to the game")
    expect(back).to_be_visible()
    expect(place(page, "i9")).to_have_attribute("aria-label", "i9, empty")  # and no legal move
    expect(place(page, "h8")).to_have_attribute("aria-label", "h8, black stone, last move")
    seen.shoot("play-look-back")
    seen.check_axe()
    page.locator(".moves .list").press("ArrowRight")
    expect(place(page, "i9")).to_have_attribute("aria-label", "i9, white stone, last move")
    back.click()
    expect(back).to_have_count(0)
    expect(place(page, "g7")).to_have_attribute("aria-label", "g7, black stone, last move")
    page.keyboard.press("Home")  # the mouse has left the focus where it was
    expect(page.locator("p.said")).to_contain_text("The start")
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.said")).to_contain_text("After h8")
    page.locator(".moves .list").press("Escape")
    place(page, "a1").click()  # it goes on
    wait_for_ply(page, 4)


def test_what_the_keys_do_is_shown(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "othello")
    page = seen.page
    expect(page).to_have_title("Your turn (red) · Weighted Othello · Garlic Arena")
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard and mouse")
    expect(help_).to_contain_text("Take back")
    page.keyboard.press("r")  # keys do nothing behind it
    seen.check_axe()
    seen.shoot("play-keys")
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("button", name="Yes, resign").click()
    expect(page).to_have_title("You lose · Weighted Othello · Garlic Arena")
    page.get_by_role("link", name="New game").click()
    expect(page).to_have_title("Play · Garlic Arena")


def test_a_person_whose_time_ran_out_is_not_advised_like_a_bot(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "othello", clock_seconds=1)
    page = seen.page
    page.get_by_role("heading", name="You lose").wait_for()
    expect(page.locator("section.card", has_text="You lose")).to_contain_text("time ran out")
    expect(page.get_by_role("button", name="time ran out")).to_be_visible()  # in the list of moves
    expect(page.get_by_text("watch the clock inside your search")).to_have_count(0)
    page.get_by_role("link", name="Look at the game").click()
    expect(page.get_by_text("Blue won: time ran out")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("time ran out", exact=True)).to_be_visible()
    expect(page.get_by_text("watch the clock inside your search")).to_have_count(0)


def test_take_back_hint_swap_and_resign(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "tiaojia")
    page = seen.page
    page.get_by_role("button", name="Hint").click()
    page.locator("p.hint").wait_for()
    assert page.locator("path.arrow").count() == 1
    seen.shoot("play-hint")
    place(page, "5 3").click()
    place(page, "4 3").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("No move yet").wait_for()
    page.get_by_role("button", name="Change sides").click()
    wait_for_ply(page, 1)
    page.locator("p.said.mine", has_text="Your turn (white)").wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("heading", name="You lose").wait_for()
    seen.check_axe()
    seen.shoot("play-over")
    page.get_by_role("link", name="Look at the game").click()
    page.wait_for_url("**/replay/*")


def test_a_hint_never_contradicts_the_lines_of_the_engine(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "gomoku")
    page = seen.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/plays/*/hint", hold)
    hint, arrows = page.get_by_role("button", name="Hint"), page.locator("path.arrow")
    wait_for_turn(page)
    hint.click()
    page.get_by_label("Show what the engine thinks").check()
    page.locator("section ol li").first.wait_for()
    with page.expect_response("**/api/plays/*/hint"):
        held[0].continue_()  # it comes too late
    expect(arrows).to_have_count(1)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_disabled()
    expect(page.locator("p.hint")).to_have_count(0)
    page.get_by_label("Show what the engine thinks").uncheck()
    expect(arrows).to_have_count(0)


def test_commands_by_keyboard_keep_the_focus_and_are_announced(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "tiaojia")
    page = seen.page

    def wait_for_announcement(words: str) -> None:
        page.wait_for_function(
            "words => document.querySelector('[aria-live]').textContent.includes(words)", arg=words
        )

    def press(name: str) -> None:
        button = page.get_by_role("button", name=name, exact=True)
        button.focus()
        button.press("Enter")

    wait_for_announcement("Your turn (black)")
    place(page, "5 3").press("Enter")
    wait_for_announcement("d6, chosen")
    place(page, "0 0").press("Enter")
    wait_for_announcement("No move to a1")
    place(page, "5 3").press("Enter")
    place(page, "4 3").press("Enter")
    wait_for_ply(page, 2)
    press("Hint")
    wait_for_announcement("The engine would play")
    page.wait_for_function("() => document.activeElement.textContent.trim() === 'Hint'")
    press("Take back")
    wait_for_announcement("Taken back. Your turn (black)")
    page.wait_for_function("() => document.activeElement.getAttribute('role') === 'gridcell'")
    press("Resign")
    page.wait_for_function("() => document.activeElement.textContent.trim() === 'Yes, resign'")
    page.keyboard.press("Enter")
    wait_for_announcement("You lose, resigned")
    page.wait_for_function("() => document.activeElement.matches('section.card')")


def test_chinese_labels_name_the_pieces_by_their_characters(visit: StartVisit) -> None:
    seen = visit(language="zh-CN")
    begin(seen, "xiangqi")
    called = [place(seen.page, name).get_attribute("aria-label") for name in ("e0", "e9", "a3")]
    assert called == ["e0，红方帥，可移动", "e9，黑方將", "a3，红方兵，可移动"]


def test_live_analysis_is_shown(visit: StartVisit) -> None:
    seen = visit()
    begin(seen, "othello")
    page = seen.page
    page.get_by_label("Show what the engine thinks").check()
    page.locator("section ol li").nth(2).wait_for()
    seen.check_axe()


def test_a_seat_is_played_on_two_devices(visit: StartVisit) -> None:
    first, second = visit(), visit()
    name = begin(first, "gomoku", "human", "human")
    key = first.page.evaluate("name => JSON.parse(localStorage['garlic-seats'])[name]", name)
    second.open(f"/play/{name}#seat={key}")
    assert "#" not in second.page.url
    second.page.wait_for_selector("svg.board")
    place(first.page, "h8").click()
    wait_for_ply(second.page, 1)
    place(second.page, "i9").click()
    wait_for_ply(first.page, 2)


def test_renju_marks_forbidden_points(visit: StartVisit) -> None:
    seen = visit(dark=True)
    begin(seen, "gomoku", "human", "human")
    page = seen.page
    for number, each in enumerate(
        ["h8", "a1", "h9", "c1", "f8", "e1", "f10", "g1", "i10", "o15"], 1
    ):
        place(page, each).click()
        wait_for_ply(page, number)
    assert "forbidden" in present(place(page, "h10").get_attribute("aria-label"))
    assert page.locator("path.forbidden").count() == 3
    seen.shoot("play-renju-dark")


def test_stars_in_real_time(visit: StartVisit) -> None:
    seen = visit(width=390, height=844)
    begin(seen, "stars", map="42x62-both-free", ticks=8)
    page = seen.page
    page.locator("#main").get_by_text("Press an arrow key").wait_for()
    page.get_by_role("button", name="Right").click()
    wait_for_ply(page, 6)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Start").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    seen.check_axe()
    seen.shoot("play-stars-phone")


def test_a_phone_in_chinese_and_dark(visit: StartVisit) -> None:
    seen = visit(width=390, height=844, dark=True, language="zh-CN")
    begin(seen, "xiangqi")
    page = seen.page
    place(page, "h2").click()
    place(page, "e2").click()
    wait_for_ply(page, 2)
    page.get_by_role("cell", name="炮二平五").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    edges = page.locator("svg.board > g:first-child text")  # the files, as Chinese players count
    assert "九" in edges.all_text_contents()
    assert "a" not in edges.all_text_contents()
    page.get_by_role("button", name="设置").click()
    page.get_by_label("象棋棋子").select_option("latin")
    assert present(page.locator("text.sign").first.text_content()) in "rnbakc"
    page.get_by_label("记谱法").select_option("wxf")
    page.get_by_role("cell", name="C2=5", exact=True).wait_for()  # black's is c2=5
    assert "九" not in edges.all_text_contents()
    seen.check_axe()
    seen.shoot("settings-phone-zh-dark")
    page.keyboard.press("Escape")
    seen.shoot("play-phone-zh-dark")


@pytest.mark.parametrize("game", ["othello", "stars", "gomoku"])
def test_the_form_has_no_horizontal_scrolling_on_a_phone(visit: StartVisit, game: str) -> None:
    seen = visit(width=360, height=740)
    page = seen.open(f"/play?game={game}")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_unknown_game_is_reported(visit: StartVisit) -> None:
    seen = visit()
    page = seen.open("/play/nothing-here")
    assert page.get_by_role("heading", level=1).inner_text() == "There is no such game."
