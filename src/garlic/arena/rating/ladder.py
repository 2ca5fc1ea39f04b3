"""A game's ladder: players with fixed ratings, weakest first, and what was measured against them.

It is stored in the game's own package as `ladder.toml`, written by `measure`. A game without such
a file has the shortest ladder: random moves, rated 0.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from garlic.arena.statistics.scale import Anchors, RatingScale
from garlic.core import Game

if TYPE_CHECKING:  # it brings numpy, and listing a ladder needs none
    from garlic.arena.statistics.posterior import Posterior

FILE = "ladder.toml"
_SURE = 0.95


@dataclass(frozen=True, slots=True)
class Rung:
    """A rated player: its rating with the 95 % interval of the measurement."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Comparable:
    """A rated player that a bot can be compared with, and how sure the comparison is."""

    rung: Rung
    chance: float

    def document(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {"bot": self.rung.bot, "rating": self.rung.rating, "chance": self.chance}


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rated players of a game."""

    game: str
    scale: RatingScale
    anchors: tuple[Rung, ...]  # never change: they define the scale
    levels: tuple[Rung, ...] = ()  # engine levels, measured against the anchors
    measured: str | None = None  # the date of the measurement; None if there was none
    version: str | None = None  # of the package that was measured

    def most_informative(self, posterior: "Posterior") -> Rung:
        """The anchor from whose games most is to be learned."""
        return max(self.anchors, key=lambda anchor: posterior.information(anchor.rating))

    def anchors_among(self, bots: Mapping[str, str]) -> Anchors:
        """Those of *bots*, given by name, that are anchors of a measured ladder."""
        known = {anchor.bot: anchor.rating for anchor in self.anchors if self.measured}
        rated = {name: known[bot] for name, bot in bots.items() if bot in known}
        return Anchors(rated, self.scale)

    @property
    def rungs(self) -> list[Rung]:
        """Anchors and levels together, weakest first."""
        return sorted((*self.anchors, *self.levels), key=lambda rung: rung.rating)

    def surely_weaker(self, posterior: "Posterior") -> Comparable | None:
        """The strongest player than whom a bot is surely stronger; None if there is none."""
        chances = [Comparable(rung, posterior.chance_above(rung.rating)) for rung in self.rungs]
        return next((each for each in reversed(chances) if each.chance >= _SURE), None)

    def surely_stronger(self, posterior: "Posterior") -> Comparable | None:
        """The weakest player than whom a bot is surely weaker; None if there is none."""
        chances = [Comparable(rung, 1 - posterior.chance_above(rung.rating)) for rung in self.rungs]
        return next((each for each in chances if each.chance >= _SURE), None)

    def document(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "measured": self.measured,
            "version": self.version,
            "draw_rate": self.scale.draw_rate,
            "advantage": self.scale.advantage,
            "anchors": [asdict(rung) for rung in self.anchors],
            "levels": [asdict(rung) for rung in self.levels],
        }

    def dumps(self) -> str:
        """The text of `ladder.toml`."""
        lines = [
            "# Ratings on the game's permanent scale: random moves are 0. Written by a measurement",
            "# (docs/bots/statistics.md); not to be edited by hand.",
            f'measured = "{self.measured}"',
            f'version = "{self.version}"',
            f"draw_rate = {self.scale.draw_rate:.4f}",
            f"advantage = {self.scale.advantage:.1f}",
        ]
        for kind, rungs in (("anchors", self.anchors), ("levels", self.levels)):
            for rung in rungs:
                lines += ["", f"[[{kind}]]", f'bot = "{rung.bot}"']
                lines += [f"rating = {rung.rating:.0f}", f"low = {rung.low:.0f}"]
                lines += [f"high = {rung.high:.0f}", f"games = {rung.games}"]
        return "\n".join(lines) + "\n"


def parse_ladder(game: str, text: str) -> Ladder:
    """The ladder that `Ladder.dumps` wrote."""
    document = tomllib.loads(text)
    anchors = _rungs(document["anchors"])
    return Ladder(
        game=game,
        scale=RatingScale(
            float(document["draw_rate"]),
            float(document["advantage"]),
            middle(anchor.rating for anchor in anchors),
        ),
        anchors=anchors,
        levels=_rungs(document.get("levels", [])),
        measured=document["measured"],
        version=document["version"],
    )


def _rungs(rows: Sequence[dict[str, Any]]) -> tuple[Rung, ...]:
    return tuple(sorted((Rung(**row) for row in rows), key=lambda rung: rung.rating))


def middle(ratings: Iterable[float]) -> float:
    """Half-way between the weakest and the strongest of *ratings*."""
    known = list(ratings)
    return (min(known) + max(known)) / 2


def ladder_of(game: Game) -> Ladder:
    """The ladder of *game*: the measured one, or the shortest."""
    return _stored_ladder(game.name, ladder_file(game))


@cache
def _stored_ladder(game: str, place: Path) -> Ladder:
    if not place.is_file():
        random = Rung(f"random:{game}", 0.0, 0.0, 0.0, 0)
        return Ladder(game, RatingScale(), (random,))
    return parse_ladder(game, place.read_text(encoding="utf-8"))


def ladder_file(game: Game) -> Path:
    """The file beside the game's rules, whether or not it exists."""
    return Path(getsourcefile(game.position) or "").with_name(FILE)


def markdown_table(ladder: Ladder) -> str:
    """The rated players of a game as a table of the documentation, weakest first."""
    rows = (
        f"| `{rung.bot}` | {rung.rating:.0f} | {rung.low:.0f} to {rung.high:.0f} | {rung.games} |"
        for rung in ladder.rungs
    )
    head = "| player | rating | 95 % interval | games |\n|---|---:|---:|---:|"
    return "\n".join([head, *rows]) + "\n"
