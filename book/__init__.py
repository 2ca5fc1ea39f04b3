"""The book: turns `docs/` into a web site. `make docs` runs it; start with `__main__`.

`contents` lists the pages in order, `pages` collects them, with what is generated (`boards`,
`commands`, `example_bots`; `docstrings` for the Python reference); `headings` lets links find
their place in both languages. MkDocs makes HTML of them, and
`site` checks the result for broken links and external resources. `sessions` runs the commands
in tutorials.

Nothing about the arena is written by hand: boards are drawn from real positions, the command
reference is made from the help texts.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "zh": "中文"}  # a page without Chinese falls back to English


class BookError(Exception):
    """A page cannot be made; the message says why and where."""
