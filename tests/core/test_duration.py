import pytest

from garlic.core.duration import duration_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.0000831, "83.1 µs"),
        (0.0009994, "999 µs"),
        (0.0009996, "1 ms"),
        (0.01234, "12.3 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1 s"),
        (1.254, "1.25 s"),
        (119.4, "119 s"),
        (119.6, "2 min 0 s"),
        (200, "3 min 20 s"),
    ],
)
def test_a_duration_has_three_digits_and_a_unit(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
