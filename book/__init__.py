"""The book: how `docs/` becomes pages to read. `make docs` runs it.

`contents` says which pages there are and in which order, `pages` gathers them (with what is
generated: `boards`, `commands`, `bots`), MkDocs turns them into HTML, `site` looks through the
result for links that lead nowhere and for anything that would be loaded from elsewhere.

What it says of the arena it asks the arena: boards are drawn from real positions, commands are
described by themselves.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "zh": "中文"}  # the first is written first, and stands in


class BookError(Exception):
    """A page that cannot be made; the sentence says what is wrong and where."""
