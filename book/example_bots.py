"""The page with the example bots from `examples/bots`, one tab per language."""

from book import ROOT
from garlic.core.language.text import translate
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


def page(language: str) -> str:
    """The page in *language*, ``"en"`` or ``"zh"``."""
    heading, about = _WORDS[language]
    parts = [f"# {heading}", about]
    for game in GAMES.values():
        parts.append(f"## {translate(game.title, language)}")
        for folder, name in LANGUAGES.items():
            for path in sorted((_BOTS / game.name / folder).iterdir()):
                code = path.read_text(encoding="utf-8").rstrip("\n")
                title = path.relative_to(ROOT).as_posix()
                lines = [f'```{folder} title="{title}"', *code.splitlines(), "```"]
                parts.append(
                    f'=== "{name}"\n\n' + "\n".join(f"    {line}".rstrip() for line in lines)
                )
    return "\n\n".join(parts) + "\n"
