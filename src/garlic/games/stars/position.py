"""The rules: a position, and a round as a sequence of stages, functions of positions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from garlic.core import Chance, IllegalMoveError, Outcome, Seat, Text, UsageError
from garlic.games.stars.actors import NORMAL, STRONGEST, Destroyer, Garlic, Move, Place
from garlic.games.stars.maze import FLOOR, STAR, SUPER_STAR, Distances, distances, neighbours
from garlic.games.stars.position_text import COLOURS, Parts, read, write

STAR_POINTS = 10
DESTROYER_POINTS = 200
ROBBED_POINTS = -500
SUICIDE_POINTS = -400
ROUND_POINTS = -1


@dataclass(frozen=True, slots=True)
class Position:
    """The maze with its stars and actors between two rounds. `play` returns a new one.

    *rows* show the stars that are left; *garlics* are red's and blue's, as the seats are
    counted; *round* is the number of rounds played.
    """

    rows: tuple[str, ...]
    destroyers: tuple[Destroyer, Destroyer]
    garlics: tuple[Garlic, Garlic]
    round: int = 0

    @classmethod
    def start(cls, rows: Sequence[str], births: Sequence[Place], garlics: Sequence[Place]) -> Self:
        """The first position: garlics that start on a star have already collected it."""
        first, second = births
        red, blue = garlics
        destroyers = (Destroyer(first, first), Destroyer(second, second))
        return collect_stars(cls(tuple(rows), destroyers, (Garlic(red), Garlic(blue))))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints; raise `InvalidPositionError` with the column of the fault."""
        parts = read(text)
        return cls(parts.rows, parts.destroyers, parts.garlics, parts.round)

    def __str__(self) -> str:
        return write(Parts(self.rows, self.destroyers, self.garlics, self.round))

    @property
    def last_round(self) -> int:
        """How many rounds a game on this map can last: one per cell."""
        return len(self.rows) * len(self.rows[0])

    def garlic(self, seat: Seat) -> Garlic:
        """The garlic of *seat*."""
        return self.garlics[seat.index]

    def scores(self) -> tuple[int, int]:
        """Both garlics' scores."""
        return self.garlics[0].score, self.garlics[1].score

    def stars_left(self) -> int:
        """How many stars of both kinds are on the map, within reach or not."""
        cells = "".join(self.rows)
        return cells.count(STAR) + cells.count(SUPER_STAR)

    def stay(self, seat: Seat) -> Move:
        """The move that leaves the garlic where it is; it replaces a lost turn."""
        return Move(*self.garlic(seat).place)

    def moves_for(self, seat: Seat) -> list[Move]:
        """The moves that are not suicide: stay, up, down, left, right.

        Empty for a gone garlic, and for both when the game is over.
        """
        garlic = self.garlic(seat)
        if garlic.gone or self.outcome() is not None:
            return []
        return [self.stay(seat), *(Move(*there) for there in neighbours(self.rows, garlic.place))]

    def play(self, moves: Mapping[Seat, Move], chance: Chance) -> Self:
        """The position after one round. Every garlic that is not gone needs a move.

        A move to a cell that cannot be reached in one step is played: it is suicide. Raises
        `IllegalMoveError` when the game is over, and `UsageError` when a move is missing or
        is given for a gone garlic.
        """
        if self.outcome() is not None:
            text = " | ".join(f"{COLOURS[seat]} {move}" for seat, move in moves.items())
            raise IllegalMoveError(text, self, because="the game is over")
        for seat in Seat:
            if self.garlic(seat).gone and seat in moves:
                raise UsageError("{who} is gone and makes no move", who=Text(COLOURS[seat]))
            if not self.garlic(seat).gone and seat not in moves:
                raise UsageError("expected a move of {who}, got none", who=Text(COLOURS[seat]))
        moved = move_garlics(self, moves)
        robbed = garlic_robs_garlic(moved)
        collected = collect_stars(destroyers_rob_garlics(garlics_eat_destroyers(robbed)))
        hunted = move_destroyers(collected, chance)
        # The second check is the first without stars and without robbing between garlics.
        checked = destroyers_rob_garlics(garlics_eat_destroyers(hunted))
        return replace(count_down(checked), round=self.round + 1)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over. The higher score wins."""
        reason = self._end()
        if reason is None:
            return None
        red, blue = self.scores()
        winner = None if red == blue else Seat.A if red > blue else Seat.B
        return Outcome(winner, reason, (red, blue))

    def _end(self) -> str | None:
        if all(garlic.gone for garlic in self.garlics):
            return "both garlics are gone"
        if self.round == self.last_round:
            return "all rounds are played"
        # Ends are checked after a round, so a map without stars has one round.
        if self.round > 0 and self.stars_left() == 0:
            return "no star is left"
        return None


P = TypeVar("P", bound=Position)


def move_garlics(position: P, moves: Mapping[Seat, Move]) -> P:
    """Garlics walk; one whose move is not a step away or its own cell stays and is gone."""

    def walked(seat: Seat, garlic: Garlic) -> Garlic:
        if garlic.gone:
            return garlic
        there = moves[seat].place
        if there == garlic.place or there in neighbours(position.rows, garlic.place):
            return replace(garlic, place=there)
        return garlic.earned(SUICIDE_POINTS).removed()

    return _with_garlics(position, walked)


def garlic_robs_garlic(position: P) -> P:
    """A strong garlic takes half the score of a normal one on its cell, which is then gone."""
    red, blue = position.garlics
    if red.place != blue.place:
        return position
    if red.strong and blue.normal:
        return replace(position, garlics=_robbery(red, blue))
    if blue.strong and red.normal:
        return replace(position, garlics=_robbery(blue, red)[::-1])
    return position


def garlics_eat_destroyers(position: P) -> P:
    """Strong garlics eat the destroyers on their cells, which return to their birth cells."""
    hunters = {garlic.place for garlic in position.garlics if garlic.strong}

    def fed(_: Seat, garlic: Garlic) -> Garlic:
        prey = [d for d in position.destroyers if garlic.strong and d.place == garlic.place]
        return garlic.earned(DESTROYER_POINTS * len(prey))

    first, second = (
        replace(destroyer, place=destroyer.birth) if destroyer.place in hunters else destroyer
        for destroyer in position.destroyers
    )
    return replace(_with_garlics(position, fed), destroyers=(first, second))


def destroyers_rob_garlics(position: P) -> P:
    """A normal garlic on a destroyer's cell is robbed, once, and is gone."""
    hunters = {destroyer.place for destroyer in position.destroyers}

    def met(_: Seat, garlic: Garlic) -> Garlic:
        caught = garlic.normal and garlic.place in hunters
        return garlic.earned(ROBBED_POINTS).removed() if caught else garlic

    return _with_garlics(position, met)


