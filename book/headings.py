"""Headings and their anchors, which are the same in both languages.

MkDocs makes an anchor of the words of a heading; Chinese ones have no letters for it. A Chinese
page gets those of the English page, so that a link finds its place in either language.
"""

import re
import unicodedata
from collections.abc import Iterator

from book import BookError

_HEADING = re.compile(r"#+ (?P<words>.*?)(?: \{ #(?P<anchor>[\w-]+) \})?")
_FENCE = re.compile(r" *(?P<fence>```+|~~~+)")


def anchors(text: str) -> list[str]:
    """The anchors of the headings in *text*, a page in Markdown, in their order."""
    found: list[str] = []
    for _, heading in _headings(text.splitlines()):
        name, number = heading["anchor"] or _anchor(heading["words"]), 0
        plain = name
        while name in found:
            number += 1
            name = f"{plain}_{number}"
        found.append(name)
    return found


def with_anchors(text: str, names: list[str]) -> str:
    """*text* with *names* as the anchors of its headings; raise `BookError` if they do not fit."""
    lines = text.splitlines()
    headings = [place for place, _ in _headings(lines)]
    if len(headings) != len(names):
        raise BookError(f"expected {len(names)} headings as in English, got {len(headings)}")
    for place, name in zip(headings, names, strict=True):
        lines[place] += f" {{ #{name} }}"
    return "\n".join(lines) + "\n"


def _headings(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """The headings among *lines*, outside of blocks of code, with their places."""
    inside = ""
    for place, line in enumerate(lines):
        if (mark := _FENCE.match(line)) and inside in ("", mark["fence"]):
            inside = "" if inside else mark["fence"]
        elif not inside and (heading := _HEADING.fullmatch(line)):
            yield place, heading


def _anchor(words: str) -> str:
    """The anchor that MkDocs makes of *words*."""
    plain = re.sub(r"`|\*\*|\[([^\]]*)\]\([^)]*\)", r"\1", words)
    letters = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", letters).strip().lower())
