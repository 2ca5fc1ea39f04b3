"""Make the book: ``python -m book``. What is wrong with it is said, and ends with exit code 1."""

import logging
import shutil
import sys

import jieba
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from book import ROOT, BookError
from book.contents import navigation, translations
from book.pages import all_pages, gather
from book.site import faults, tidy
from garlic.core.render.board_picture import BOARD_STYLE

PAGES = ROOT / "build" / "book-pages"
SITE = ROOT / "build" / "book"
SERVED = ROOT / "src" / "garlic" / "web" / "book"  # what `garlic serve` shows, and a wheel carries
HERE = ROOT / "book"


def main() -> int:
    """The exit code: 0 if the book is whole."""
    jieba.setLogLevel(logging.WARNING)  # it tells Chinese words apart, for the search
    shutil.rmtree(PAGES, ignore_errors=True)
    try:
        gather(PAGES)
        _write_style()
        _build()
    except (BookError, Abort) as fault:
        print(f"book: {fault}", file=sys.stderr)
        return 1
    tidy(SITE)
    wrong = faults(SITE)
    for sentence in wrong:
        print(f"book: {sentence}", file=sys.stderr)
    if wrong:
        return 1
    if SERVED.parent.is_dir():
        shutil.rmtree(SERVED, ignore_errors=True)
        shutil.copytree(SITE, SERVED)
    print(f"the book is in {SITE.relative_to(ROOT)}: open {SITE.relative_to(ROOT)}/index.html")
    return 0


def _write_style() -> None:
    target = PAGES / "assets" / "book.css"
    target.parent.mkdir(parents=True, exist_ok=True)
    own = (HERE / "book.css").read_text(encoding="utf-8")
    target.write_text(BOARD_STYLE + own, encoding="utf-8")


def _build() -> None:
    config = load_config(
        str(HERE / "mkdocs.yml"),
        docs_dir=str(PAGES),
        site_dir=str(SITE),
        nav=navigation(all_pages()),
        strict=True,
    )
    i18n = config.plugins["i18n"]
    for language in i18n.config.languages:
        if language.locale == "zh":
            language.nav_translations = translations()
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()


if __name__ == "__main__":
    sys.exit(main())
