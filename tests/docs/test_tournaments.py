"""`docs/bots/tournaments.md` matches the code."""

import re
from dataclasses import fields

from garlic.arena.definition import Definition, read_definition, read_file
from garlic.arena.formats import FORMATS
from garlic.arena.scoring import SCORINGS, TIE_BREAKS
from garlic.cli.app import command
from support.transcripts import ROOT

TEXT = (ROOT / "docs" / "bots" / "tournaments.md").read_text(encoding="utf-8")


def test_links_are_not_broken() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / "bots" / target).exists(), target


def test_every_key_is_documented_with_its_default() -> None:
    rows = {
        name.strip("` "): cells[-1].strip()
        for line in TEXT.splitlines()
        if line.startswith("| `")
        for cells in [line.strip("|").split("|")]
        for name in cells[0].split(",")
    }
    for field in fields(Definition):
        assert field.name in rows, field.name
        if isinstance(field.default, int | str) and field.default and field.name != "name":
            assert str(field.default) in rows[field.name], field.name


def test_every_choice_is_documented() -> None:
    for word in (*FORMATS, *SCORINGS, *TIE_BREAKS):
        assert f"`{word}`" in TEXT


def test_every_command_is_documented() -> None:
    for group in ("tournament", "db"):
        for name in command().commands[group].commands:
            assert f"garlic {group} {name}" in TEXT or f"`{name}`" in TEXT


def test_the_example_can_be_read() -> None:
    path = ROOT / "examples" / "tournaments" / "othello.toml"
    assert len(read_definition(read_file(path)).bots) == 4
