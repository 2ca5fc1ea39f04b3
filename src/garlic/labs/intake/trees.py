"""A folder or a zip file with submissions, looked at in the same way."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Protocol

from garlic.core import InvalidFileError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import read_limited
from garlic.judge.building.sources import is_clutter, is_code
from garlic.labs.archive import (
    DEEPEST,
    LARGEST_TOTAL,
    MOST_CLASS_FILES,
    Member,
    in_clutter,
    members,
    read_member,
    unpack_members,
    within_limits,
)


class Tree(Protocol):
    """Files by their names, like ``li/main.c``, which are not trusted."""

    @property
    def names(self) -> Sequence[str]:
        """All files, without clutter, in order."""

    @property
    def clones(self) -> frozenset[str]:
        """The folders at the top that are clones of a Git repository."""

    def copy(self, chosen: Mapping[str, str], folder: Path) -> None:
        """Copy files into *folder*: *chosen* has the new path of each name.

        Raises `InvalidFileError` if a path is not allowed, or they are too many or too large.
        """

    def modified(self, name: str) -> datetime | None:
        """When the file was last changed; a zip file does not say in which zone: UTC is assumed."""

    @property
    def is_locked(self) -> bool:
        """Whether it is a zip file with a password."""

    def read(self, name: str, largest: int) -> bytes:
        """The content of a file, up to *largest* bytes; raise `InvalidFileError`."""


def open_tree(path: Path) -> Tree:
    """The tree of a folder or a zip file; raise `InvalidFileError` if that is damaged."""
    return _Folder(path) if path.is_dir() else _Archive(path)


@dataclass(frozen=True)
class _Folder:
    path: Path

    @cached_property
    def names(self) -> Sequence[str]:
        found = []
        for here, folders, names in os.walk(self.path):
            inside = Path(here).relative_to(self.path)
            folders[:] = sorted(name for name in folders if not is_clutter(PurePosixPath(name)))
            found += [
                (inside / name).as_posix() for name in names if not is_clutter(PurePosixPath(name))
            ]
            if len(found) > MOST_CLASS_FILES:
                raise InvalidFileError(
                    "it holds more than the {limit} files that are allowed", limit=MOST_CLASS_FILES
                )
        return sorted(found)

    @property
    def clones(self) -> frozenset[str]:
        return frozenset(path.name for path in self.path.iterdir() if (path / ".git").exists())

    def copy(self, chosen: Mapping[str, str], folder: Path) -> None:
        sources: dict[PurePosixPath, Path] = {}
        for name, target in chosen.items():
            source, path = self.path / name, PurePosixPath(target)
            if len(path.parts) > DEEPEST:
                raise InvalidFileError(
                    "the folder is more than {limit} folders deep", limit=DEEPEST
                )
            # A link of one's own may be handy; one to somebody else's file would show it.
            if source.is_symlink():
                if is_code(path):
                    raise InvalidFileError(
                        "{name} is a link: hand in the file itself", name=str(path)
                    )
                continue
            if source.is_file():
                sources[path] = source
        for path, _ in within_limits((path, file.stat().st_size) for path, file in sources.items()):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sources[path], folder / path)

    def modified(self, name: str) -> datetime | None:
        try:
            seconds = (self.path / name).stat().st_mtime
        except OSError:
            return None
        return datetime.fromtimestamp(seconds, UTC)

    @property
    def is_locked(self) -> bool:
        return False

    def read(self, name: str, largest: int) -> bytes:
        return read_limited(self.path / name, largest)


@dataclass(frozen=True)
class _Archive:
    path: Path

    @cached_property
    def _members(self) -> Mapping[str, Member]:
        found = {member.name: member for member in members(self.path)}
        return {name: found[name] for name in sorted(found) if not in_clutter(name)}

    @property
    def names(self) -> Sequence[str]:
        return list(self._members)

    @property
    def clones(self) -> frozenset[str]:
        return frozenset()

    def copy(self, chosen: Mapping[str, str], folder: Path) -> None:
        picked = [(target, self._members[name]) for name, target in chosen.items()]
        unpack_members(self.path, picked, folder)

    def modified(self, name: str) -> datetime | None:
        return self._members[name].modified

    @property
    def is_locked(self) -> bool:
        return all(member.is_locked for member in self._members.values())

    def read(self, name: str, largest: int) -> bytes:
        return read_member(self.path, self._members[name], largest)


def check_size(size: int) -> None:
    """Raise `InvalidFileError` if a submission of one file with *size* bytes is too large."""
    if size > LARGEST_TOTAL:
        raise InvalidFileError(
            "it is larger than the {limit} MB that are allowed", limit=LARGEST_TOTAL // MEGABYTE
        )
