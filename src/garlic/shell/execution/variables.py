"""The shell's variables, and which of them are exported."""

import os
from collections.abc import Iterator, Mapping, MutableMapping


class Variables:
    """Variables by name. Exported ones live in *environment* (the process's own by default).

    So ``export GARLIC_LANG=zh`` changes the language of the messages.
    """

    def __init__(self, environment: MutableMapping[str, str] | None = None) -> None:
        self._environment: MutableMapping[str, str] = (
            os.environ if environment is None else environment
        )
        self._private: dict[str, str] = {}
        self._to_export: set[str] = set()  # exported before they have a value
        self._for_children: dict[bytes, bytes] | None = None

    def get(self, name: str) -> str | None:
        """The value, or None if *name* is not set."""
        value = self._private.get(name)
        return self._environment.get(name) if value is None else value

    def set(self, name: str, value: str) -> None:
        """Give *name* a value; it stays exported if it was."""
        if name in self._environment or name in self._to_export:
            self._to_export.discard(name)
            self._environment[name] = value
            self._for_children = None
        else:
            self._private[name] = value

    def export(self, name: str) -> None:
        """Let children see *name*, now or as soon as it has a value."""
        if name in self._private:
            self._environment[name] = self._private.pop(name)
            self._for_children = None
        elif name not in self._environment:
            self._to_export.add(name)

    def unset(self, name: str) -> None:
        """Forget *name*."""
        self._private.pop(name, None)
        self._to_export.discard(name)
        if name in self._environment:
            del self._environment[name]
            self._for_children = None

    def exported(self) -> Iterator[tuple[str, str]]:
        """The exported variables by name."""
        return iter(sorted(self._environment.items()))

    def names(self) -> list[str]:
        """The names of all variables that have a value."""
        return sorted({*self._private, *self._environment})

    def for_children(self, extra: Mapping[str, str] | None = None) -> dict[bytes, bytes]:
        """The environment of a child, with *extra* variables on top."""
        if self._for_children is None:
            self._for_children = {
                os.fsencode(name): os.fsencode(value) for name, value in self._environment.items()
            }
        if not extra:
            return self._for_children
        return self._for_children | {
            os.fsencode(name): os.fsencode(value) for name, value in extra.items()
        }
