"""The order of the book. A page that nobody placed here comes last among the guides."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the book: its title in English and Chinese, and its pages in order."""

    title: str
    chinese: str
    pages: tuple[str, ...]


HOME = Part("Home", "首页", ("index.md",))
GUIDES = "Guides"
PARTS = (
    Part(
        "Learn",
        "入门",
        (
            "tutorials/first-bot-c.md",
            "tutorials/first-bot-python.md",
            "tutorials/alpha-beta.md",
            "tutorials/better.md",
            "tutorials/class.md",
        ),
    ),
    Part(
        "Games",
        "游戏",
        (
            "games/othello.md",
            "games/stars.md",
            "games/gomoku.md",
            "games/xiangqi.md",
            "games/tiaojia.md",
            "puzzles.md",
        ),
    ),
    Part(
        GUIDES,
        "指南",
        (
            "bots.md",
            "protocols.md",
            "tournaments.md",
            "statistics.md",
            "labs.md",
            "engines.md",
            "analysis.md",
            "server.md",
            "sandbox.md",
            "cluster.md",
            "shell.md",
        ),
    ),
    Part(
        "Reference",
        "参考",
        (
            "reference/commands.md",
            "protocol.md",
            "record.md",
            "lab-format.md",
            "reference/python.md",
            "reference/example-bots.md",
        ),
    ),
)


def navigation(pages: Iterable[str]) -> list[dict[str, str | list[str]]]:
    """The order in which MkDocs lists *pages*."""
    placed = {page for part in (HOME, *PARTS) for page in part.pages}
    others = sorted(set(pages) - placed)
    listed: list[dict[str, str | list[str]]] = [{HOME.title: HOME.pages[0]}]
    for part in PARTS:
        extra = others if part.title == GUIDES else []
        listed.append({part.title: [*part.pages, *extra]})
    return listed


def translations() -> dict[str, str]:
    """The titles of the parts, from English to Chinese."""
    return {part.title: part.chinese for part in (HOME, *PARTS)}
