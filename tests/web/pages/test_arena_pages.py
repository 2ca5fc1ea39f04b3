"""Bots, matches, tournaments, labs and puzzles in a real browser."""

import re
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, Route, expect

from garlic.web.sentences import encode_sentence
from support.present import present
from support.web import Server, begin_slow_game, running_server
from web.pages.visits import StartVisit

TESTS = Path(__file__).parents[2]
EXAMPLES = TESTS.parent / "examples" / "bots"
HOSTILE = "<img src=x onerror=document.title='broken'>\u202e" + "long name " * 8
SECONDS = 60_000


def choose_file(page: Page, name: str, content: bytes, kind: str = "text/plain") -> None:
    page.locator("input[type=file]").first.set_input_files(
        {"name": name, "mimeType": kind, "buffer": content}
    )


@pytest.fixture(scope="session")
def hostile(server: Server) -> list[str]:
    """The pages of a bot with a hostile name, and of a match and a tournament with it."""
    content = (EXAMPLES / "tiaojia" / "python" / "bot.py").read_bytes()
    api, name = f"{server.address}/api", HOSTILE[:110]
    files, data = {"file": ("bot.py", content)}, {"game": "tiaojia", "name": name}
    bot = httpx.post(f"{api}/bots", files=files, data=data).json()
    pair = [bot["versions"][0]["bot"], "random:tiaojia"]
    match = httpx.post(f"{api}/matches", json={"game": "tiaojia", "bots": pair}).json()
    request = {
        "name": name,
        "game": "tiaojia",
        "bots": [{"name": name, "bot": pair[0]}, {"name": "other", "bot": pair[1]}],
        "openings": "none",
    }
    tournament = httpx.post(f"{api}/tournaments", json=request).json()
    return [
        *("/bots", f"/bots/{bot['id']}", "/matches", f"/matches/{match['id']}"),
        *("/tournaments", f"/tournaments/{tournament['id']}"),
    ]


