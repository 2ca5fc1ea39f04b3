"""The replay page: stepping, curves, review, ask again, dropped files."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from garlic.core import Verdict
from garlic.judge.record import Record
from garlic.judge.replay import positions
from support.records import patient, record_of, some_moves
from support.web import Server
from web.pages.visits import StartVisit, Visit

OTHELLO = patient(record_of("othello", some_moves("othello", 20)))
XIANGQI = record_of("xiangqi", some_moves("xiangqi", 12))
ROUNDS = [("8,0", "9,8"), ("7,0", "9,7"), ("6,0", "9,8"), ("99,9", "9,9")]
STARS = patient(record_of("stars", ROUNDS))
HOSTILE = "<img src=x onerror=alert(1)>\u202e" + "very long " * 40


@pytest.fixture
def keep(server: Server) -> Callable[[Record], str]:
    """A function that uploads a record and returns its key."""

    def kept(record: Record) -> str:
        answer = httpx2.post(f"{server.address}/api/records", content=record.dumps(), timeout=60)
        return str(answer.raise_for_status().json()["key"])

    return kept


def opened(visit: StartVisit, key: str, query: str = "", **options: Any) -> tuple[Visit, Page]:
    seen = visit(**options)
    page = seen.open(f"/replay/{key}{query}")
    page.wait_for_selector(".viewer svg.board")
    page.wait_for_selector("output.count")  # from then on the page handles keys
    return seen, page


def place(page: Page) -> int:
    return int(page.locator("output.count").inner_text().split(" / ")[0])


def discs(page: Page) -> int:
    """The number of discs on the board, by the labels of its places."""
    cells = page.locator("[role=gridcell]").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    return sum("disc" in cell for cell in cells)


def test_navigation_by_keys_buttons_slider_and_moves(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    _, page = opened(visit, keep(OTHELLO))
    assert place(page) == 0
    assert discs(page) == 4
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert place(page) == 2
    assert discs(page) == 6
    page.keyboard.press("End")
    assert place(page) == 20
    page.keyboard.press("ArrowLeft")
    assert place(page) == 19
    page.keyboard.press("Home")
    assert place(page) == 0
    page.get_by_role("button", name="One step on").click()
    assert place(page) == 1
    page.get_by_role("slider").fill("7")
    assert place(page) == 7
    assert discs(page) == 11
    page.locator("[data-step='12']").click()
    assert place(page) == 12
    assert page.locator("[aria-current=step]").get_attribute("data-step") == "12"
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == 13
    page.locator("#main h1").click()
    page.locator("svg.board").click()  # the mouse leaves the focus where it is
    page.keyboard.press("ArrowLeft")
    assert place(page) == 12
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard and mouse")).to_contain_text("Play or pause")
    page.keyboard.press("ArrowLeft")
    assert place(page) == 12


def test_the_wheel_over_the_board_steps(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO))
    page.locator("svg.board").hover()
    for _ in range(3):
        page.mouse.wheel(0, 100)
    page.locator("output.count", has_text="3 / 20").wait_for()
    page.mouse.wheel(0, -100)
    page.locator("output.count", has_text="2 / 20").wait_for()
    page.locator(".panel h1").hover()
    page.mouse.wheel(0, 100)  # the panel scrolls
    assert place(page) == 2


def test_one_can_go_on_from_a_position(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO), "?step=7")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    position = str(positions(OTHELLO)[7].position)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == position
    page.get_by_role("button", name="Set it up").click()
    page.wait_for_url("**/editor?**")
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    assert discs(page) == 11
    page.go_back()
    page.locator("output.count", has_text="7 / 20").wait_for()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/play?**")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    page.wait_for_selector("svg.board")
    assert discs(page) >= 11


def test_nobody_plays_on_when_the_game_is_over(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    line = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]
    _, page = opened(visit, keep(record_of("gomoku", line)))
    play_on = page.get_by_role("button", name="Play on")
    expect(play_on).to_be_enabled()
    page.keyboard.press("End")
    expect(play_on).to_be_disabled()


def test_the_address_contains_the_step(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO), "?step=999")
    assert place(page) == 20
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**?step=19")
    page.reload()
    page.locator("output.count", has_text="19 / 20").wait_for()


def test_autoplay_stops_at_the_end(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO))
    page.get_by_label("Speed").select_option("30")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.locator("output.count", has_text="20 / 20").wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_the_board_can_be_flipped(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO))
    before = page.locator("[data-name=a1]").bounding_box()
    page.keyboard.press("f")
    page.wait_for_function(
        """before => {
            const after = document.querySelector('[data-name=a1]').getBoundingClientRect();
            return after.y > before.y && after.x > before.x;
        }""",
        arg=before,
    )


def test_every_turn_is_announced(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO))
    page.keyboard.press("ArrowRight")
    first = some_moves("othello", 1)[0]
    page.get_by_text(f"1: red {first}", exact=True).wait_for(state="attached")
    page.keyboard.press("Home")
    page.locator("[aria-live]").get_by_text("Start position").wait_for(state="attached")


def test_a_fault_is_shown_with_its_penalty_and_advice(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    record = record_of("othello", ["d3", "x", "f4"], faults={2: Verdict.TOO_LATE})
    _, page = opened(visit, keep(record), "?step=2")
    fault = page.locator(".fault")
    assert "too late" in fault.inner_text()
    assert "the turn was lost" in fault.inner_text()
    assert "watch the clock" in fault.inner_text()
    assert "⚠" in page.locator("[data-step='2']").inner_text()


def test_a_review_marks_mistakes_and_better_moves(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    seen, page = opened(visit, keep(OTHELLO))
    page.get_by_label("Time a move").select_option("0.05")
    page.get_by_role("button", name="Review the game").click()
    page.locator(".costliest button").first.wait_for(timeout=60_000)
    page.get_by_text("Chance to win", exact=True).wait_for()
    page.locator(".costliest button").first.click()
    assert page.locator(".judged").first.is_visible()
    assert "better:" in page.locator(".judged").first.inner_text()
    page.locator("path.arrow.better").first.wait_for(state="attached")
    seen.check_axe()
    seen.shoot("replay-review")
    page.reload()
    page.locator(".costliest button").first.wait_for()


def test_a_curve_can_be_clicked(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(OTHELLO))
    curve = page.locator(".u-over").first
    drawn = curve.element_handle()
    curve.click()  # in its middle
    page.wait_for_function(
        "() => document.querySelector('output.count').innerText.startsWith('10 ')"
    )
    assert drawn.evaluate("curve => curve.isConnected"), "another step must not redraw the curve"


def test_another_bot_is_asked_about_a_turn(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    seen, page = opened(visit, keep(OTHELLO), "?step=5")
    asking = page.get_by_role("region", name="Ask again")
    assert asking.get_by_label("Which bot").input_value() == "engine:othello?level=10"
    asking.get_by_label("Which bot").select_option("random:othello")
    asking.get_by_role("button", name="Ask", exact=True).click()
    asking.get_by_role("row", name=re.compile("andom")).wait_for(timeout=30_000)
    assert some_moves("othello", 5)[4] in asking.get_by_role("row", name="Played").inner_text()
    assert page.locator("path.arrow.hint").count() == 1
    seen.check_axe()
    page.keyboard.press("ArrowRight")
    assert page.locator("path.arrow.hint").count() == 0


def test_a_bot_is_asked_about_one_side_of_a_round(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    _, page = opened(visit, keep(STARS), "?step=2")
    asking = page.get_by_role("region", name="Ask again")
    asking.get_by_label("Which bot").select_option("random:stars")
    asking.get_by_label("Which side").select_option("b")
    asking.get_by_role("button", name="Ask", exact=True).click()
    row = asking.get_by_role("row", name="Played")
    row.wait_for(timeout=30_000)
    assert "9,7" in row.inner_text()


def test_an_unknown_record_is_reported(visit: StartVisit) -> None:
    page = visit().open(f"/replay/{'0' * 64}")
    page.locator("main [role=alert]", has_text="no record").wait_for()


DROP = """text => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'game.json', {type: 'application/json'}));
    for (const kind of ['dragover', 'drop']) {
        document.querySelector('main').dispatchEvent(
            new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}));
    }
}"""


def test_a_record_can_be_dropped_on_any_page(visit: StartVisit) -> None:
    page = visit().open("/")
    page.evaluate(DROP, XIANGQI.dumps())
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".viewer svg.board")
    assert page.get_by_role("heading", level=1).inner_text() == "Xiangqi"


def test_a_record_can_be_chosen_by_a_button(visit: StartVisit, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(XIANGQI.dumps())
    seen = visit()
    page = seen.open("/replay")
    seen.check_axe()
    page.get_by_label("Choose a record").set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".viewer svg.board")


def test_a_dropped_file_that_is_not_a_record_is_explained(visit: StartVisit) -> None:
    page = visit().open("/")
    page.evaluate(DROP, "hello")
    page.get_by_text("expected JSON").wait_for()


def test_hostile_names_and_output_are_only_text(
    visit: StartVisit, keep: Callable[[Record], str]
) -> None:
    document = json.loads(OTHELLO.dumps())
    for bot in document["bots"]:
        bot["name"] = HOSTILE
    document["turns"][3]["stderr"] = "</pre><script>alert(1)</script>"
    seen, page = opened(
        visit, keep(Record.parse(json.dumps(document).encode())), "?step=2", width=390
    )
    assert page.locator("main img").count() == 0
    assert "</pre><script>" in page.locator("pre").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    seen.shoot("replay-hostile")


@pytest.mark.parametrize(
    ("width", "dark", "language"),
    [
        (1440, True, "zh-CN"),
        pytest.param(1440, False, "en-US", marks=pytest.mark.slow),
        pytest.param(390, False, "zh-CN", marks=pytest.mark.slow),
        (390, True, "en-US"),
    ],
)
def test_every_width_theme_and_language(
    visit: StartVisit, keep: Callable[[Record], str], width: int, dark: bool, language: str
) -> None:
    for record in (XIANGQI, STARS):
        seen, page = opened(
            visit, keep(record), "?step=3", width=width, dark=dark, language=language
        )
        page.locator(".u-over").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        seen.check_axe()
        seen.shoot(f"replay-{record.game}-{width}-{'dark' if dark else 'light'}-{language[:2]}")


def test_downloads(visit: StartVisit, keep: Callable[[Record], str]) -> None:
    _, page = opened(visit, keep(XIANGQI))
    with page.expect_download() as download:
        page.get_by_role("link", name="PGN").click()
    assert "[Game " in download.value.path().read_text()
