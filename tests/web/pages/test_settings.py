"""What users choose for themselves: how boards look, and sounds. It is remembered."""

from playwright.sync_api import Page, expect

from web.pages.test_moving import begin, labelled, place
from web.pages.visits import StartVisit

COUNT_TONES = """window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
    window.tones += 1;
    return create.call(this);
};"""


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Board", exact=True).wait_for()


def colour(page: Page, selector: str) -> str:
    found = page.locator(selector).first.evaluate("shape => getComputedStyle(shape).fill")
    return str(found)


def test_boards_pieces_and_discs_are_chosen_and_remembered(visit: StartVisit) -> None:
    seen = begin(visit, "xiangqi")
    page = seen.page
    wood, disc = colour(page, "rect.wood"), colour(page, ".disc.seat-black")
    open_settings(page)
    seen.check_axe()
    page.get_by_role("combobox", name="Board", exact=True).select_option("slate")
    page.get_by_label("Xiangqi pieces").select_option("pictures")
    page.get_by_label("Discs").select_option("contrast")
    expect(page.locator("path.sign")).to_have_count(32)
    page.reload()
    expect(page.locator("path.sign")).to_have_count(32)
    assert colour(page, "rect.wood") != wood
    assert colour(page, ".disc.seat-black") != disc
    assert colour(page, ".disc.seat-red") == disc  # of wood, as the other side's was
    seen.shoot("settings-xiangqi")


def test_sounds_have_one_switch(visit: StartVisit) -> None:
    seen = visit()
    seen.page.add_init_script(COUNT_TONES)
    page = seen.page
    seen.begin(game="gomoku", seats=["human", "human"])
    page.locator("p.said.mine").wait_for()
    assert page.evaluate("tones") == 0
    place(page, "h8").click()
    page.wait_for_function("tones > 0")
    open_settings(page)
    page.get_by_label("Sounds").uncheck()
    page.reload()
    for name, stone in (("h9", "white stone"), ("i9", "black stone")):
        page.locator("p.said.mine", has_text=stone.partition(" ")[0]).wait_for()
        place(page, name).click()
        labelled(page, name, f"{stone}, last move")
    assert page.evaluate("tones") == 0
    open_settings(page)
    page.get_by_label("Sounds").check()
    page.wait_for_function("tones > 0")  # it is heard at once
