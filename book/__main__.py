"""Make the book: ``python -m book``. Prints what is wrong and exits with 1."""

import logging
import shutil
import sys

import jieba
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from book import ROOT, BookError
from book.contents import navigation, translations
from book.pages import all_pages, write_pages
from book.site import find_problems, tidy
from garlic.core.render.board_picture import BOARD_STYLE

PAGES = ROOT / "build" / "book-pages"
SITE = ROOT / "build" / "book"
SERVED = ROOT / "src" / "garlic" / "web" / "book"  # shown by `garlic serve`, part of the wheel
HERE = ROOT / "book"


def main() -> int:
    """Make the book; return the exit code, 0 if nothing is wrong."""
    logging.basicConfig(format="book: %(message)s", level=logging.WARNING)
    jieba.setLogLevel(logging.WARNING)  # it splits Chinese text into words for the search
    shutil.rmtree(PAGES, ignore_errors=True)
    try:
        write_pages(PAGES)
        _write_style()
        _build()
    except (BookError, Abort) as fault:
        print(f"book: {fault}", file=sys.stderr)
        return 1
    tidy(SITE)
    problems = find_problems(SITE)
    for problem in problems:
        print(f"book: {problem}", file=sys.stderr)
    if problems:
        return 1
    if SERVED.parent.is_dir():
        _serve()
    print(f"the book is in {SITE.relative_to(ROOT)}: open {SITE.relative_to(ROOT)}/index.html")
    return 0


def _serve() -> None:
    """Replace the served book at once: a running server never shows half of one."""
    new = SERVED.with_name("book.new")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(SITE, new)
    shutil.rmtree(SERVED, ignore_errors=True)
    new.rename(SERVED)


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
