"""Limits as people write them."""

import pytest

from garlic.core import Limits, UsageError
from garlic.judge.settings import parse_limits

USUAL = Limits(init_seconds=1.0, turn_seconds=0.1, memory_bytes=256 << 20)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("", USUAL),
        ("turn=250ms", Limits(1.0, 0.25, 256 << 20)),
        ("init=3s,turn=1.5s", Limits(3.0, 1.5, 256 << 20)),
        ("memory=2GB", Limits(1.0, 0.1, 2 << 30)),
        ("memory=3mb", Limits(1.0, 0.1, 3 << 20)),
        ("memory=512KB", Limits(1.0, 0.1, 512 << 10)),
        ("game=3min,nodes=10000", Limits(1.0, 0.1, 256 << 20, game_seconds=180.0, nodes=10_000)),
    ],
)
def test_limits_that_are_not_named_stay_as_usual(text: str, limits: Limits) -> None:
    assert parse_limits(text, USUAL) == limits


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn=0ms", "expected a time like 100ms, 2s or 3min, got 'turn=0ms'"),
        ("game=fast", "expected a time like"),
        ("memory=0MB", "expected a memory size like 256MB, got 'memory=0MB'"),
        ("memory=256", "expected a memory size"),
        ("nodes=0", "expected a number of nodes like 10000, got 'nodes=0'"),
        ("nodes=x", "expected a number of nodes"),
        ("speed=1", "expected limits like turn=100ms"),
        ("turn", "expected limits like turn=100ms"),
    ],
)
def test_the_error_names_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(UsageError) as fault:
        parse_limits(text, USUAL)
    assert words in str(fault.value)
