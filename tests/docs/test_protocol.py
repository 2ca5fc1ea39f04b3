"""`docs/protocol.md` and `docs/bots.md` tell the truth."""

import re
from pathlib import Path

import pytest

from garlic.games import GAMES
from garlic.judge.templates import LANGUAGES
from support.transcripts import ROOT, transcript

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_transcript_of_every_game_is_what_is_said(game):
    assert f"```\n{transcript(game)}```\n" in PROTOCOL


@pytest.mark.parametrize("text", [PROTOCOL, BOTS], ids=["protocol", "bots"])
def test_links_lead_somewhere(text):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_every_language_is_explained(language):
    assert f"## {language}" in BOTS


def test_every_example_named_exists():
    named = re.findall(r"examples/bots/[\w/.]+\.\w+", BOTS)
    assert named
    assert [name for name in named if not Path(ROOT, name).exists()] == []
