"""What the program around the shell offers as built-ins: for us, the `garlic` commands."""

from collections.abc import Collection, Sequence
from typing import Protocol


class HostCommands(Protocol):
    """Commands that are not part of the shell. Asking for `names` must be cheap."""

    names: Collection[str]

    def prepare(self) -> None:
        """Import what the commands need: once here, instead of in each child."""

    def run(self, arguments: Sequence[str]) -> int:
        """Run one in this process (a child of the shell's) and return its exit status."""

    def summaries(self) -> list[tuple[str, str]]:
        """Each name with a line about it."""

    def complete(self, words: Sequence[str], incomplete: str) -> list[str]:
        """What *incomplete* may become after *words*, the first of them a command's name."""
