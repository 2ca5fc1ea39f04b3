"""Bounds of what the browser may ask for."""

from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.web.bounds import bounded_limits, check_map
from support.present import present

GAME = GAMES["othello"]


def test_limits_up_to_the_bounds_are_allowed() -> None:
    limits = bounded_limits("turn=600s,init=10min,memory=2GB", GAME)
    assert (limits.turn_seconds, limits.init_seconds, limits.memory_bytes) == (600, 600, 2 << 30)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn=601s", "a turn may take at most 600 s here"),
        ("init=601s", "a turn may take at most 600 s here"),
        ("memory=2049MB", "a bot may use at most 2048 MB here"),
    ],
)
def test_limits_above_the_bounds_are_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        bounded_limits(text, GAME)


def test_maps_are_bundled_or_generated_and_never_files(tmp_path: Path) -> None:
    for name in (None, "8x8", "random-10x12", present(GAME.maps).bundled[0].name):
        check_map(GAME, name)
    (tmp_path / "map.txt").write_text("8 8\n")
    for name in (str(tmp_path / "map.txt"), "atlantis", "8x8\n", "random-8"):
        with pytest.raises(UsageError, match="no bundled map is called"):
            check_map(GAME, name)
