"""The order of the pages. A page that is not entries comes last among the guides."""

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
            "tutorials/grading.md",
            "tutorials/new-game.md",
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
            "league.md",
            "busy.md",
            "statistics.md",
            "labs.md",
            "classes.md",
            "courses.md",
            "engines.md",
            "engines/training.md",
            "engines/measuring.md",
            "analysis.md",
            "server.md",
            "people.md",
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


# The Chinese titles of pages that are still in English.
CHINESE_TITLES = {
    "analysis.md": "复盘",
    "cluster.md": "多台机器",
    "engines.md": "我们的引擎如何思考",
    "engines/measuring.md": "测量引擎的强度",
    "engines/training.md": "训练引擎的评估",
    "lab-format.md": "实验的格式",
    "labs.md": "评分实验",
    "protocol.md": "行协议",
    "protocols.md": "别的程序，别的协议",
    "record.md": "记录",
    "reference/python.md": "Python",
    "sandbox.md": "程序如何被隔离",
    "server.md": "课程服务器",
    "shell.md": "shell",
    "tournaments.md": "比赛",
    "league.md": "联赛",
    "busy.md": "繁忙的机器",
}


def navigation(pages: Iterable[str]) -> list[dict[str, str | list[str]]]:
    """The navigation of MkDocs for *pages*."""
    in_order = {page for part in (HOME, *PARTS) for page in part.pages}
    others = sorted(set(pages) - in_order)
    entries: list[dict[str, str | list[str]]] = [{HOME.title: HOME.pages[0]}]
    for part in PARTS:
        extra = others if part.title == GUIDES else []
        entries.append({part.title: [*part.pages, *extra]})
    return entries


def translations() -> dict[str, str]:
    """The titles of the parts, from English to Chinese."""
    return {part.title: part.chinese for part in (HOME, *PARTS)}
