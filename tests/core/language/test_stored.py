"""Sentences in files: they stay translatable, and cannot grow."""

import pytest

from garlic.core import InvalidFileError, Text
from garlic.core.language.stored import text_from_json, text_to_json


def again(text: Text) -> Text:
    return text_from_json(text_to_json(text), "file")


def test_a_sentence_with_another_one_in_it_is_read_as_it_was_written() -> None:
    text = Text("{where}: {sentence}", where="a3", sentence=Text("illegal move"), other=None)
    for language in ("en", "zh"):
        assert again(text).render(language) == text.render(language)
    assert again(text).render("zh").startswith("a3：")


def test_values_that_json_does_not_have_become_text() -> None:
    assert text_to_json(Text("{path}", path=[1]))["values"] == {"path": "[1]"}


def test_a_sentence_that_is_not_in_the_catalogue_keeps_its_values() -> None:
    assert str(again(Text("{fault}", fault=Text("too late")))) == "too late"


@pytest.mark.parametrize("template", ["{a:9999999999}", "{a.b}", "{a[0]}", "{a}" * 9, "{", "{0}"])
def test_a_template_that_could_grow_is_plain_text(template: str) -> None:
    read = text_from_json({"text": template, "values": {"a": "x"}}, "file")
    assert str(read) == template


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("x", 'file: expected an object, got "x"'),
        ({"text": 1, "values": {}}, "file.text: expected text, got 1"),
        ({"text": "x"}, "file.values: expected an object, got nothing"),
        ({"text": "{a}", "values": {"b": 1}}, "file.values: expected the values of the sentence"),
        ({"text": "{a}", "values": {"a": {}}}, "file.values.a.text: expected text, got nothing"),
    ],
)
def test_what_is_no_sentence_is_refused_with_its_place(
    value: str | dict[str, int | dict[str, str] | str | dict[str, int] | dict[str, dict[str, str]]],
    fault: str,
) -> None:
    with pytest.raises(InvalidFileError) as caught:
        text_from_json(value, "file")
    assert str(caught.value).startswith(fault)
