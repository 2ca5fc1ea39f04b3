"""A game as a single HTML file: the viewer with the game in it, to be opened from disk."""

import json
from pathlib import Path
from typing import Any

from garlic.core import UsageError
from garlic.core.language.text import LANGUAGES
from garlic.web.sentences import all_sentences
from garlic.web.settings import PAGES

_FILE = "single.html"
_PLACEHOLDER = '<script id="garlic-game" type="application/json">null</script>'


def single_page(
    view: dict[str, Any], review: dict[str, Any] | None = None, pages: Path = PAGES
) -> str:
    """The whole page; raise `UsageError` if the pages are not built.

    *view* is a `View`, *review* the result of `page_review`.
    """
    try:
        page = (pages / _FILE).read_text(encoding="utf-8")
    except OSError as fault:
        raise UsageError("the pages are not built yet: run `make pages`") from fault
    game = {"view": view, "review": review}
    codes = set(_codes(game))
    sentences = {
        language: {
            code: sentence
            for code, sentence in json.loads(all_sentences(language)[0]).items()
            if code in codes
        }
        for language in LANGUAGES
    }
    document = json.dumps({**game, "words": sentences}, ensure_ascii=False, separators=(",", ":"))
    # Nothing in a game may end the script that holds it: no `</script>`, no `<!--`.
    escaped = document.replace("<", "\\u003c")
    before, placeholder, after = page.partition(_PLACEHOLDER)
    assert placeholder, "the built page has a place for the game"  # noqa: S101
    return f"{before}{_PLACEHOLDER.replace('null', escaped)}{after}"


def _codes(value: Any) -> "list[str]":
    """The codes of all sentences anywhere in *value*."""
    codes: list[str] = []
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            if isinstance(code := part.get("code"), str):
                codes.append(code)
            pending += part.values()
        elif isinstance(part, list | tuple):
            pending += part
    return codes
