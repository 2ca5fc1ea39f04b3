"""The command reference, made from the help texts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from garlic.cli.app import command
from garlic.cli.tree.help import help_page

_WORDS = {
    "en": {
        "title": "Commands",
        "lead": "Every command and option, in the words of `garlic COMMAND --help`.",
        "command": "command",
        "argument": "argument",
        "option": "option",
        "meaning": "meaning",
    },
    "zh": {
        "title": "命令",
        "lead": "全部命令与选项，与 `garlic COMMAND --help` 的说明一致。",
        "command": "命令",
        "argument": "参数",
        "option": "选项",
        "meaning": "含义",
    },
}
_EXAMPLES = ("Example: ", "例：")  # the start of a paragraph with an example


def reference(language: str) -> str:
    """The page about all commands in *language*, ``"en"`` or ``"zh"``."""
    words = _WORDS[language]
    with _user_language(language):
        root = command()
        context = root.make_context("garlic", [], resilient_parsing=True)
        rows = [
            (f"[`{name}`](#garlic-{name})", _plain(meaning))
            for name, meaning in sorted(help_page(root, context).commands)
        ]
        parts = [f"# {words['title']}", words["lead"], _table(words, "command", rows)]
        for name, node in sorted(root.commands.items()):
            parts += _section(node, name, context, words, level=2)
    return "\n\n".join(parts) + "\n"


@contextmanager
def _user_language(language: str) -> Iterator[None]:
    previous = os.environ.get("GARLIC_LANG")
    os.environ["GARLIC_LANG"] = language
    try:
        yield
    finally:
        if previous is None:
            del os.environ["GARLIC_LANG"]
        else:
            os.environ["GARLIC_LANG"] = previous


def _section(node: Any, name: str, above: Any, words: dict[str, str], level: int) -> Iterator[str]:
    """The Markdown for the command *node* and the commands below it."""
    if node.hidden:
        return
    context = node.make_context(name, [], parent=above, resilient_parsing=True)
    page = help_page(node, context)
    yield f"{'#' * level} {context.command_path}"
    for paragraph in page.about.split("\n\n"):
        yield _example(paragraph) or _plain(paragraph)
    yield f"```text\n{page.usage}\n```"
    for kind, rows in (("argument", page.arguments), ("option", page.options)):
        cells = [(f"`{name}`", _plain(meaning)) for name, meaning in rows if "--help" not in name]
        if cells:
            yield _table(words, kind, cells)
    for child_name, child in getattr(node, "commands", {}).items():
        yield from _section(child, child_name, context, words, level + 1)


def _example(paragraph: str) -> str | None:
    for prefix in _EXAMPLES:
        if paragraph.startswith(prefix):
            return f"```console\n$ {paragraph.removeprefix(prefix)}\n```"
    return None


def _plain(text: str) -> str:
    r"""*text* escaped for Markdown, except ``\`code\```."""
    pieces = text.split("`")
    for place in range(0, len(pieces), 2):
        for sign in "\\*_<[":
            pieces[place] = pieces[place].replace(sign, f"\\{sign}")
    return "`".join(pieces)


def _table(words: dict[str, str], kind: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"| {words[kind]} | {words['meaning']} |", "|---|---|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
