"""The games as the API describes them: all that pages know of one."""

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.core import Sample
from garlic.core.language.text import catalogue
from garlic.games import GAMES
from garlic.web.api import games as api
from support.present import present


def facts(name: str) -> dict[str, Any]:
    return api._game(GAMES[name]).model_dump()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_offers_can_be_chosen(shared_client: TestClient, name: str) -> None:
    known = next(game for game in shared_client.get("/api/games").json() if game["name"] == name)
    assert known["about"]["code"] != "core:plain"  # it has a translation
    assert list(known["rule_titles"]) == known["rules"]
    assert set(known["sizes"]) <= set(known["rules"] or [""])
    for rule, sizes in known["sizes"].items():
        usual = GAMES[name].setup(rule=rule or None)
        for index, size in enumerate(sizes):
            rows, columns = map(int, size.split("x"))
            start = GAMES[name].setup(rule=rule or None, size=(rows, columns))
            assert (start == usual) == (index == 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_sample_is_a_position_of_the_game(shared_client: TestClient, name: str) -> None:
    answer = shared_client.get(f"/api/games/{name}/board?sample=true")
    assert answer.status_code == 200
    plain = shared_client.get(f"/api/games/{name}/board")
    shown_moves = answer.json()["frame"] != plain.json()["frame"]
    assert shown_moves == (GAMES[name].sample != Sample())


def test_facts_are_those_of_the_game() -> None:
    assert facts("stars")["steered"]
    assert facts("xiangqi")["oriented"]
    assert facts("gomoku")["sizes"]["standard"][0] == "15x15"
    assert "renju" not in facts("gomoku")["sizes"]


def test_people_are_offered_a_map_that_shows_what_the_game_is_about() -> None:
    assert facts("gomoku")["suggested_map"] is None
    game, suggested = GAMES["othello"], facts("othello")["suggested_map"]
    assert suggested in [known["name"] for known in facts("othello")["maps"]]
    assert present(game.maps).load(suggested) != game.setup()


def test_a_game_need_not_say_anything() -> None:
    plain = replace(GAMES["gomoku"], about="", rule_titles={}, sizes={}, sample=Sample(), pieces={})
    found = api._game(plain).model_dump()
    assert found["about"] is None
    assert found["rule_titles"]["freestyle"]["values"] in ({}, {"text": "freestyle"})
    assert found["sizes"] == {}


def test_titles_of_rule_sets_are_translated() -> None:
    titles = [title for game in GAMES.values() for title in game.rule_titles.values()]
    assert titles
    assert [title for title in titles if title not in catalogue("zh")] == []


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.steered])
def test_only_steered_games_are_played_in_real_time(shared_client: TestClient, name: str) -> None:
    request = {"game": name, "seats": ["human", "human"], "ticks": 4}
    answer = shared_client.post("/api/plays", json=request)
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"] == "play.no_ticks"
