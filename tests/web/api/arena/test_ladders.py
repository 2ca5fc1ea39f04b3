"""Ladders and a person's strength over the API."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.rating.ladder import Ladder, Rung, ladder_of
from garlic.arena.statistics.scale import RatingScale
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.store.bots import freeze, keep_bot
from garlic.store.ratings import (
    RatingDetails,
    RatingOptions,
    RatingResult,
    begin_rating,
    keep_rating,
)
from garlic.web.api.arena import ladders
from garlic.web.view.rating_models import rung_of
from support.web import arena_of

Game = tuple[str, str, bool]
LADDER = ladder_of(GAMES["othello"])


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def strength(client: TestClient, games: Sequence[Game], name: str = "othello") -> dict[str, Any]:
    results = [
        {"opponent": opponent, "result": result, "first": first}
        for opponent, result, first in games
    ]
    answer = client.post(f"/api/ladders/{name}/strength", json={"results": results})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_ladder_goes_from_the_weakest_to_the_strongest(client: TestClient, name: str) -> None:
    ladder = client.get(f"/api/ladders/{name}").json()
    ratings = [rung["rating"] for rung in ladder["rungs"]]
    assert ratings == sorted(ratings)
    assert ladder["measured"]
    assert f"random:{name}" in {rung["bot"] for rung in ladder["rungs"] if rung["anchor"]}
    levels = [rung["bot"] for rung in ladder["rungs"] if not rung["anchor"]]
    assert all(bot.startswith(f"engine:{name}?level=") for bot in levels)


def test_built_in_bots_are_listed_with_their_ratings(client: TestClient) -> None:
    roster = client.get("/api/bots", params={"game": "othello"}).json()
    by_name = {bot["bot"]: bot["ratings"] for bot in roster["built_in"]}
    assert [rung["rating"] for rung in by_name["random:othello"]] == [0]
    assert [rung["bot"] for rung in by_name["baseline:othello/task3"]] == ["baseline:othello/task3"]
    assert len(by_name["engine:othello"]) == len(LADDER.levels)
    assert by_name["baseline:othello/task1"] == []


def test_a_bot_is_listed_with_the_rating_of_its_newest_rated_version(
    client: TestClient, tmp_path: Path
) -> None:
    database = arena_of(client).database
    path = tmp_path / "newest.py"
    for number, rating in enumerate((640.0, 600.0, None), 1):
        path.write_text(f"x = {number}\n")
        frozen, content = freeze(find_bot(str(path)))
        version = database.write(lambda c: keep_bot(c, "newest", frozen, content)).id  # noqa: B023
        result = RatingResult(rating, rating, rating, 40, RatingDetails())
        database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(40)))  # noqa: B023
        database.write(lambda c: keep_rating(c, version, "othello", "finished", result))  # noqa: B023
    listed = client.get("/api/ladders/othello").json()["bots"]
    (found,) = [bot for bot in listed if bot["name"] == "newest"]
    assert (found["version"], found["rating"]) == (2, 600.0)
    assert client.get("/api/ladders/stars").json()["bots"] == []


def test_wins_against_a_level_put_a_person_above_it(client: TestClient) -> None:
    level = LADDER.levels[1]
    won = strength(client, [(level.bot, "won", number % 2 == 0) for number in range(20)])
    lost = strength(client, [(level.bot, "lost", number % 2 == 0) for number in range(20)])
    even = strength(client, [(level.bot, "won", True), (level.bot, "lost", True)] * 10)
    assert won["low"] > level.rating > lost["high"]
    assert even["low"] < level.rating < even["high"]
    assert won["games"] == 20
    assert won["stronger_than"]["chance"] >= 0.95
    assert lost["weaker_than"]["chance"] >= 0.95
    assert even["high"] - even["low"] < won["high"] - won["low"]


def test_a_draw_lies_between_a_win_and_a_loss(client: TestClient) -> None:
    won, drawn, lost = (
        strength(client, [(LADDER.levels[0].bot, result, True)])["rating"]
        for result in ("won", "drawn", "lost")
    )
    assert won > drawn > lost


def test_games_against_players_without_a_rating_do_not_count(client: TestClient) -> None:
    found = strength(client, [("stored:7", "won", True), ("random:othello", "won", True)])
    assert (found["games"], found["skipped"]) == (1, 1)
    none = strength(client, [("stored:7", "won", True)])
    assert (none["games"], none["rating"], none["low"], none["stronger_than"]) == (0, *[None] * 3)
    assert strength(client, [])["rating"] is None


def test_a_game_without_a_measured_ladder_has_no_scale(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Ladder("othello", RatingScale(), (Rung("random:othello", 0.0, 0.0, 0.0, 0),))
    monkeypatch.setattr(ladders, "ladder_of", lambda _: short)
    found = strength(client, [("random:othello", "won", True)])
    assert (found["measured"], found["games"], found["rating"]) == (None, 0, None)
    assert client.get("/api/ladders/othello").json()["measured"] is None


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"results": [{"opponent": "random:othello", "result": "won"}]},
        {"results": [{"opponent": "random:othello", "result": "perhaps", "first": True}]},
        {"results": [{"opponent": "x" * 201, "result": "won", "first": True}]},
        {"results": [{"opponent": "x", "result": "won", "first": True}] * 501},
    ],
)
def test_invalid_results_are_refused(client: TestClient, request_: dict[str, Any]) -> None:
    answer = client.post("/api/ladders/othello/strength", json=request_)
    assert answer.status_code == 422, answer.text


def test_the_longest_list_of_results_is_counted(client: TestClient) -> None:
    games = [(LADDER.levels[0].bot, "won", True), (LADDER.levels[0].bot, "lost", False)] * 250
    assert strength(client, games)["games"] == 500


def test_an_unknown_game_is_not_found(client: TestClient) -> None:
    assert client.get("/api/ladders/chess").status_code == 404
    assert client.post("/api/ladders/chess/strength", json={"results": []}).status_code == 404


def test_a_level_is_found_however_it_was_limited() -> None:
    last = Rung("engine:othello?level=10&nodes=400000", 2400.0, 2300.0, 2500.0, 40)
    ladder = replace(LADDER, levels=(*LADDER.levels, last))
    assert rung_of(ladder, "engine:othello?level=10") == last
    assert rung_of(ladder, "engine:othello") == last
    assert rung_of(ladder, "engine:othello?level=1") == LADDER.levels[0]
    plain = rung_of(ladder, "baseline:othello/lab?depth=1")
    assert plain is not None
    assert plain.bot == "baseline:othello/lab?depth=1"  # not the careless one
    assert rung_of(ladder, "engine:othello?level=11") is None
