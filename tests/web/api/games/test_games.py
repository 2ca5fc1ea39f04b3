"""The games as the API describes them: all that pages know of one."""

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.core import Sample
from garlic.core.language.text import catalogue
from garlic.games import GAMES
from garlic.web.api.games import games as api
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


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_explained_with_drawings(shared_client: TestClient, name: str) -> None:
    lessons = shared_client.get(f"/api/games/{name}/guide").json()
    assert 4 <= len(lessons) == facts(name)["lessons"] <= 6
    chinese = shared_client.get("/api/texts/zh").json()
    for lesson in lessons:
        assert len(chinese[lesson["text"]["code"]]) < 130  # half a minute for all of them
    for drawing in [drawing for lesson in lessons for drawing in lesson["drawings"]]:
        first, *others = drawing["frames"]
        # It shows something: a move and what it changes, where a piece can go, or what may not be.
        assert first != (others or [first])[-1] or drawing["targets"] or first["forbidden"]
        assert len(drawing["arrows"]) == (0 if not others else 2 if name == "stars" else 1)
        if drawing["window"]:
            top, left, bottom, right = drawing["window"]
            assert 0 <= top < bottom < len(drawing["shape"]["rows"])
            assert 0 <= left < right < len(drawing["shape"]["columns"])


def test_drawings_mark_what_the_rules_allow(shared_client: TestClient) -> None:
    def drawings(name: str, lesson: int) -> list[Any]:
        found: list[Any] = shared_client.get(f"/api/games/{name}/guide").json()[lesson]["drawings"]
        return found

    def targets(drawing: Any) -> set[str]:
        return {drawing["shape"]["names"][place] for place in drawing["targets"]}

    king, advisor = drawings("xiangqi", 1)
    assert targets(king) == {"f0", "f2"}  # not e1, where the kings would face each other
    assert targets(advisor) == {"d0", "f0", "d2", "f2"}
    elephant, horse = drawings("xiangqi", 2)
    assert targets(elephant) == {"c4", "c0", "g0"}  # not g4: a piece is on its eye
    assert targets(horse) == {"c4", "g4", "c2", "g2", "d1", "f1"}  # not d5, f5: at its leg
    assert {"f5"} <= targets(drawings("xiangqi", 3)[1]) - {"e5"}  # the cannon jumps over e5
    before, beyond = drawings("xiangqi", 4)  # a pawn and the river
    assert (targets(before), targets(beyond)) == ({"c4"}, {"c6", "b5", "d5"})
    (mate,) = drawings("xiangqi", 0)
    assert mate["frames"][1]["check"]
    (five,) = drawings("gomoku", 0)
    assert len(five["frames"][1]["winning"]) == 5
    (renju,) = drawings("gomoku", 2)
    assert [renju["shape"]["names"][at] for at in renju["frames"][0]["forbidden"]] == ["h8"]
    (pick,), (nip,), (both,) = (drawings("tiaojia", lesson) for lesson in (1, 2, 3))
    assert [len(each["frames"][1]["turned"]) for each in (pick, nip, both)] == [2, 1, 2]
    (robbed,), (strong, eaten) = drawings("stars", 1), drawings("stars", 2)
    assert [actor["sign"] for actor in robbed["frames"][1]["actors"]].count("r") == 1
    assert [actor["count"] for actor in strong["frames"][1]["actors"] if actor["count"]] == [19]
    assert [frame["actors"][0]["at"] for frame in eaten["frames"]] != []


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
