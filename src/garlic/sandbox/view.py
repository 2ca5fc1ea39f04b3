"""What a process sees of the file system: paths that it may read, and what is hidden below them.

Names are checked by the keeper, to tell an author what was refused. What holds is Landlock, which
knows real paths only and cannot take away a part of what it has granted: a folder with something
hidden in it is granted entry by entry.
"""

import os
import site
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileView:
    """The paths that a process may read, in the items of `wire.h`."""

    readable: tuple[str, ...]  # as given and with links resolved
    hidden: tuple[str, ...] = ()  # not readable, though below a readable path
    listable: tuple[str, ...] = ()  # folders: the names in them may be listed
    granted: tuple[str, ...] = ()  # real paths

    @classmethod
    def of(
        cls,
        folders: Iterable[str | Path],
        exactly: Iterable[str | Path],
        hidden: Sequence[str] = (),
        listable: Iterable[str | Path] = (),
    ) -> "FileView":
        """*folders* without what is *hidden* (real paths), and *exactly* what is named there."""
        usual = _view_of_folders(tuple(map(str, folders)), tuple(hidden), _changed(tuple(hidden)))
        by_name = _real_paths(exactly)
        return cls(
            readable=(*usual.readable, *by_name),
            hidden=usual.hidden,
            listable=(*usual.listable, *_real_paths(listable)),
            granted=(*usual.granted, *by_name.values()),
        )


@lru_cache(maxsize=64)
def _view_of_folders(
    folders: tuple[str, ...], hidden: tuple[str, ...], changed: tuple[int, ...]
) -> FileView:
    """The view of whole *folders*: the same for most programs, as long as nothing *changed*."""
    del changed
    by_folder = _real_paths(folders)
    granted, expanded = _without(by_folder.values(), hidden)
    return FileView(
        readable=tuple(by_folder),
        hidden=tuple(
            spelling + path[len(real) :]
            for spelling, real in by_folder.items()
            for path in hidden
            if path == real or path.startswith(f"{real}/")
        ),
        listable=tuple(expanded),
        granted=tuple(granted),
    )


def _changed(hidden: tuple[str, ...]) -> tuple[int, ...]:
    """When something was last added to or removed from the folders above what is *hidden*."""
    times = []
    for folder in _leading(hidden):
        try:
            times.append(os.stat(folder).st_mtime_ns)  # noqa: PTH116 - for every start of a program
        except OSError:
            times.append(0)
    return tuple(times)


@lru_cache(maxsize=64)
def _leading(hidden: tuple[str, ...]) -> frozenset[str]:
    """All folders above what is *hidden*."""
    return frozenset(str(parent) for path in hidden for parent in Path(path).parents)


@cache
def own_package() -> tuple[str, ...]:
    """The real paths of the folders of `garlic`: sources, and in a checkout what was built."""
    return tuple(os.path.realpath(home) for home in sys.modules["garlic"].__path__)


@cache
def own_places() -> frozenset[str]:
    """The folders of `garlic` and all that they lie in."""
    return frozenset(own_package()) | _leading(own_package())


@cache
def own_hooks() -> tuple[str, ...]:
    """Files that make a checkout importable for a Python; a bot's must not see them."""
    return tuple(
        str(file)
        for home in own_package()
        for file in Path(home).parent.glob("*editable*garlic_arena*")
    )


@cache
def linked_folders() -> tuple[str, ...]:
    """Folders that `.pth` files, of editable installs for example, add to the path of our Python.

    It looks into them for every module that it imports. Those of our own hooks are not among them.
    """
    files = (
        file
        for home in site.getsitepackages()
        for file in sorted(Path(home).glob("*.pth"))
        if str(file) not in own_hooks()
    )
    folders = (
        file.parent / line.strip()
        for file in files
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines()
        if line.strip() and not line.startswith(("#", "import ", "import\t"))
    )
    return tuple(spellings(folder for folder in folders if folder.is_dir()))


def spellings(paths: Iterable[str | Path]) -> list[str]:
    """Each path as given and with links resolved, without duplicates."""
    return list(_real_paths(paths))


def _real_paths(paths: Iterable[str | Path]) -> dict[str, str]:
    """The real path of each spelling of *paths*: as given, and with links resolved."""
    found: dict[str, str] = {}
    for path in paths:
        text = os.path.abspath(path)  # noqa: PTH100 - lexical, links are followed next
        real = os.path.realpath(text)
        found |= {text: real, real: real}
    return found


def _without(folders: Iterable[str], hidden: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What to grant so that nothing *hidden* in *folders* is, and the folders that it lies in."""
    leading = _leading(hidden)
    granted: dict[str, None] = {}
    expanded: dict[str, None] = {}
    waiting = list(dict.fromkeys(folders))
    while waiting:
        place = waiting.pop()
        if place in hidden or place in expanded:
            continue
        if place not in leading:
            granted[place] = None
            continue
        expanded[place] = None
        # A link leads to what is granted elsewhere, or to what is not.
        with suppress(OSError), os.scandir(place) as entries:
            waiting += [entry.path for entry in entries if not entry.is_symlink()]
    return list(granted), list(expanded)
