"""Sentences as codes: the server sends which sentence and its values, the page has the words.

A sentence of the layers below is known by the hash of its English template; `words` are all of
them in one language, which the page fetches once.
"""

import hashlib
import json
from functools import cache
from typing import Any

from garlic.core import GarlicError, InputError, Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.language.text import LANGUAGES, catalogue, clipped

WORDS = "core:words"  # somebody's own words in both languages: its values are all
PLAIN = "core:plain"  # a sentence without an entry in the catalogues: its value `text` is all

Wording = dict[str, Any]  # {"code": ..., "values": {...}}


def wording(said: str | Text | GarlicError) -> Wording:
    """*said* as a code with values; sentences inside its values likewise."""
    if isinstance(said, InputError) and (where := _where(said)) is not None:
        said = Text("{where}: {sentence}", where=where, sentence=said.text)
    if isinstance(said, GarlicError):
        said = said.text
    if isinstance(said, str):
        said = Text(said)
    if said.template not in catalogue("zh"):
        return {"code": PLAIN, "values": {"text": str(said)}}
    values = {name: _value(value) for name, value in said.values.items()}
    return {"code": code_of(said.template), "values": values}


def coded(code: str, **values: Any) -> Wording:
    """A sentence of the page's own, whose words are in `frontend/src/i18n`."""
    return {"code": code, "values": values}


def code_of(template: str) -> str:
    """What the sentence *template* is called between server and page."""
    return "core:" + hashlib.sha256(template.encode()).hexdigest()[:10]


@cache
def words(language: str) -> tuple[bytes, str]:
    """Every sentence in *language* by its code, as JSON, and a tag that changes with it."""
    assert language in LANGUAGES  # noqa: S101  (the route checks)
    sentences = {
        code_of(english): english if language == "en" else translated
        for english, translated in catalogue("zh").items()
    }
    sentences |= {PLAIN: "{text}", WORDS: f"{{{language}}}"}
    content = json.dumps(sentences, ensure_ascii=False, separators=(",", ":")).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def _where(fault: InputError) -> Text | None:
    if fault.line is not None and fault.column is not None:
        return Text("line {line}, column {column}", line=fault.line, column=fault.column)
    if fault.line is not None:
        return Text("line {line}", line=fault.line)
    if fault.column is not None:
        return Text("column {column}", column=fault.column)
    return None


def _value(value: Any) -> Any:
    if isinstance(value, Text | GarlicError):
        return wording(value)
    if isinstance(value, Bilingual):
        return {"code": WORDS, "values": {"en": clipped(value.en), "zh": clipped(value.zh)}}
    if value is None or isinstance(value, bool | int | float):
        return value
    return clipped(str(value))
