"""Sentences in files: `Text` to JSON values and back, so that a reader can still translate them.

What is read was perhaps written by somebody else, so it is bounded: a sentence can be no longer
than its values, and nests only so deep.
"""

from string import Formatter
from typing import Any

from garlic.core.language.text import Text, catalogue
from garlic.core.reading.fields import Fields, wrong_value

# The sentence about an illegal move contains a second one; our own nest no deeper.
_DEEPEST = 4
_MOST_VALUES = 8  # in a template that is not in our catalogue


def text_to_json(text: Text) -> dict[str, Any]:
    """*text* as JSON values, with the sentences among its values; inverse of `text_from_json`."""
    return {
        "text": text.template,
        "values": {name: _value_to_json(value) for name, value in text.values.items()},
    }


def _value_to_json(value: object) -> object:
    if isinstance(value, Text):
        return text_to_json(value)
    return value if isinstance(value, int | float | str | None) else str(value)


def text_from_json(value: object, where: str) -> Text:
    """The sentence in *value*, which errors call *where*; raise `InvalidFileError`.

    A template that could ask for more than its values is taken as plain text and never formatted:
    it could demand a line as wide as the machine's memory.
    """
    return _text(Fields(value, where), 1)


def _text(fields: Fields, depth: int) -> Text:
    if depth > _DEEPEST:
        raise wrong_value(fields.where, "a sentence, nested less deeply", fields.values)
    template, given = fields.take("text", str), fields.inner("values")
    if not (template in catalogue("zh") or _is_plain(template)):
        return Text("{text}", text=template)
    text = Text(
        template,
        **{
            name: _text(given.inner(name), depth + 1) if isinstance(value, dict) else value
            for name, value in given.values.items()
        },
    )
    try:
        str(text)
    except (LookupError, ValueError, TypeError, AttributeError) as fault:
        raise fields.wrong("values", "the values of the sentence") from fault
    return text


def _is_plain(template: str) -> bool:
    """Whether *template* only puts a few values in their places, as they are."""
    try:
        parts = [part for part in Formatter().parse(template) if part[1] is not None]
    except ValueError:
        return False
    return len(parts) <= _MOST_VALUES and all(
        str(name).isidentifier() and not specification for _, name, specification, _ in parts
    )