def test_empty_lists_say_so(visit: StartVisit, tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        here = visit()
        here.address = server.address
        for path in ("bots", "matches", "tournaments"):
            nothing = here.open(f"/{path}").get_by_text(re.compile(r"^No \w+ yet"))
            expect(nothing).to_be_visible()
            here.shoot(f"{path}-empty")
            here.check_axe()
        here.page.goto("about:blank")


def test_a_bot_is_uploaded_renamed_and_removed(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/bots")
    page.get_by_label("Try it out at").select_option("othello")
    broken = (TESTS / "submissions" / "othello" / "broken.h").read_bytes()
    choose_file(page, "player.h", broken)
    page.get_by_label("Name").fill("my first bot")
    page.get_by_role("button", name="Upload and try out").click()
    page.wait_for_url(re.compile(r"/bots/\d+$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("my first bot")
    expect(page.get_by_text("error:").first).to_be_visible(timeout=SECONDS)
    here.shoot("bot-broken")
    here.check_axe()
    page.get_by_role("button", name="Rename").first.click()
    page.get_by_label("New name").fill("my second bot")
    page.locator("form.ask button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("my second bot")
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Remove it").click()
    page.wait_for_url(re.compile(r"/bots$"))
    expect(page.get_by_text("my second bot")).to_have_count(0)


def not_judged(route: Route) -> None:
    """The server's answer, as on a machine that was too busy."""
    answer = route.fetch()
    bot = answer.json()
    for check in bot["versions"][0]["checks"]:
        check.update(result="not judged", passed=False)
        for finding in check["findings"][1:]:
            finding.update(
                result="not judged",
                passed=None,
                detail=encode_sentence("not tried: the machine was too busy").model_dump(),
            )
    route.fulfill(response=answer, json=bot)


def test_a_check_that_could_not_be_judged_is_tried_again(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/bots")
    page.get_by_label("Try it out at").select_option("tiaojia")
    choose_file(page, "bot.py", b"def play(state):\n    return state.legal_moves()[0]\n")
    page.get_by_label("Name").fill("patient")
    page.get_by_role("button", name="Upload and try out").click()
    page.wait_for_url(re.compile(r"/bots/\d+$"))
    expect(page.get_by_text("all is well")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_role("button", name="Run again")).to_have_count(0)
    address = re.compile(r"/api/bots/\d+$")
    page.route(address, not_judged)
    page.reload()
    expect(page.locator("h3 .warn")).to_have_text("? Tiaojia")
    expect(page.get_by_text("the machine was too busy").first).to_be_visible()
    here.shoot("bot-not-judged")
    here.check_axe()
    with page.expect_request(re.compile(r"/api/bots/\d+/check$")):
        page.get_by_role("button", name="Run again").click()
    # Not before the click: the page may ask for the bot at any time, and the button would go.
    page.unroute_all(behavior="wait")
    expect(page.get_by_text("all is well")).to_be_visible(timeout=SECONDS)


def test_an_invalid_upload_is_explained(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/bots")
    choose_file(page, "virus.exe", b"MZ")
    page.get_by_role("button", name="Upload and try out").click()
    expect(page.get_by_role("alert").filter(has_text="expected a bot's source")).to_be_visible()


def test_a_match_is_started_and_its_games_opened(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/matches")
    page.locator("form").get_by_label("Game").first.select_option("tiaojia")
    page.get_by_label("First bot").select_option("engine:tiaojia?level=1")
    page.get_by_label("Second bot").select_option("random:tiaojia")
    page.get_by_label("Games", exact=True).fill("2")
    here.shoot("matches")
    here.check_axe()
    page.get_by_role("button", name="Let them play").click()
    page.wait_for_url(re.compile(r"/matches/\d+$"))
    expect(page.get_by_text("2 of 2 games played").first).to_be_visible(timeout=SECONDS)
    expect(page.get_by_role("link", name="Open #1")).to_be_visible(timeout=SECONDS)
    here.shoot("match")
    here.check_axe()
    page.get_by_role("link", name="Open #1").click()
    page.wait_for_url(re.compile(r"/replay/[0-9a-f]{64}$"))


def test_a_tournament_is_created_and_watched_to_its_end(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/tournaments")
    here.check_axe()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill("an evening")
    page.locator("form").get_by_label("Game").first.select_option("tiaojia")
    page.get_by_label("Games per pair").fill("2")
    page.get_by_label("Bot 2", exact=True).select_option("engine:tiaojia?level=1")
    page.get_by_text("More choices").click()
    page.get_by_label("Games begin from").select_option("none")
    here.shoot("tournament-new")
    here.check_axe()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(r"/tournaments/\d+$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("an evening")
    expect(page.get_by_text("finished")).to_be_visible(timeout=SECONDS)
    expect(page.locator("table.standings tbody tr")).to_have_count(3)
    expect(page.get_by_role("link", name=re.compile("^Open #"))).to_have_count(6, timeout=SECONDS)
    here.shoot("tournament")
    here.check_axe()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Games (CSV)").click()
    assert waiting.value.suggested_filename.endswith(".csv")


def test_a_submission_is_graded(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/labs")
    here.shoot("labs")
    here.check_axe()
    page.goto(f"{here.address}/labs/trek")
    expect(page.get_by_role("heading", name="Hand in")).to_be_visible()
    here.shoot("lab")
    here.check_axe()
    middling = (TESTS / "submissions" / "trek" / "middling.cpp").read_bytes()
    choose_file(page, "large.cpp", b" " * (9 << 20))
    refusal = page.get_by_text("large.cpp has 9 MB; at most 8 MB are taken.")
    expect(refusal).to_be_visible()  # before it was sent
    choose_file(page, "me.cpp", middling)
    expect(refusal).to_have_count(0)
    here.shoot("lab-confirm")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url(re.compile(r"/grades/[0-9a-f]+$"))
    expect(page.get_by_role("heading", name="Report")).to_be_visible(timeout=2 * SECONDS)
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="me.cpp")).to_be_visible()
    here.shoot("grade")
    here.check_axe()


def test_a_picture_shows_its_roads(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/puzzles/highway")
    expect(page.get_by_text("An example, already solved")).to_be_visible()
    expect(page.locator("polyline.first")).to_have_count(1)
    page.get_by_role("button", name="Make a country").click()
    expect(page.get_by_text("An example, already solved")).to_have_count(0, timeout=SECONDS)
    expect(page.locator("polyline.first")).to_have_count(1)
    here.shoot("highway")
    here.check_axe()
    choose_file(page, "x.png", b"no picture", "image/png")
    expect(page.get_by_role("alert").filter(has_text="expected a PNG picture")).to_be_visible()


def test_a_map_is_drawn_and_solved(visit: StartVisit) -> None:
    here = visit()
    page = here.open("/puzzles/trek")
    expect(page.get_by_role("heading", name="36 days")).to_be_visible()  # a solved example
    expect(page.locator("figure")).to_have_count(3)
    page.get_by_role("button", name="Empty map").click()
    expect(page.locator("figure")).to_have_count(0)
    board = page.get_by_role("application")
    box = present(board.bounding_box())
    page.get_by_role("button", name="mountain").click()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.7, steps=30)
    page.mouse.up()
    board.press("ArrowDown")
    board.press("2")
    page.get_by_label("Rations").fill("60")
    page.get_by_role("button", name="Find the way").click()
    expect(page.get_by_role("heading", name=re.compile(r"^\d+ days$"))).to_be_visible()
    expect(page.locator("figure")).to_have_count(3)
    here.shoot("trek")
    here.check_axe()
    path = page.locator(".path code").inner_text()
    page.get_by_label("Days, then").fill(f"{len(path)}\n{path}")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".answer")).to_contain_text("right: ")
    page.get_by_label("Days, then").fill("1\nU")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".answer")).to_contain_text("leaves the map")


@pytest.mark.parametrize("path", ["/bots", "/matches", "/tournaments/new", "/labs/othello/task1"])
def test_pages_fit_a_phone_in_chinese(visit: StartVisit, path: str) -> None:
    here = visit(width=390, height=840, dark=True, language="zh-CN")
    page = here.open(path)
    page.wait_for_load_state("networkidle")
    name = path.strip("/").replace("/", "-")
    here.shoot(f"{name}-phone-zh-dark")
    here.check_axe()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hostile_names_stay_names(visit: StartVisit, hostile: list[str]) -> None:
    here = visit(width=390)
    for path in hostile:
        page = here.open(path)
        expect(page.locator("main bdi", has_text="<img src=x onerror").first).to_be_visible()
        assert page.locator("main img").count() == 0, path
        assert page.title() != "broken"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        here.shoot(f"hostile{path.replace('/', '-')}")


def test_unknown_ids_are_reported(visit: StartVisit) -> None:
    here = visit()
    for path in ("/bots/999", "/matches/999", "/tournaments/999", "/labs/none", "/grades/xyz"):
        page = here.open(path)
        expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()


def test_a_match_shows_the_game_on_the_board(visit: StartVisit, server: Server) -> None:
    live = begin_slow_game(server, "othello", 2)  # it goes on for as long as this test
    here = visit()
    page = here.open(f"/matches/{live.partition('-')[0]}")
    expect(page.locator("figure svg.board")).to_be_visible(timeout=SECONDS)
    here.shoot("match-live")
    here.check_axe()
    page.locator("figure").get_by_role("link", name="Watch").click()
    page.wait_for_url(re.compile(rf"/watch/{live}$"))
    expect(page.get_by_text("being played now")).to_be_visible(timeout=SECONDS)
