"""What all pages have in common: language, theme, navigation."""

import pytest
from playwright.sync_api import Request, expect

from web.pages.visits import StartVisit


def test_the_first_page_in_both_languages_and_themes(visit: StartVisit) -> None:
    for dark in (False, True):
        for language, name in (("en-US", "Garlic Arena"), ("zh-CN", "蒜头竞技场")):
            seen = visit(dark=dark, language=language)
            page = seen.open("/")
            page.wait_for_selector("ul.games svg circle")
            assert page.title() == name
            seen.check_axe()
            seen.shoot(f"home-{'dark' if dark else 'light'}-{language[:2]}")


def test_language_and_theme_are_remembered(visit: StartVisit) -> None:
    page = visit().open("/")
    page.get_by_role("button", name="中文").click()
    page.wait_for_selector("html[lang=zh-CN]")
    page.get_by_role("button", name="设置").click()
    page.get_by_label("浅色或深色").select_option("dark")
    page.keyboard.press("Escape")
    expect(page.get_by_label("浅色或深色")).to_be_hidden()
    page.reload()
    page.wait_for_selector("html[lang=zh-CN][data-theme=dark]")


def test_an_unknown_address_shows_a_not_found_page(visit: StartVisit) -> None:
    page = visit().open("/nowhere/at/all")
    assert page.get_by_role("heading", level=1).inner_text() == "There is no such page"
    page.get_by_role("link", name="To the first page").click()
    page.wait_for_url("**/")


def test_a_phone_has_no_horizontal_scrolling(visit: StartVisit) -> None:
    seen = visit(width=360, height=740)
    page = seen.open("/")
    page.wait_for_selector("ul.games svg circle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.get_by_role("button", name="Account menu").count() == 0  # nobody has an account
    page.get_by_role("button", name="Menu", exact=True).click()
    assert page.get_by_role("link", name="Tournaments", exact=True).is_visible()
    seen.shoot("home-phone")


_SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_first_page_is_small_and_nothing_jumps(
    visit: StartVisit, width: int, height: int
) -> None:
    seen = visit(width=width, height=height)
    seen.page.add_init_script(_SHIFTS)
    sizes = {}

    def finished(request: Request) -> None:
        sizes[request.url] = request.sizes()["responseBodySize"]

    seen.page.on("requestfinished", finished)
    page = seen.open("/")
    page.wait_for_selector("ul.games svg circle")
    page.wait_for_selector(".showcase svg[role=img]")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted") < 0.02
    assert any("/assets/" in url for url in sizes)
    assert sum(sizes.values()) < 150_000, sizes
