"""What installed packages add: objects named in entry-point groups, ours found like all others.

A package names them in its ``pyproject.toml``::

    [project.entry-points."garlic.commands"]
    kayles = "kayles.commands:app"

`importlib.metadata` reads the same files, but importing it alone takes longer than the rest of
``garlic --help``.
"""

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from garlic.core.errors import UsageError

OURS = "garlic-arena"  # the name of this package

_FOLDER = re.compile(r"(?P<name>[^-]+)(-.*)?\.(dist|egg)-info", re.IGNORECASE)
_SECTION = re.compile(r"\[(?P<group>[^\]]+)\]")
_ENTRY = re.compile(r"(?P<name>[^=]+?)\s*=\s*(?P<module>[\w.]+)\s*(:\s*(?P<attribute>[\w.]+))?.*")

Kind = TypeVar("Kind")


class PluginError(UsageError):
    """An installed package offers something that cannot be used."""


class Plugin(NamedTuple):
    """One entry of a group: its name, the object that it stands for, and the package it is from."""

    name: str
    module: str
    attribute: str
    package: str

    @property
    def entry(self) -> str:
        """As in an entry point: ``"kayles=kayles:GAME"``."""
        return f"{self.name}={self.module}:{self.attribute}"

    @property
    def is_ours(self) -> bool:
        """Is its module one of ours?"""
        return self._top == __name__.partition(".")[0]

    def places(self) -> list[str]:
        """The folders of the Python package that it is in, or its file."""
        top = import_module(self._top)
        return list(getattr(top, "__path__", ())) or [str(top.__file__)]

    @property
    def _top(self) -> str:
        return self.module.partition(".")[0]

    def load(self, kind: type[Kind]) -> Kind:
        """The object; raise `PluginError` if it cannot be imported or is not a *kind*."""
        try:
            found: Any = import_module(self.module)
            for part in filter(None, self.attribute.split(".")):
                found = getattr(found, part)
        except Exception as fault:
            raise self.unusable("{fault!r}", fault=fault) from fault
        if not isinstance(found, kind):
            place = f"{self.module}:{self.attribute}"
            raise self.unusable("{place} is not a {kind}", place=place, kind=kind.__name__)
        return found

    def unusable(self, because: str, **values: Any) -> PluginError:
        """The error that says why it cannot be used."""
        return PluginError(
            "{name!r} of the package {package} cannot be used: {because}",
            name=self.name,
            package=self.package,
            because=UsageError(because, **values),
        )


class PluginTable(Mapping[str, Kind], Generic[Kind]):
    """The objects of one group by name, ours first; each is imported on first use.

    Those that cannot be used are left out when it is iterated, so that they do not harm the others;
    asking for one raises its `PluginError`. The names in *reserved* are not the group's to give.
    """

    def __init__(self, group: str, kind: type[Kind], reserved: Collection[str] = ()) -> None:
        self._group = group
        self._kind = kind
        self._reserved = reserved
        self._loaded: dict[str, Kind | PluginError] = {}

    @property
    def entries(self) -> Mapping[str, tuple[Plugin, ...]]:
        """Who provides each name; nothing is imported."""
        return installed(self._group)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, whether they can be used or not; nothing is imported."""
        return tuple(name for name in self.entries if name not in self._reserved)

    def __getitem__(self, name: str) -> Kind:
        if name not in self.names:
            raise KeyError(name)
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        found = self._loaded[name]
        if isinstance(found, PluginError):
            raise found
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.names if self._fault(name) is None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def faults(self) -> list[PluginError]:
        """Why packages' entries are not used; everything is imported to find out."""
        unusable = (self._fault(name) for name in self.names)
        return [*self.clashes(), *(fault for fault in unusable if fault is not None)]

    def clashes(self) -> list[PluginError]:
        """Which packages' entries are not used because their names are ours."""
        return [
            _taken(plugin)
            for name, (first, *others) in self.entries.items()
            if name in self._reserved or first.package == OURS
            for plugin in ([first, *others] if name in self._reserved else others)
        ]

    def _fault(self, name: str) -> PluginError | None:
        try:
            self[name]
        except PluginError as fault:
            return fault
        return None

    def _load(self, name: str) -> Kind | PluginError:
        first, *others = self.entries[name]
        if others and first.package != OURS:
            return PluginError(
                "several packages have {name!r}: {packages}; uninstall all but one",
                name=name,
                packages=", ".join(plugin.package for plugin in (first, *others)),
            )
        try:
            return self._loaded_from(first)
        except PluginError as fault:
            return fault

    def _loaded_from(self, plugin: Plugin) -> Kind:
        """What *plugin* stands for; raise `PluginError`."""
        return plugin.load(self._kind)


def _taken(plugin: Plugin) -> PluginError:
    return PluginError(
        "{name!r} of the package {package} is not used: {owner} has one of that name",
        name=plugin.name,
        package=plugin.package,
        owner=OURS,
    )


def installed(group: str) -> Mapping[str, tuple[Plugin, ...]]:
    """The entries of *group* by name, ours first: in their order, then the others by name."""
    return _installed(tuple(sys.path)).get(group, {})


@cache
def _installed(places: tuple[str, ...]) -> dict[str, dict[str, tuple[Plugin, ...]]]:
    """The entries in the folders *places*, by group and name."""
    packages: dict[str, Path] = {}
    for place in places:
        for package, folder in _packages(place or os.curdir):
            packages.setdefault(package, folder)  # the first one is the one that is imported
    groups: dict[str, dict[str, tuple[Plugin, ...]]] = {}
    for package in sorted(packages, key=lambda name: (name != OURS, name)):
        for group, plugin in _entries(packages[package], package):
            entries = groups.setdefault(group, {})
            entries[plugin.name] = (*entries.get(plugin.name, ()), plugin)
    return groups


def _packages(place: str) -> Iterator[tuple[str, Path]]:
    """The names of the packages in *place*, each with the folder that describes it."""
    try:
        names = os.listdir(place)  # noqa: PTH208  (faster, and there may be thousands)
    except OSError:  # an entry of the path need not be a folder, or exist
        return
    for name in names:
        if (found := _FOLDER.fullmatch(name)) is not None:
            yield re.sub(r"[-_.]+", "-", found["name"]).lower(), Path(place, name)


def _entries(folder: Path, package: str) -> Iterator[tuple[str, Plugin]]:
    try:
        lines = (folder / "entry_points.txt").read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):  # most packages have none
        return
    group = ""
    for line in map(str.strip, lines):
        if section := _SECTION.fullmatch(line):
            group = section["group"].strip()
        elif entry := _ENTRY.fullmatch(line):
            yield group, Plugin(entry["name"], entry["module"], entry["attribute"] or "", package)
