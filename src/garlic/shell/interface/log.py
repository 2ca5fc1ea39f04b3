"""The log: the lines of this session, oldest first."""

from collections.abc import Sequence


class Log:
    """All lines entered in this session, in order."""

    def __init__(self) -> None:
        self._entries: list[str] = []

    def push(self, line: str) -> None:
        """Append *line*."""
        self._entries.append(line)

    def search(self, prefix: str) -> str | None:
        """The newest entry that starts with *prefix*; None if there is none."""
        for entry in reversed(self._entries):
            if entry.startswith(prefix):
                return entry
        return None

    @property
    def entries(self) -> Sequence[str]:
        """All entries, oldest first."""
        return tuple(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
