"""Helpers that several test folders share; this module reads the game files of `tests/data`.

What only one test folder needs belongs there. Start with `conformance`, the checks that every
game must pass.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"
# Where the files of games are: here, and for a game of another package where it says.
GAME_DATA = [DATA, *map(Path, filter(None, os.environ.get("GARLIC_GAME_DATA", "").split(":")))]


@dataclass(frozen=True)
class PerftCase:
    """One count of a `.perft` file."""

    name: str
    position: str
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"{self.name}-{self.depth}"


@dataclass(frozen=True)
class GoldenGame:
    """A `.game` file: a game whose end is known."""

    name: str
    position: str
    moves: str
    end: str | None
    winner: str | None  # a seat name of the game; "draw"; None if the game is not over
    reason: str | None
    scores: tuple[int, int] | None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class TraceRound:
    """One round of a `.trace` file: the moves, the random choices, the position after it."""

    moves: dict[str, str]  # by the game's seat names
    choices: tuple[int, ...]
    after: str


@dataclass(frozen=True)
class GoldenTrace:
    """A `.trace` file: a game with simultaneous moves, every round of it."""

    name: str
    position: str
    rounds: tuple[TraceRound, ...]
    winner: str | None  # a seat name of the game; "draw"; None if the game is not over
    reason: str | None

    def __str__(self) -> str:
        return self.name


def perft_cases(game: str) -> list[PerftCase]:
    """All counts of `perft/GAME.perft`, in order; none if there is no file."""
    return [case for path in _game_files(f"perft/{game}.perft") for case in _perft_cases(path)]


def _game_files(pattern: str) -> list[Path]:
    return [path for folder in GAME_DATA for path in sorted(folder.glob(pattern))]


def _perft_cases(path: Path) -> list[PerftCase]:
    cases: list[PerftCase] = []
    name = position = ""
    for line in path.read_text().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "id":
            name = rest
        elif word == "position":
            position = rest
        elif word == "perft":
            depth, nodes = rest.split()
            cases.append(PerftCase(name, position, int(depth), int(nodes)))
        elif word and not word.startswith("#"):
            raise ValueError(f"{path.name}: unknown line {line!r}")
    return cases


def golden_games(game: str) -> list[GoldenGame]:
    """All games of `golden/GAME/*.game`; none if there is no folder."""
    return [_golden(path) for path in _game_files(f"golden/{game}/*.game")]


def _golden(path: Path) -> GoldenGame:
    fields = dict(_fields(path))
    winner, _, reason = fields.get("outcome", "").partition(" ")
    scores = fields.get("scores")
    return GoldenGame(
        name=path.stem,
        position=fields["position"],
        moves=fields.get("moves", ""),
        end=fields.get("end"),
        winner=winner or None,
        reason=reason or None,
        scores=_pair(scores) if scores else None,
    )


def _pair(text: str) -> tuple[int, int]:
    first, second = map(int, text.split())
    return first, second


def golden_traces(game: str) -> list[GoldenTrace]:
    """All games of `golden/GAME/*.trace`; none if there is no folder."""
    return [_trace(path) for path in _game_files(f"golden/{game}/*.trace")]


def _trace(path: Path) -> GoldenTrace:
    position = outcome = ""
    rounds: list[TraceRound] = []
    moves: dict[str, str] = {}
    choices: tuple[int, ...] = ()
    for word, rest in _fields(path):
        if word == "position":
            position = rest
        elif word == "moves":
            words = rest.split()
            moves = dict(zip(words[::2], words[1::2], strict=True))
        elif word == "chance":
            choices = tuple(map(int, rest.split()))
        elif word == "after":
            rounds.append(TraceRound(moves, choices, rest))
        elif word == "outcome":
            outcome = rest
        else:
            raise ValueError(f"{path.name}: unknown line {word!r}")
    winner, _, reason = outcome.partition(" ")
    return GoldenTrace(path.stem, position, tuple(rounds), winner or None, reason or None)


def _fields(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word and not word.startswith("#"):
            yield word, rest
