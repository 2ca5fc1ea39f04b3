"""Sentences as codes: the server sends a code and values, the page renders the text.

The code of a sentence from the layers below is the hash of its English template. The page fetches
all templates in one language once (`all_sentences`).
"""

import hashlib
import json
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from garlic.core import GarlicError, InputError, Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.language.text import LANGUAGES, catalogue, clipped
from garlic.games import GAMES

BILINGUAL = "core:words"  # a text given in both languages, in the values `en` and `zh`
PLAIN = "core:plain"  # a sentence without an entry in the catalogues, in the value `text`


class SentenceModel(BaseModel):
    """A sentence as its code and values; `GET /api/texts/{language}` has the text of each code."""

    model_config = ConfigDict(
        frozen=True, json_schema_extra={"example": {"code": "problem.not_found", "values": {}}}
    )

    code: str
    values: "dict[str, str | bool | int | float | SentenceModel | None]" = {}


def encode_sentence(sentence: str | Text | GarlicError) -> SentenceModel:
    """*sentence* as a code with values; sentences among its values are encoded too."""
    if isinstance(sentence, InputError) and (where := _where(sentence)) is not None:
        sentence = Text("{where}: {sentence}", where=where, sentence=sentence.text)
    if isinstance(sentence, GarlicError):
        sentence = sentence.text
    if isinstance(sentence, str):
        sentence = Text(sentence)
    if sentence.template not in catalogue("zh"):
        return SentenceModel(code=PLAIN, values={"text": str(sentence)})
    values = {name: _value(value) for name, value in sentence.values.items()}
    return SentenceModel(code=code_of(sentence.template), values=values)


def page_sentence(code: str, **values: Any) -> SentenceModel:
    """One of the page's own sentences, whose text is in `frontend/src/i18n`."""
    return SentenceModel(code=code, values=values)


def code_of(template: str) -> str:
    """The code of the sentence *template*."""
    return "core:" + hashlib.sha256(template.encode()).hexdigest()[:10]


@cache
def all_sentences(language: str) -> tuple[bytes, str]:
    """All templates in *language* by their codes, as JSON, and an ETag of it."""
    assert language in LANGUAGES  # noqa: S101  (the route checks)
    tuple(GAMES)  # loads them: games from elsewhere bring sentences of their own
    sentences = {
        code_of(english): english if language == "en" else translated
        for english, translated in catalogue("zh").items()
    }
    sentences |= {PLAIN: "{text}", BILINGUAL: f"{{{language}}}"}
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


def _value(value: object) -> str | bool | int | float | SentenceModel | None:
    if isinstance(value, Text | GarlicError):
        return encode_sentence(value)
    if isinstance(value, Bilingual):
        return page_sentence(BILINGUAL, en=clipped(value.en), zh=clipped(value.zh))
    if value is None or isinstance(value, bool | int | float):
        return value
    return clipped(str(value))
