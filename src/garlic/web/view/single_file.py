"""A game as a single HTML file: the viewer with the game in it, to be opened from disk."""

import json
from pathlib import Path
from typing import Any

from garlic.core import UsageError
from garlic.core.language.text import LANGUAGES
from garlic.web.sentences import all_sentences
from garlic.web.settings import PAGES
from garlic.web.view.models import CompactModel, GameView
from garlic.web.view.review_models import ReviewModel

_FILE = "single.html"
_PLACEHOLDER = '<script id="garlic-game" type="application/json">null</script>'


class SingleFile(CompactModel):
    """What the page of a single file contains: the game, its review, and the texts of both."""

    view: GameView
    review: ReviewModel | None
    words: dict[str, dict[str, str]]  # by language and code


def single_page(view: GameView, review: ReviewModel | None = None, pages: Path = PAGES) -> str:
    """The whole page; raise `UsageError` if the pages are not built."""
    try:
        page = (pages / _FILE).read_text(encoding="utf-8")
    except OSError as fault:
        raise UsageError("the pages are not built yet: run `make pages`") from fault
    codes = {*_codes(view.compact()), *_codes(review.model_dump(mode="json") if review else None)}
    words = {
        language: {
            code: sentence
            for code, sentence in json.loads(all_sentences(language)[0]).items()
            if code in codes
        }
        for language in LANGUAGES
    }
    document = SingleFile(view=view, review=review, words=words).compact_json()
    # Nothing in a game may end the script that holds it: no `</script>`, no `<!--`.
    escaped = document.replace("<", "\\u003c")
    before, placeholder, after = page.partition(_PLACEHOLDER)
    assert placeholder, "the built page has a place for the game"  # noqa: S101
    return f"{before}{_PLACEHOLDER.replace('null', escaped)}{after}"


def _codes(value: Any) -> list[str]:
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
