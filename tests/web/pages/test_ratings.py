"""Ratings, ladders and a person's strength in a real browser."""

import re
from functools import partial
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection

from garlic.store import open_database
from garlic.store.matches import MatchState
from garlic.store.ratings import (
    RatingDetails,
    RatingOptions,
    RatingResult,
    begin_rating,
    keep_rating,
)
from support.web import Server
from web.pages.visits import StartVisit

BOT = b"def play(state):\n    return state.legal_moves()[0]\n"
SECONDS = 120_000


def upload(server: Server, name: str, content: bytes, game: str) -> dict[str, Any]:
    files, data = {"file": ("bot.py", content)}, {"game": game, "name": name}
    answer = httpx.post(f"{server.address}/api/bots", files=files, data=data, timeout=60)
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="session")
def rated(server: Server) -> int:
    """The id of a bot with three rated versions; games of the last one were not judged."""
    measured = httpx.get(f"{server.address}/api/ladders/othello", timeout=60).json()["measured"]
    bot: dict[str, Any] = {}
    for number, (rating, unjudged) in enumerate([(410, 0), (560, 0), (702, 2)]):
        bot = upload(server, "improving", BOT + b"#" * number, "othello")
        key = bot["versions"][0]["id"], "othello"
        state: MatchState = "unfinished" if unjudged else "finished"
        details = RatingDetails(
            wins=50,
            losses=50,
            unjudged=unjudged,
            stronger_than=("baseline:othello/task3", 0.999),
            measured=measured,
        )
        result = RatingResult(rating, rating - 60, rating + 70, 100, details)
        with open_database(str(server.folder / "web.db")) as database:
            database.write(partial(_keep, key, state, result))
    return int(bot["id"])


def _keep(
    key: tuple[int, str], state: MatchState, result: RatingResult, connection: Connection
) -> None:
    begin_rating(connection, *key, RatingOptions(100))
    keep_rating(connection, *key, state, result)


def test_a_bot_is_rated_stopped_and_listed(visit: StartVisit, server: Server) -> None:
    bot = upload(server, "to be rated", BOT, "tiaojia")
    here = visit()
    page = here.open(f"/bots/{bot['id']}")
    card = page.locator("section.ratings")
    card.locator("select").first.select_option("tiaojia")
    card.get_by_label("How exact").select_option(label="400 games")
    card.get_by_role("button", name="Rate", exact=True).click()
    expect(card.get_by_role("button", name="Rate", exact=True)).to_be_disabled()
    expect(card.get_by_text(re.compile(r"[1-9]\d* of 400 games"))).to_be_visible(timeout=SECONDS)
    here.check_axe()
    card.get_by_role("button", name="Stop").click()
    expect(card.get_by_role("button", name="Continue")).to_be_visible(timeout=SECONDS)
    expect(card.get_by_text(re.compile(r"95 % interval .* after \d+ games"))).to_be_visible()
    expect(card.get_by_text("Its place on the ladder")).to_be_visible()
    page.goto(f"{here.address}/bots")
    row = page.get_by_role("listitem").filter(has_text="to be rated")
    expect(row.get_by_text(re.compile(r"Rating: Tiaojia .* ± \d+"))).to_be_visible()


def test_the_versions_of_a_bot_are_a_curve_and_a_table(visit: StartVisit, rated: int) -> None:
    here = visit()
    page = here.open(f"/bots/{rated}")
    card = page.locator("section.ratings")
    expect(card.get_by_role("img", name="Rating of each version")).to_be_visible()
    rows = card.get_by_role("table").first.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("642 to 772")
    expect(card.get_by_text("Stronger than the course player task3 (99 %)")).to_be_visible()
    expect(card.locator(".warn", has_text="could not be judged")).to_contain_text("2")
    ladder = card.get_by_role("table", name="Rated players, weakest first")
    expect(ladder.locator("tr.marked")).to_contain_text("improving")
    expect(ladder.locator("tbody tr")).to_have_count(9)
    here.shoot("bot-rated")
    here.check_axe()
    with page.expect_request(re.compile(r"/api/bots/\d+/rate$")) as asked:
        card.get_by_role("button", name="Run again").click()
    assert asked.value.post_data_json == {"game": "othello", "games": 100, "until": None}
    card.get_by_role("button", name="Stop").click()


