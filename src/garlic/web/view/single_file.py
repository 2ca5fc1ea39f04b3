"""A game as one file: the viewer with the game in it, to be opened from disk."""

import json
from pathlib import Path
from typing import Any

from garlic.core import UsageError
from garlic.core.language.text import LANGUAGES
from garlic.web.sentences import words
from garlic.web.settings import PAGES

_FILE = "single.html"
_GAP = '<script id="garlic-game" type="application/json">null</script>'


def single_page(
    view: dict[str, Any], review: dict[str, Any] | None = None, pages: Path = PAGES
) -> str:
    """The whole page; raise `UsageError` where the pages are not built.

    *view* is a `View`, *review* what `page_review` gives.
    """
    try:
        page = (pages / _FILE).read_text(encoding="utf-8")
    except OSError as fault:
        raise UsageError("the pages are not built yet: run `make pages`") from fault
    game = {"view": view, "review": review}
    codes = set(_codes(game))
    spoken = {
        language: {
            code: sentence
            for code, sentence in json.loads(words(language)[0]).items()
            if code in codes
        }
        for language in LANGUAGES
    }
    told = json.dumps({**game, "words": spoken}, ensure_ascii=False, separators=(",", ":"))
    # Nothing in a game may end the script that holds it: no `</script>`, no `<!--`.
    harmless = told.replace("<", "\\u003c")
    before, gap, after = page.partition(_GAP)
    assert gap, "the built page has a place for the game"  # noqa: S101
    return f"{before}{_GAP.replace('null', harmless)}{after}"


def _codes(value: Any) -> "list[str]":
    """Every code of a sentence anywhere in *value*."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if isinstance(code := one.get("code"), str):
                found.append(code)
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return found
