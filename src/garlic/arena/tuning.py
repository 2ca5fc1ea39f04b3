"""Tune numbers of a bot by games against itself: simultaneous perturbation (SPSA).

In every iteration all numbers are moved by a step up or down, each by chance; the bot with these
values plays pairs of games against the bot with the opposite steps, and all numbers move a little
towards the winner. Steps become smaller over the iterations. `spsa` is the arithmetic, `run_tuning`
plays the games, `Tuning` is the state, which can be stored after every iteration and continued.

Anything with settings in its name can be tuned: our engines, and programs with options.
"""

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any, Self
from urllib.parse import quote

from garlic.arena.game_pairs import play_pairs
from garlic.arena.openings import derived_seed
from garlic.arena.sprt import Schedule, score_of
from garlic.arena.starts import Start
from garlic.core import InvalidFileError, Limits, Seat, Stream
from garlic.core.reading.fields import Fields
from garlic.judge.bots import Bot
from garlic.judge.patience import Patience

VERSION = 1
# The usual exponents of SPSA: how fast the gain and the step become smaller.
_GAIN_POWER, _STEP_POWER = 0.602, 0.101
_STABILITY = 0.1  # share of the iterations before which the gain hardly falls
_LAST_GAIN = 0.1  # steps that a number moves after the last iteration's pair is won 2:0, at most
_FRACTION_BITS = 53


@dataclass(frozen=True, slots=True)
class Tuned:
    """A number that is tuned: where it starts, its bounds, and the size of the last steps."""

    name: str
    start: float
    least: float
    most: float
    step: float


