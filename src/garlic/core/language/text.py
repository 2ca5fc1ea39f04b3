"""Sentences in English and Chinese.

The English sentence is the key: code writes ``say("expected {what}", what=...)`` and reads
naturally; `catalogue/zh/*.json` maps it to Chinese. What has no entry stays English, so a
new game works before it is translated; a test lists what is missing.

``{count:game|games}`` is a number with the noun for it: "1 game", "2 games". Chinese has no such
forms: its sentences just say ``{count}``.
"""

import os
from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any

LANGUAGES = ("en", "zh")

# Longer values are cut in messages: an error about a 10 MB line must not be 10 MB long.
_LONGEST_VALUE = 240


def user_language() -> str:
    """``"zh"`` or ``"en"``: `GARLIC_LANG` decides, else the locale."""
    for variable in ("GARLIC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(variable):
            return "zh" if locale.lower().startswith("zh") else "en"
    return "en"


class _CountingFormatter(Formatter):
    """Knows ``{count:game|games}`` too; the page's `format.ts` does the same."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, several = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return f"{value} {one if str(value) == '1' else several}"


_FORMATTER = _CountingFormatter()


class Text:
    """A sentence with its values, not yet in any language. `str` gives the English one."""

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template = template
        self.values = values

    def render(self, language: str) -> str:
        """The sentence in *language*, ``"en"`` or ``"zh"``."""
        values = {name: _prepared(value, language) for name, value in self.values.items()}
        template = translate(self.template, language)
        return _FORMATTER.vformat(template, (), values) if values else template

    def __str__(self) -> str:
        return self.render("en")

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"


def say(template: str, /, **values: Any) -> str:
    """The sentence in the user's language."""
    return Text(template, **values).render(user_language())


def translate(sentence: str, language: str | None = None) -> str:
    """*sentence* as the catalogue of *language* (default: the user's) has it, else unchanged."""
    language = language or user_language()
    return sentence if language == "en" else catalogue(language).get(sentence, sentence)


def add_translations(language: str, sentences: Mapping[str, str]) -> None:
    """Add *sentences*, from English, to the catalogue of *language*; ours have precedence."""
    _ADDED.setdefault(language, {}).update(sentences)
    catalogue.cache_clear()


_ADDED: dict[str, dict[str, str]] = {}  # by language: the sentences of games from elsewhere


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences known in *language*, by their English form."""
    import json  # noqa: PLC0415  (both slow; English needs no catalogue)
    from importlib.resources import files  # noqa: PLC0415

    sentences = dict(_ADDED.get(language, {}))
    folder = files("garlic.core.language") / "catalogue" / language
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        sentences.update(json.loads(part.read_text(encoding="utf-8")))
    return sentences


# Characters that move the cursor, colour the screen or reverse the text: a malicious bot or file
# could use them to manipulate the user's terminal.
_CONTROL_CHARACTERS = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"},
    0x7F: "\u2421",
    **dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"),
}


def visible(text: str) -> str:
    """Untrusted *text* with control characters replaced by visible ones."""
    if text.isprintable():
        return text
    return text.replace("\r\n", "\n").translate(_CONTROL_CHARACTERS)


class _Untrusted(str):
    """A string value of a sentence: `repr` escapes control characters, `str` uses `visible`."""

    __slots__ = ()

    def __str__(self) -> str:
        return visible(str.__str__(self))

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


def clipped(value: str) -> str:
    """*value*; of a long one the beginning and the number of characters left out."""
    if len(value) <= _LONGEST_VALUE:
        return value
    return f"{value[:_LONGEST_VALUE]}… (+{len(value) - _LONGEST_VALUE})"


def _prepared(value: Any, language: str) -> Any:
    if hasattr(value, "render"):  # a Text, or an error of ours
        return value.render(language)
    return _Untrusted(clipped(value)) if isinstance(value, str) else value
