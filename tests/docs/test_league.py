"""`docs/bots/league.md` matches the code."""

import re
from dataclasses import MISSING, fields

from garlic.arena.definition import RULES
from garlic.arena.league.definition import LeagueDefinition
from garlic.cli.app import command
from support.transcripts import ROOT

TEXT = (ROOT / "docs" / "bots" / "league.md").read_text(encoding="utf-8")


def test_every_key_is_documented_with_its_default() -> None:
    for field in fields(LeagueDefinition):
        if field.name == "rules":
            continue
        (row,) = (line for line in TEXT.splitlines() if line.startswith(f"| `{field.name}`"))
        if field.default and field.default is not MISSING:
            assert row.endswith(f"| {field.default} |")
    assert all(f"`{key}`" in TEXT for key in RULES)


def test_every_command_is_documented() -> None:
    for name in command().commands["league"].commands:
        assert f"| `garlic league {name}" in TEXT, name


def test_links_are_not_broken() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / "bots" / target).exists(), target
