"""The pages of the book: those of `docs/`, and those that are generated, in both languages.

A page ``x.md`` may have a Chinese version, ``x.zh.md``; without one the English page is used, with
a note. A line ``<<< examples/x.py`` includes that file.
"""

import re
import shutil
from pathlib import Path

from book import DOCS, ROOT, BookError, example_bots
from book.boards import with_boards
from book.commands import reference
from book.contents import CHINESE_TITLES
from book.headings import anchors, with_anchors

_INCLUDE = re.compile(r"^(?P<indent> *)<<< (?P<path>\S+)$", re.MULTILINE)
_OUTSIDE = re.compile(r"\[(?P<label>[^\]]*)\]\((?P<up>(?:\.\./)+)(?P<path>[^)#]*)(?:#[^)]*)?\)")
_GENERATED = {"reference/commands.md": reference, "reference/example-bots.md": example_bots.page}
_NOT_TRANSLATED = '!!! note ""\n    本页还没有中文版，以下是英文原文。\n'


def sources() -> list[str]:
    """The English pages in `docs/`, by their path there."""
    paths = (path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return sorted(path for path in paths if not path.endswith(".zh.md"))


def all_pages() -> list[str]:
    """Every page, written or generated."""
    return sorted({*sources(), *_GENERATED})


def write_pages(folder: Path) -> None:
    """Write all pages to *folder*, ready for MkDocs; raise `BookError` if one is wrong."""
    for page in all_pages():
        for language, path in (("en", page), ("zh", chinese_path(page))):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_text(page, language), encoding="utf-8")
    shutil.copytree(DOCS / "assets", folder / "assets")


def chinese_path(page: str) -> str:
    """The path of the Chinese version of *page*, whether it exists or not."""
    return f"{page.removesuffix('.md')}.zh.md"


def included(text: str) -> str:
    """*text* with the files that it includes; raise `BookError` if one is missing."""

    def content(found: re.Match[str]) -> str:
        path = ROOT / found["path"]
        if not path.is_file():
            raise BookError(f"there is no {found['path']} to include")
        lines = path.read_text(encoding="utf-8").rstrip("\n").splitlines()
        return "\n".join(f"{found['indent']}{line}".rstrip() for line in lines)

    return _INCLUDE.sub(content, text)


def _text(page: str, language: str) -> str:
    if page in _GENERATED:
        return _GENERATED[page](language)
    english, translated = DOCS / page, DOCS / chinese_path(page)
    missing = language == "zh" and not translated.is_file()
    path = translated if language == "zh" and not missing else english
    try:
        text = path.read_text(encoding="utf-8")
        if path == translated:
            text = with_anchors(text, anchors(english.read_text(encoding="utf-8")))
        text = _without_outside_links(with_boards(included(text)), page)
    except BookError as fault:
        raise BookError(f"{path.relative_to(ROOT)}: {fault}") from fault
    if page == "index.md":
        text = f"---\nhide: [navigation]\n---\n\n{text}"
    if missing:
        title, _, rest = text.partition("\n")
        title = f"# {CHINESE_TITLES[page]}" if page in CHINESE_TITLES else title
        text = f"{title}\n\n{_NOT_TRANSLATED}{rest}"
    return text


def _without_outside_links(text: str, page: str) -> str:
    """*text* without links to files outside of `docs/`.

    Links to example bots lead to their page; of others only the label is left. Raise
    `BookError` if the file does not exist.
    """
    depth = page.count("/")

    def replaced(link: re.Match[str]) -> str:
        if link["up"].count("../") <= depth:
            return link[0]
        path = link["path"].rstrip("/")
        if not (ROOT / path).exists():
            raise BookError(f"a link leads to {path}, which is not there")
        if path.startswith("examples/bots"):
            return f"[{link['label']}]({'../' * depth}reference/example-bots.md)"
        return link["label"]

    return _OUTSIDE.sub(replaced, text)
