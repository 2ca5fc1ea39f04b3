"""The search on a game that offers as little, or as much, as its concepts require."""

from pathlib import Path

import pytest

from support.native import STRICT, compiled, output_of


def check(folder: Path, *flags: str) -> str:
    """The output of `search_check.cpp`, compiled with *flags*."""
    source = Path(__file__).with_name("search_check.cpp")
    return output_of(compiled(source, folder / "check", *STRICT, *flags))


@pytest.mark.slow
def test_any_searchable_game_is_searched_exactly(tmp_path: Path) -> None:
    assert check(tmp_path, "-O0") == "ok\n"


@pytest.mark.slow
@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_sanitizers_find_nothing(tmp_path: Path, sanitizers: str) -> None:
    sanitize = f"-fsanitize={sanitizers}"
    assert check(tmp_path, "-O1", sanitize, "-fno-sanitize-recover=all") == "ok\n"