def collect_stars(position: P) -> P:
    """Each garlic in the game collects the star under it; two on one star both get full points."""
    rows = list(position.rows)

    def richer(_: Seat, garlic: Garlic) -> Garlic:
        row, column = garlic.place
        sign = position.rows[row][column]
        if garlic.gone or sign not in (STAR, SUPER_STAR):
            return garlic
        rows[row] = rows[row][:column] + FLOOR + rows[row][column + 1 :]
        status = STRONGEST if sign == SUPER_STAR else garlic.status
        return replace(garlic.earned(STAR_POINTS), status=status)

    collected = _with_garlics(position, richer)
    return replace(collected, rows=tuple(rows))


def move_destroyers(position: P, chance: Chance) -> P:
    """Both destroyers step: towards a garlic, or at random if a garlic is strong or gone."""
    # Destroyer 0 draws from *chance* first; their steps do not depend on each other.
    hunting = all(garlic.normal for garlic in position.garlics)
    first, second = (
        replace(destroyer, place=_step(position, destroyer.place, hunting, chance))
        for destroyer in position.destroyers
    )
    return replace(position, destroyers=(first, second))


def count_down(position: P) -> P:
    """Strength lasts one round less, and every garlic in the game loses a point."""

    def older(_: Seat, garlic: Garlic) -> Garlic:
        if garlic.gone:
            return garlic
        return replace(garlic.earned(ROUND_POINTS), status=max(NORMAL, garlic.status - 1))

    return _with_garlics(position, older)


def _with_garlics(position: P, change: Callable[[Seat, Garlic], Garlic]) -> P:
    red, blue = (change(seat, position.garlic(seat)) for seat in Seat)
    return replace(position, garlics=(red, blue))


def _robbery(robber: Garlic, victim: Garlic) -> tuple[Garlic, Garlic]:
    loot = victim.score // 2  # rounded down, so half of -3 is -2
    return robber.earned(loot), victim.earned(-loot).removed()


def _step(position: Position, place: Place, hunting: bool, chance: Chance) -> Place:
    """Where the destroyer on *place* goes."""
    steps = neighbours(position.rows, place)
    if hunting:
        target = _target(position, place, chance)
        if target is None:
            return place
        steps = [there for there in steps if _nearer(target, there, place)]
    return steps[chance.below(len(steps))] if steps else place


def _target(position: Position, place: Place, chance: Chance) -> Distances | None:
    """Distances to the garlic that the destroyer on *place* hunts; None if it can reach none."""
    to_red, to_blue = (distances(position.rows, garlic.place) for garlic in position.garlics)
    red_steps, blue_steps = to_red[place], to_blue[place]
    if red_steps is None:
        return None if blue_steps is None else to_blue
    if blue_steps is None:
        return to_red
    # The nearer garlic is the likelier target: red with probability blue_steps / (sum).
    return to_red if chance.below(red_steps + blue_steps) < blue_steps else to_blue


def _nearer(target: Distances, there: Place, here: Place) -> bool:
    steps_there, steps_here = target[there], target[here]
    return steps_there is not None and steps_here is not None and steps_there < steps_here
