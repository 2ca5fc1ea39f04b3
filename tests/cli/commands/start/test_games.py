import json

from cli.results import Garlic


def test_games_lists_them_all(garlic: Garlic) -> None:
    code, out, _ = garlic("games", "--json")
    assert code == 0
    names = [game["name"] for game in json.loads(out)]
    code, table, _ = garlic("games")
    assert "tiaojia" in names
    assert all(name in table for name in names)
