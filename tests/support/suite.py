"""Positions with one good move, from `tests/data/tactics`."""

from dataclasses import dataclass

from support import DATA


@dataclass(frozen=True)
class Puzzle:
    """The side to move wins something only by *move*; *gain* says what."""

    position: str
    move: str
    gain: str

    def __str__(self) -> str:
        return f"{self.position.split()[0]}-{self.move}"


def puzzles(game: str) -> list[Puzzle]:
    """All of a game's puzzles; each line of the file is ``position; move; gain``."""
    lines = (DATA / "tactics" / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [
        Puzzle(*(part.strip() for part in line.split(";")))
        for line in lines
        if line and not line.startswith("#")
    ]
