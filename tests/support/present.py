"""What a test knows to be there."""

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """*value*, which is not None."""
    assert value is not None
    return value
