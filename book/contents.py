"""The order of the pages, by reader. A page that is not listed comes last, for the owner."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the book: its title in English and Chinese, and its pages in order."""

    title: str
    chinese: str
    pages: tuple[str, ...]


HOME = Part("Home", "首页", ("index.md",))
GUIDES = "Owner"
PARTS = (
    Part(
        "Learn",
        "入门",
        (
            "install.md",
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
        "Play",
        "对弈",
        (
            "games/othello.md",
            "games/stars.md",
            "games/gomoku.md",
            "games/xiangqi.md",
            "games/tiaojia.md",
            "play/analysis.md",
            "play/puzzles.md",
            "play/shell.md",
        ),
    ),
    Part(
        "Bots",
        "程序",
        (
            "bots/writing.md",
            "bots/protocol.md",
            "bots/protocols.md",
            "bots/tournaments.md",
            "bots/league.md",
            "bots/statistics.md",
            "bots/record.md",
            "reference/example-bots.md",
            "reference/python.md",
        ),
    ),
    Part(
        "Teach",
        "教学",
        (
            "teach/labs.md",
            "teach/classes.md",
            "teach/courses.md",
            "teach/lab-format.md",
        ),
    ),
    Part(
        "Run a server",
        "服务器",
        (
            "serve/server.md",
            "serve/people.md",
            "serve/busy.md",
            "serve/sandbox.md",
            "serve/cluster.md",
        ),
    ),
    Part(
        "Engines",
        "引擎",
        (
            "engines/how-good.md",
            "engines.md",
            "engines/othello.md",
            "engines/stars.md",
            "engines/gomoku.md",
            "engines/xiangqi.md",
            "engines/tiaojia.md",
            "engines/measuring.md",
            "engines/world.md",
            "engines/training.md",
        ),
    ),
    Part("Commands", "命令", ("reference/commands.md",)),
    Part(
        GUIDES,
        "开发",
        (
            "architecture.md",
            "releasing.md",
            "decisions/index.md",
            "decisions/two-halves.md",
            "decisions/text-boundary.md",
            "decisions/own-pool.md",
            "decisions/own-i18n.md",
            "decisions/landlock-seccomp.md",
            "decisions/killed-from-outside.md",
            "decisions/dask.md",
            "decisions/nets.md",
        ),
    ),
)


# The Chinese titles of pages that are still in English.
CHINESE_TITLES = {
    "engines/gomoku.md": "五子棋与连珠的引擎",
    "engines/how-good.md": "实测数据",
    "engines/measuring.md": "测量引擎的强度",
    "engines/othello.md": "黑白棋的引擎",
    "engines/training.md": "训练引擎的评估",
    "engines/world.md": "与其他程序的对局",
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
