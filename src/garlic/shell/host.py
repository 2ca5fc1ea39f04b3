"""The interface for commands of the program around the shell: here, the `garlic` commands."""

from collections.abc import Collection, Sequence
from typing import Protocol


class HostCommands(Protocol):
    """Commands that are not part of the shell. Reading `names` must be cheap."""

    @property
    def names(self) -> Collection[str]:
        """The names of the commands."""

    def prepare(self) -> None:
        """Import what the commands need: once here, instead of in each child."""

    def run(self, arguments: Sequence[str]) -> int:
        """Run a command in this process, a child of the shell; return its exit status."""

    def summaries(self) -> list[tuple[str, str]]:
        """Each name with the first line of its help."""

    def complete(self, words: Sequence[str], incomplete: str) -> list[str]:
        """Completions of *incomplete* after *words*, the first of which is a command name."""