@dataclass(frozen=True, slots=True)
class Gains:
    """What SPSA uses in one iteration: the sizes of the steps as shares of a number's last step."""

    step: float
    gain: float

    @classmethod
    def of(cls, iteration: int, iterations: int) -> Self:
        """Of the iteration with this number, from 1."""
        stability = _STABILITY * iterations
        step = (iterations / iteration) ** _STEP_POWER
        gain = _LAST_GAIN * ((stability + iterations) / (stability + iteration)) ** _GAIN_POWER
        return cls(step, gain)


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration: the values of the two bots that play each other, and the directions."""

    number: int
    directions: tuple[int, ...]  # 1 or -1 for each number
    plus: tuple[int, ...]
    minus: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TuningState:
    """The state of a tuning after some iterations."""

    tuned: tuple[Tuned, ...]
    iterations: int
    pairs: int  # in each iteration
    seed: int
    terms: Mapping[str, Any]  # bot, game, limits: what must not change between runs
    values: tuple[float, ...] = ()
    done: int = 0
    wins: int = 0  # of the bot with the steps added
    draws: int = 0
    losses: int = 0
    unjudged: int = 0  # pairs
    history: tuple[tuple[float, ...], ...] = field(default=(), repr=False)

    @classmethod
    def begin(
        cls,
        tuned: Sequence[Tuned],
        *,
        iterations: int,
        pairs: int,
        seed: int,
        terms: Mapping[str, Any],
    ) -> Self:
        """The state before the first iteration."""
        return cls(
            tuple(tuned),
            iterations,
            pairs,
            seed,
            terms,
            values=tuple(number.start for number in tuned),
        )

    @property
    def is_finished(self) -> bool:
        """Are all iterations done?"""
        return self.done >= self.iterations

    @property
    def rounded(self) -> dict[str, int]:
        """The values so far as whole numbers, by name."""
        return {
            number.name: round(value) for number, value in zip(self.tuned, self.values, strict=True)
        }

    def next_iteration(self) -> Iteration:
        """The next iteration; it follows from the seed and the values."""
        number = self.done + 1
        chance = Stream(derived_seed(self.seed, "tuning", number))
        gains = Gains.of(number, self.iterations)
        directions = tuple(1 if chance.below(2) else -1 for _ in self.tuned)

        def moved(sign: int) -> tuple[int, ...]:
            return tuple(
                _rounded(_bounded(one, value + sign * direction * gains.step * one.step), chance)
                for one, value, direction in zip(self.tuned, self.values, directions, strict=True)
            )

        return Iteration(number, directions, moved(1), moved(-1))

    def after(self, iteration: Iteration, scores: Sequence[float], unjudged: int = 0) -> Self:
        """The state after *iteration*, whose games scored so for the bot with the steps added."""
        gains = Gains.of(iteration.number, self.iterations)
        balance = sum(2 * score - 1 for score in scores)  # wins minus losses
        share = balance / (2 * self.pairs)
        values = tuple(
            _bounded(one, value + gains.gain * gains.step * one.step * share * direction)
            for one, value, direction in zip(
                self.tuned, self.values, iteration.directions, strict=True
            )
        )
        return replace(
            self,
            values=values,
            done=iteration.number,
            wins=self.wins + scores.count(1.0),
            draws=self.draws + scores.count(0.5),
            losses=self.losses + scores.count(0.0),
            unjudged=self.unjudged + unjudged,
            history=(*self.history, values),
        )

    def to_json(self) -> dict[str, Any]:
        """The state as plain values, the inverse of `parse`."""
        return {
            "version": VERSION,
            "terms": dict(self.terms),
            "tuned": [
                {
                    "name": one.name,
                    "start": one.start,
                    "least": one.least,
                    "most": one.most,
                    "step": one.step,
                }
                for one in self.tuned
            ],
            "iterations": self.iterations,
            "pairs": self.pairs,
            "seed": self.seed,
            "done": self.done,
            "values": list(self.values),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "unjudged": self.unjudged,
            "history": [list(row) for row in self.history],
        }

    def restored(self, stored: Mapping[str, Any]) -> Self:
        """This state, which has just begun, with the progress of a *stored* one.

        It may have more iterations than that: steps are then as large as if it had always had so
        many. Raises `InvalidFileError` if *stored* is no state, has more, or is of another tuning.
        """
        begun = self.to_json()
        for key in ("version", "terms", "tuned", "pairs", "seed"):
            if stored.get(key) != begun[key]:
                raise InvalidFileError(
                    "the file holds another tuning: {key} is {found}, not {wanted}",
                    key=key,
                    found=str(stored.get(key)),
                    wanted=str(begun[key]),
                )
        table = Fields(dict(stored))
        before = table.whole("iterations", 1, 1 << 40)
        if before > self.iterations:
            raise InvalidFileError(
                "the tuning in the file has {before} iterations: continue it with as many or more,"
                " not {wanted}",
                before=before,
                wanted=self.iterations,
            )
        done = table.whole("done", 0, self.iterations)
        history = stored.get("history")
        values = stored.get("values")
        rows = [values, *history] if isinstance(history, list) else []
        if len(rows) != done + 1 or not all(_is_row(row, len(self.tuned)) for row in rows):
            raise InvalidFileError("the file holds no tuning: its values are damaged")
        return replace(
            self,
            done=done,
            values=tuple(rows[0]),
            wins=table.whole("wins", 0, 1 << 40),
            draws=table.whole("draws", 0, 1 << 40),
            losses=table.whole("losses", 0, 1 << 40),
            unjudged=table.whole("unjudged", 0, 1 << 40),
            history=tuple(tuple(row) for row in rows[1:]),
        )


def _is_row(row: object, size: int) -> bool:
    return (
        isinstance(row, list)
        and len(row) == size
        and all(isinstance(value, int | float) and math.isfinite(value) for value in row)
    )


def _bounded(one: Tuned, value: float) -> float:
    return min(max(value, one.least), one.most)


def _rounded(value: float, chance: Stream) -> int:
    """*value* up or down to a whole number, by chance, so that small steps count on average."""
    low = math.floor(value)
    return low + (chance.below(1 << _FRACTION_BITS) < (value - low) * (1 << _FRACTION_BITS))


def bot_with(name: str, values: Mapping[str, int]) -> str:
    """The bot *name* with these settings added: ``uci:./engine?Hash=64&Skill%20Level=5``."""
    settings = "&".join(f"{quote(key, safe='')}={value}" for key, value in values.items())
    if not settings:
        return name
    return f"{name}{'&' if '?' in name else '?'}{settings}"


@dataclass(frozen=True, slots=True)
class TuningGames:
    """How the games of a tuning are played."""

    game: str
    bot: str
    find: Callable[[str], Bot]  # the bot that a name stands for
    start: Start
    limits: Limits | None = None

    def schedule(self, state: TuningState, iteration: Iteration) -> Schedule:
        """The games of *iteration*."""
        names = [one.name for one in state.tuned]
        plus, minus = (
            self.find(bot_with(self.bot, dict(zip(names, values, strict=True))))
            for values in (iteration.plus, iteration.minus)
        )
        first = (iteration.number - 1) * state.pairs
        return Schedule(
            game=self.game,
            new=plus,
            old=minus,
            start=lambda pair: self.start(first + pair),
            pairs=state.pairs,
            seed=state.seed + first,
            limits=self.limits,
        )


def run_tuning(
    state: TuningState,
    games: TuningGames,
    executor: Executor,
    *,
    patience: Patience | None = None,
) -> Generator[TuningState, None, None]:
    """The state after every iteration that is left. Raises what `play_pairs` raises."""
    while not state.is_finished:
        iteration = state.next_iteration()
        schedule = games.schedule(state, iteration)
        scores: list[float] = []
        unjudged = 0
        for first, second in play_pairs(schedule, executor, patience=patience):
            if first is None or second is None or not (first.is_judged and second.is_judged):
                unjudged += 1
                continue
            scores += [score_of(first, Seat.A), score_of(second, Seat.B)]
        state = state.after(iteration, scores, unjudged)
        yield state