def test_the_ladder_of_a_game_has_a_page(visit: StartVisit, server: Server, rated: int) -> None:
    here = visit()
    page = here.open("/bots")
    page.locator(".ours").get_by_role("link", name="Ladder").first.click()
    page.wait_for_url(re.compile(r"/ladders/\w+$"))
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Weighted Othello").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ladder: Weighted Othello")
    ladder = httpx.get(f"{server.address}/api/ladders/othello", timeout=60).json()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(len(ladder["rungs"]) + len(ladder["bots"]))
    expect(page.locator("tr.marked")).to_have_count(0)
    here.shoot("ladder")
    here.check_axe()
    page.goto(f"{here.address}/ladders/othello?bot={rated}")
    expect(page.locator("tr.marked")).to_contain_text("improving")
    page.goto(f"{here.address}/ladders/chess")
    expect(page.get_by_text("There is no game called chess.")).to_be_visible()


def begin(server: Server, opponent: str) -> str:
    request = {"game": "othello", "seats": ["human", opponent], "map": "6x6"}
    answer = httpx.post(f"{server.address}/api/plays", json=request, timeout=60)
    made = answer.json()
    return f"/play/{made['id']}#seat={made['key']}"


def test_finished_games_give_a_person_a_strength(visit: StartVisit, server: Server) -> None:
    here = visit()
    page = here.open(begin(server, "engine:othello?level=1"))
    expect(page.get_by_text("This game counts for your strength")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.locator("button.sure").click()
    result = page.get_by_label("Result", exact=True)
    expect(result).to_contain_text(
        re.compile(r"Your strength: ?Weighted Othello: .* ± \d+ after 1 game")
    )
    here.shoot("strength")
    here.check_axe()
    page.reload()  # it counts once
    expect(result).to_contain_text("after 1 game")

    page.goto(here.address + begin(server, "engine:othello?level=1"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("p.hint")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text("This game counts for your strength")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.locator("button.sure").click()
    expect(result).to_contain_text("Does not count for your strength: a hint")
    expect(result).to_contain_text("after 1 game")

    page.goto(here.address)
    line = page.locator("p.strength")
    expect(line).to_contain_text(re.compile(r"Weighted Othello: .* ± \d+ after 1 game"))
    here.check_axe()
    line.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/ladders/othello$"))
    expect(page.locator("tr.marked")).to_contain_text("You")
    page.get_by_role("button", name="Forget my games").click()
    expect(page.locator("tr.marked")).to_have_count(0)


def test_the_end_of_somebody_elses_game_does_not_count(visit: StartVisit, server: Server) -> None:
    path, _, key = begin(server, "engine:othello?level=1").partition("#seat=")
    answer = httpx.post(
        f"{server.address}/api{path.replace('play', 'plays')}/resign",
        json={"seat": "a", "ply": 0},
        headers={"Garlic-Seat-Key": key},
    )
    assert answer.status_code == 200
    page = visit().open(path)
    expect(page.get_by_label("Result", exact=True)).to_be_visible()
    assert page.evaluate("localStorage.getItem('garlic-strength')") is None


@pytest.mark.parametrize("name", ["bot", "ladder"])
def test_ratings_fit_a_phone_in_chinese(visit: StartVisit, rated: int, name: str) -> None:
    here = visit(width=390, height=840, dark=True, language="zh-CN")
    page = here.open(f"/bots/{rated}" if name == "bot" else f"/ladders/othello?bot={rated}")
    expect(page.locator("tr.marked")).to_contain_text("improving")
    here.shoot(f"{name}-rating-phone-zh-dark")
    here.check_axe()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
