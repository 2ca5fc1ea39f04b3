"""The page with the example bots, one tab a language, read from `examples/bots`."""

from book import ROOT
from garlic.core.text import translate
from garlic.games import GAMES
from garlic.judge.templates import LANGUAGES

_BOTS = ROOT / "examples" / "bots"
_WORDS = {
    "en": (
        "Example bots",
        "One bot a game and language, each shorter than 80 lines: written to be read, legal in"
        " every position, and better than chance."
        " `garlic new GAME DIR --lang LANGUAGE` copies one.",
    ),
    "zh": (
        "示例程序",
        "每个游戏、每种语言各有一个程序，都不到 80 行：写来给人读，"
        "在任何局面都走得合法，并且胜过随机。"
        "`garlic new GAME DIR --lang LANGUAGE` 会复制一份给你。",
    ),
}


def page(tongue: str) -> str:
    """The page in *tongue*, ``"en"`` or ``"zh"``."""
    title, about = _WORDS[tongue]
    parts = [f"# {title}", about]
    for game in GAMES.values():
        parts.append(f"## {translate(game.title, tongue)}")
        for language, name in LANGUAGES.items():
            for path in sorted((_BOTS / game.name / language).iterdir()):
                code = path.read_text(encoding="utf-8").rstrip("\n")
                told = path.relative_to(ROOT).as_posix()
                lines = [f'```{language} title="{told}"', *code.splitlines(), "```"]
                parts.append(
                    f'=== "{name}"\n\n' + "\n".join(f"    {line}".rstrip() for line in lines)
                )
    return "\n\n".join(parts) + "\n"
