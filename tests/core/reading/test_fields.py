"""TOML: positions of faults, and numbers that nothing can keep."""

import pytest

from garlic.core import InvalidFileError
from garlic.core.reading.document import Document
from garlic.core.reading.fields import read_toml, toml_values

_LONG = "9" * 5_000  # more digits than Python converts


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"a = 1\nb = {_LONG}", "line 2: "),
        (f"b = -{_LONG}", "line 1: "),
        (f"b = 0x{'f' * 5_000}", "b: "),
        (f"b = {'9' * 400}", "b: "),
        ("b = 9223372036854775808", "b: "),
        ("[[b.c]]\nd = [1, [2, -9223372036854775809]]", "b.c[1].d[2][2]: "),
    ],
)
def test_a_number_that_is_too_long_is_named(text, place):
    with pytest.raises(InvalidFileError) as caught:
        toml_values(text.encode())
    assert str(caught.value) == f"{place}expected whole numbers of at most 64 bits"


def test_the_largest_number_is_read():
    assert toml_values(b"a = 9223372036854775807")["a"] == (1 << 63) - 1


@pytest.mark.parametrize("number", ["1e999", "-1e999", "inf", "nan", "9223372036854775807"])
def test_a_number_out_of_range_is_named(number):
    with pytest.raises(InvalidFileError, match="a: expected a number from 0 to 10, got"):
        read_toml(f"a = {number}".encode()).number("a", 0, 10)


@pytest.mark.parametrize("text", [f'{{"a": {_LONG}}}', f"[{_LONG}]"])
def test_a_number_that_is_too_long_in_json_is_refused(text):
    with pytest.raises(InvalidFileError, match="expected whole numbers of at most 64 bits"):
        Document.parse(text.encode(), "record")
