"""The command reference is complete."""

from collections.abc import Iterator

import click
import pytest
from book.commands import reference

from garlic.cli.app import command


def paths(node: click.Command, path: str) -> Iterator[str]:
    yield path
    for name, child in getattr(node, "commands", {}).items():
        if not child.hidden:
            yield from paths(child, f"{path} {name}")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_has_a_section(language: str) -> None:
    text = reference(language)
    sections = {line.lstrip("# ") for line in text.splitlines() if line.startswith("##")}
    assert sections == set(paths(command(), "garlic")) - {"garlic"}


def test_reference_restores_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    assert "Play games between two bots, with the judge as referee." in reference("en")
    assert "让两个程序对局，由裁判判定。" in reference("zh")
    assert "让两个程序对局，由裁判判定。" not in reference("en")


def test_options_examples_and_escaping() -> None:
    text = reference("en")
    assert "| `--games N` | How many games, on each map." in text
    assert (
        "```console\n$ garlic match othello my_bot.py random:othello --games 10 --swap\n```" in text
    )
    assert "default\\|skip\\|forfeit" in text
