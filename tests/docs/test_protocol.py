"""`docs/bots/protocol.md` and `docs/bots/writing.md` match the code."""

import re
from pathlib import Path

import pytest

from garlic.games import GAMES
from garlic.judge.templates import LANGUAGES
from support.transcripts import ROOT, transcript

PROTOCOL = (ROOT / "docs" / "bots" / "protocol.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots" / "writing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_transcripts_are_up_to_date(game: str) -> None:
    assert f"```\n{transcript(game)}```\n" in PROTOCOL


@pytest.mark.parametrize("text", [PROTOCOL, BOTS], ids=["protocol", "bots"])
def test_links_are_not_broken(text: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (ROOT / "docs" / "bots" / target).exists(), target


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_every_language_is_explained(language: str) -> None:
    assert f"## {language}" in BOTS


def test_every_example_named_exists() -> None:
    named = re.findall(r"examples/bots/[\w/.]+\.\w+", BOTS)
    assert named
    assert [name for name in named if not Path(ROOT, name).exists()] == []
