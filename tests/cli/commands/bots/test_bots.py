import json

import pytest

from garlic.cli import run
from garlic.games import GAMES
from garlic.judge.bots import find_bot


def test_the_list_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bots"]) == 0
    out = capsys.readouterr().out
    assert all(f"random:{game}" in out for game in GAMES)
    assert "ustc:PROGRAM" in out
    assert run(["bots", "stars", "--json"]) == 0
    bots = json.loads(capsys.readouterr().out)["bots"]
    assert {bot["game"] for bot in bots} == {"stars"}
    assert all(find_bot(bot["name"]).command for bot in bots)


def test_no_bots_of_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bots", "chess"]) == 2
    assert "no game called 'chess'" in capsys.readouterr().err
