"""Weight files of the engines, and how they are loaded into the native core.

A file has a first line with its kind, a second line that says how it was made, and then the
compressed weights; those for standard Othello and for Gomoku also say when, and on how many
positions. `garlic.engines.training` writes them. Weights of other games are C++ headers. Nets
(`cpp/nets`) have a format of their own, with a checksum; `read_net` reads one.
"""

import functools
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from garlic import _core
from garlic.core import InvalidFileError, UsageError
from garlic.core.reading.files import read_limited

_OTHELLO_HEAD = b"garlic othello weights 1"
OTHELLO_FILE = "othello.weights"
_STANDARD_HEAD = b"garlic othello standard weights 1"
_DATED_FACTS = re.compile(
    rb"command ([ -~]{1,1000})\ndate (\d{4}-\d\d-\d\d)\npositions ([0-9]{1,12})"
)
STANDARD_FILE = "othello-standard.weights"
_GOMOKU_HEAD = b"garlic gomoku weights 1"
GOMOKU_FILE = "gomoku.weights"
_MOST_NET_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class WeightFile:
    """What the head of a file of weights says."""

    name: str  # "othello.weights"
    command: str  # that made it
    date: str | None = None  # of that; the general weights of Othello do not say
    positions: int | None = None  # that it was fitted on

    def __str__(self) -> str:
        facts = [self.date, None if self.positions is None else f"{self.positions} positions"]
        return ", ".join([self.name, *filter(None, facts)])


@functools.cache
def weight_files(player: str) -> tuple[WeightFile, ...]:
    """The files of weights that *player* (``"othello"``) loads; none if it has them built in."""
    dated = {"othello": (_STANDARD_HEAD, STANDARD_FILE), "gomoku": (_GOMOKU_HEAD, GOMOKU_FILE)}
    if player not in dated:
        return ()
    head, name = dated[player]
    facts, _ = _parse_dated(head, installed(name), name)
    if player == "gomoku":
        return (facts,)
    general = installed(OTHELLO_FILE).split(b"\n", 2)[1].decode()
    return WeightFile(OTHELLO_FILE, general), facts


def prepare(player: str) -> None:
    """Give the native core the weights that *player* (``"othello"``) needs, once.

    Raises `InvalidFileError` if the installed file is damaged.
    """
    if (loader := _LOADERS.get(player)) is not None:
        loader()


def othello_file(weights: bytes, how: str) -> bytes:
    """The content of a file with these *weights*; *how* says in one line how they were made."""
    return b"\n".join([_OTHELLO_HEAD, how.encode(), zlib.compress(weights, 9)])


def parse_othello(content: bytes, name: str = OTHELLO_FILE) -> _core.OthelloWeights:
    """Parse the *content* of the weight file *name*; raise `InvalidFileError` if it is invalid."""
    head, *rest = content.split(b"\n", 2)
    if head != _OTHELLO_HEAD or len(rest) != 2:
        raise InvalidFileError(
            "{name} is no file of weights: expected it to begin with {head!r}",
            name=name,
            head=_OTHELLO_HEAD.decode(),
        )
    try:
        return _core.OthelloWeights.parse(zlib.decompress(rest[1]))
    except (zlib.error, ValueError) as fault:
        raise _damaged(name) from fault


def standard_file(weights: bytes, how: str, date: str, positions: int) -> bytes:
    """The content of a file with *weights* for standard Othello, made by *how* on *date*."""
    return _dated_file(_STANDARD_HEAD, weights, how, date, positions)


def parse_standard(content: bytes, name: str = STANDARD_FILE) -> _core.OthelloStandardEvaluation:
    """Parse the *content* of the weight file *name*; raise `InvalidFileError` if it is invalid."""
    _, weights = _parse_dated(_STANDARD_HEAD, content, name)
    try:
        return _core.OthelloStandardEvaluation.parse(zlib.decompress(weights))
    except (zlib.error, ValueError) as fault:
        raise _damaged(name) from fault


def gomoku_file(weights: bytes, how: str, date: str, positions: int) -> bytes:
    """The content of a file with *weights* for Gomoku, made by *how* on *date*."""
    return _dated_file(_GOMOKU_HEAD, weights, how, date, positions)


def parse_gomoku(content: bytes, name: str = GOMOKU_FILE) -> bytes:
    """The weights in the *content* of the file *name*; raise `InvalidFileError` if damaged."""
    _, packed = _parse_dated(_GOMOKU_HEAD, content, name)
    try:
        weights = zlib.decompress(packed)
    except zlib.error as fault:
        raise _damaged(name) from fault
    if len(weights) != _core.gomoku_weight_bytes:
        raise _damaged(name)
    return weights


def installed(name: str) -> bytes:
    """The content of the installed weight file *name*."""
    return resources.files(__name__).joinpath(name).read_bytes()


def _dated_file(head: bytes, weights: bytes, how: str, date: str, positions: int) -> bytes:
    lines = [head, f"command {how}".encode(), f"date {date}".encode()]
    return b"\n".join([*lines, f"positions {positions}".encode(), zlib.compress(weights, 9)])


def _parse_dated(expected: bytes, content: bytes, name: str) -> tuple[WeightFile, bytes]:
    """What the file says of itself, and its packed weights."""
    head, *rest = content.split(b"\n", 4)
    if head != expected or len(rest) != 4:
        raise InvalidFileError(
            "{name} is no file of weights: expected it to begin with {head!r}",
            name=name,
            head=expected.decode(),
        )
    found = _DATED_FACTS.fullmatch(b"\n".join(rest[:3]))
    if found is None:
        raise InvalidFileError(
            "{name} does not say how, when and on how many positions it was made", name=name
        )
    command, date, positions = (group.decode("ascii") for group in found.groups())
    return WeightFile(name, command, date, int(positions)), rest[3]


def _damaged(name: str) -> InvalidFileError:
    return InvalidFileError(
        "the weights in {name} are damaged: install garlic-arena again", name=name
    )


def read_net(path: Path) -> _core.Net:
    """The net in the file at *path*; raise `UsageError` or `InvalidFileError`."""
    content = read_limited(path, _MOST_NET_BYTES)
    try:
        return _core.Net.parse(content)
    except ValueError as fault:
        raise InvalidFileError("{name}: {fault}", name=str(path), fault=str(fault)) from fault


def net_game(game: str) -> _core.NetGame:
    """What *game* offers to train a net and to use it; raise `UsageError` if there is nothing."""
    found = _core.net_game(game)
    if found is None:
        raise UsageError("{game} has no engine with a net", game=game)
    return found


def try_net(game: str, path: Path) -> str:
    """Let players of *game* evaluate with the net in the file at *path*; the name of that player.

    Raises `UsageError` if the game has no such player, and `InvalidFileError` if it is no net for
    that game.
    """
    native, net = net_game(game), read_net(path)
    try:
        native.try_out(net)
    except ValueError as fault:
        raise InvalidFileError("{name}: {fault}", name=str(path), fault=str(fault)) from fault
    return f"{game}/net"


@functools.cache
def _load_othello() -> None:
    _core.set_othello_weights(parse_othello(installed(OTHELLO_FILE)))
    _core.set_othello_standard(parse_standard(installed(STANDARD_FILE)))


@functools.cache
def _load_gomoku() -> None:
    _core.set_gomoku_weights(parse_gomoku(installed(GOMOKU_FILE)))


_LOADERS: dict[str, Callable[[], None]] = {
    "othello": _load_othello,
    "gomoku": _load_gomoku,
}
