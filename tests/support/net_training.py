"""The training of a net by one command, in a small size."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from garlic import _core
from garlic.engines.weights import net_game

_SMALL = ["--nodes", "60", "--epochs", "2", "--batch", "64"]


def one_command_makes_a_net(
    command: Callable[[Sequence[str]], None],
    game: str,
    games: int,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Train two rounds; the same command once more writes the same net."""
    out = folder / f"{game}.net"
    options = ["--folder", str(folder / "work"), "--out", str(out), "--rounds", "2"]
    options += ["--games", str(games), *_SMALL]
    try:
        command(options)
        content = out.read_bytes()
        assert _core.Net.parse(content).command.endswith(" ".join(options))
        command(options)  # everything is there already
    finally:
        net_game(game).try_out(None)
    assert out.read_bytes() == content
    assert "round 2:" in capsys.readouterr().out
