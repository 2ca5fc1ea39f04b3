"""Protocols that the packages of games bring."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.core import UsageError
from garlic.core.plugins import PluginError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.wire import LINE, PROTOCOLS
from support.packages import install_package

SOURCE = """
from garlic.wire import LineDialogue, WireProtocol

def _dialogue(setup, settings):
    return LineDialogue(setup)

PINS = WireProtocol("pins", "a program for Kayles", _dialogue, ("kayles",))
"""
ENTRIES = """
pins = kayles_protocol:PINS
gone = kayles_is_gone:PINS
uci = kayles_protocol:PINS
"""


@pytest.fixture
def kayles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(PROTOCOLS, "_loaded", {})
    monkeypatch.setenv("GARLIC_LANG", "en")
    install_package(tmp_path, "kayles", {"garlic.protocols": ENTRIES}, kayles_protocol=SOURCE)
    yield
    sys.modules.pop("kayles_protocol", None)


@pytest.mark.usefixtures("kayles")
def test_a_bot_can_speak_a_protocol_of_a_package() -> None:
    assert find_bot(f"pins:{sys.executable}").protocol == "pins"
    assert PROTOCOLS["pins"].about == "a program for Kayles"
    with pytest.raises(UsageError, match="pins: bots play kayles, not othello"):
        PROTOCOLS["pins"].check(GAMES["othello"])


@pytest.mark.usefixtures("kayles")
def test_a_broken_one_is_named_and_the_others_work(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PluginError, match="'gone' of the package kayles cannot be used"):
        find_bot(f"gone:{sys.executable}")
    assert run(["bots", "othello"]) == 0
    printed = capsys.readouterr()
    assert "pins:PROGRAM" in printed.out
    assert "gone:" not in printed.out
    assert printed.err.splitlines() == [
        "'uci' of the package kayles is not used: garlic-arena has one of that name",
        "'gone' of the package kayles cannot be used: "
        "ModuleNotFoundError(\"No module named 'kayles_is_gone'\")",
    ]


def test_ours_are_complete() -> None:
    assert PROTOCOLS.faults() == []
    assert PROTOCOLS["line"] is LINE
    assert all(word == protocol.word for word, protocol in PROTOCOLS.items())
