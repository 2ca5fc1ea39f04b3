"""What the fixture `play_on` returns."""

from typing import Protocol, TypeVar

E = TypeVar("E")


class PlayOn(Protocol):
    """Lets tournaments play on an executor of the test, and returns that one."""

    def __call__(self, executor: E) -> E: ...
