"""The position editor in a real browser."""

import pytest
from playwright.sync_api import Route

from support.present import present
from web.pages.visits import StartVisit


@pytest.mark.parametrize("game", ["othello", "stars", "gomoku", "xiangqi", "tiaojia"])
def test_the_editor_of_each_game(visit: StartVisit, game: str) -> None:
    seen = visit()
    page = seen.open(f"/editor?game={game}")
    page.wait_for_selector("svg.board")
    page.get_by_text("All is well").wait_for()
    seen.check_axe()
    seen.shoot(f"editor-{game}")


def test_erase_put_and_play_from_here(visit: StartVisit) -> None:
    seen = visit()
    page = seen.open("/editor?game=xiangqi")
    page.wait_for_selector("svg.board")
    page.get_by_role("button", name="Erase").click()
    page.locator('[data-name="e0"]').click()
    page.get_by_text("the red king is missing").wait_for()
    assert page.get_by_role("button", name="Play from here").is_disabled()
    page.get_by_role("button", name="red king").click()
    page.locator('[data-name="e1"]').click()
    page.get_by_text("All is well").wait_for()
    page.get_by_role("radio", name="black").check()
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/play?*")
    page.get_by_label("A person, on this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#main").get_by_text("Black to move").wait_for()
    assert present(page.locator('[data-name="e1"]').get_attribute("aria-label")).startswith(
        "e1, red king"
    )


def test_editing_by_keyboard_and_as_text(visit: StartVisit) -> None:
    seen = visit(width=390, height=844, language="zh-CN", dark=True)
    page = seen.open("/editor?game=gomoku")
    page.wait_for_selector("svg.board")
    page.locator('[data-place][tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('[data-name=b15]').ariaLabel.includes('黑方')"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("规则、地图、文本").click()
    page.get_by_label("局面文本").fill("freestyle ...../..x../...../...../..... w 0")
    page.get_by_role("button", name="采用此文本").click()
    page.wait_for_selector("svg.board[aria-colcount='5']")
    seen.check_axe()
    seen.shoot("editor-phone-zh-dark")


def test_a_late_answer_changes_neither_the_typed_text_nor_the_board(visit: StartVisit) -> None:
    page = visit().open("/editor?game=gomoku")
    page.wait_for_selector("svg.board")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/arrangement", hold)

    def answer_late() -> None:
        with page.expect_response("**/arrangement"):
            late.pop().continue_()
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")

    small = "freestyle ...../..x../...../...../..... w 0"
    text = page.get_by_label("The position as text")
    page.get_by_text("Rules, map, text").click()
    page.locator('[data-name="h8"]').click()
    text.fill(small)
    answer_late()
    assert text.input_value() == small

    page.locator('[data-name="h9"]').click()
    text.fill(small)
    page.get_by_role("button", name="Use this text").click()
    page.wait_for_selector("svg.board[aria-colcount='5']")
    answer_late()
    assert page.locator("svg.board").get_attribute("aria-colcount") == "5"
