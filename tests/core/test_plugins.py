"""Objects that installed packages name in entry-point groups."""

import sys
from pathlib import Path
from typing import Protocol

import pytest

from garlic.core.plugins import OURS, PluginError, PluginTable, installed
from support.packages import install_package

GROUP = "garlic.tests"


class Install(Protocol):
    def __call__(self, package: str, entries: str, **modules: str) -> None: ...


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """A function that installs a package with a module and entries in `GROUP`."""
    monkeypatch.setattr(sys, "path", [*sys.path])

    def make(package: str, entries: str, **modules: str) -> None:
        install_package(tmp_path / package, package, {GROUP: entries}, **modules)

    return make


def table(*reserved: str) -> PluginTable[int]:
    return PluginTable(GROUP, int, reserved)


def test_our_own_entries_are_those_of_the_project() -> None:
    assert {"forbidden", "stars", "xiangqi"} <= set(installed("garlic.commands"))
    assert {plugin.package for plugin, *_ in installed("garlic.protocols").values()} == {OURS}


def test_an_entry_of_another_package_is_found(install: Install) -> None:
    install("Seven-Up", "seven = plugin_seven:N.first", plugin_seven="class N: first = 7")
    found = table()
    assert found.names == ("seven",)
    assert "plugin_seven" not in sys.modules  # until it is asked for
    assert dict(found) == {"seven": 7}
    assert found.faults() == []
    assert found.get("eight") is None


@pytest.mark.parametrize(
    ("entry", "source", "why"),
    [
        ("n = plugin_gone:N", "", "ModuleNotFoundError"),
        ("n = plugin_bad:N", "1 / 0", "ZeroDivisionError"),
        ("n = plugin_empty:N", "pass", "AttributeError"),
        ("n = plugin_word:N", "N = 'word'", "plugin_word:N is not a int"),
    ],
)
def test_one_that_cannot_be_used_harms_no_other(
    install: Install, entry: str, source: str, why: str
) -> None:
    module = entry.partition("= ")[2].partition(":")[0]
    install("broken", entry, **({module: source} if source else {}))
    install("good", "good = plugin_good:N", plugin_good="N = 1")
    found = table()
    assert dict(found) == {"good": 1}
    assert "n" in found
    with pytest.raises(PluginError, match=why) as fault:
        found["n"]
    assert str(fault.value).startswith("'n' of the package broken cannot be used: ")
    assert [str(each) for each in found.faults()] == [str(fault.value)]
    with pytest.raises(PluginError):  # never the default: it is there, and broken
        found.get("n", 5)


def test_two_packages_with_the_same_name_are_both_refused(install: Install) -> None:
    install("one", "n = plugin_one:N", plugin_one="N = 1")
    install("two", "n = plugin_two:N\nm = plugin_two:N", plugin_two="N = 2")
    found = table()
    assert dict(found) == {"m": 2}
    with pytest.raises(PluginError, match="several packages have 'n': one, two"):
        found["n"]


def test_nobody_takes_a_name_of_ours(install: Install) -> None:
    install("another", "n = plugin_other:N\nmatch = plugin_other:N", plugin_other="N = 1")
    install(OURS, "n = plugin_ours:N", plugin_ours="N = 2")
    sys.path.insert(0, sys.path.pop())  # before the installed one
    found = table("match")
    assert dict(found) == {"n": 2}
    assert "match" not in found
    assert sorted(map(str, found.faults())) == [
        f"'match' of the package another is not used: {OURS} has one of that name",
        f"'n' of the package another is not used: {OURS} has one of that name",
    ]
