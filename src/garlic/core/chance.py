"""Random choices that are the same on every machine, can be recorded and replayed."""

from collections.abc import Iterable
from typing import Protocol

from garlic.core.errors import InputError

_WORD = (1 << 64) - 1


class Chance(Protocol):
    """A source of random choices."""

    def below(self, count: int) -> int:
        """A number from 0 to *count* - 1. With one possibility nothing is drawn."""


class Stream:
    """Seeded random numbers: SplitMix64, the same in Python and in the native core."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to *count* - 1, all equally likely."""
        if count == 1:
            return 0
        # Words from the last, incomplete block of `count` are drawn again to avoid a bias.
        limit = (_WORD + 1) - (_WORD + 1) % count
        while (word := self.word()) >= limit:
            pass
        return word % count


class Recording:
    """Passes choices through and records them in `choices`, as (number, count) pairs."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.choices: list[tuple[int, int]] = []

    def below(self, count: int) -> int:
        """The source's choice; recorded if there was more than one possibility."""
        number = self.source.below(count)
        if count > 1:
            self.choices.append((number, count))
        return number


class Recorded:
    """Replays recorded choices in order; raises `InputError` where they do not fit."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = iter(numbers)
        self.used = 0

    def below(self, count: int) -> int:
        """The next recorded number."""
        if count == 1:
            return 0
        number = next(self._numbers, None)
        if number is None:
            raise InputError(
                "expected one more random choice after the {used} given", used=self.used
            )
        if not 0 <= number < count:
            raise InputError(
                "expected random choice {place} to lie in 0..{last}, got {number}",
                place=self.used + 1,
                last=count - 1,
                number=number,
            )
        self.used += 1
        return number
