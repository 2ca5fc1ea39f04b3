"""Docstrings to Markdown: blocks after ``::``, and definition lists."""

import re
from typing import Any

from griffe import Extension, Object

_TERM = re.compile(r"^(``[^\n]+)\n((?: {4}[^\n]*\n?|\n(?= {4}))+)", re.MULTILINE)


class Docstrings(Extension):
    """A griffe extension that rewrites each docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of *obj*."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    """*text* as Markdown."""
    text = re.sub(r"^::\n", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"::$", ":", text, flags=re.MULTILINE)

    def item(found: re.Match[str]) -> str:
        meaning = re.sub(r"^ {4}", "", found[2], flags=re.MULTILINE)
        body = "\n".join(f"    {line}".rstrip() for line in meaning.strip("\n").splitlines())
        return f"- **{found[1]}**\n\n{body}\n"

    return _TERM.sub(item, text)
