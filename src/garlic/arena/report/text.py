"""The report's language, and its formats of numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from garlic.core import Text
from garlic.core.language.text import translate


@dataclass(frozen=True, slots=True)
class ReportText:
    """Renders sentences in *language*."""

    language: str

    def say(self, template: str, /, **values: Any) -> str:
        """The sentence in this report's language; values are not shortened."""
        if not values:
            return translate(template, self.language)
        return Text(template, **values).render(self.language)


MINUS = "\N{MINUS SIGN}"


def signed(value: float) -> str:
    """A whole number with its sign: ``+12``, ``−3``, ``0``."""
    rounded = round(value)
    return f"{MINUS if rounded < 0 else '+' if rounded else ''}{abs(rounded)}"


def points(value: float) -> str:
    """Points, halves as a fraction: ``7½``."""
    whole, rest = divmod(value, 1)
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return f"{value:g}"


def megabytes(value: float) -> str:
    """A size of memory."""
    return f"{value / 1e6:.1f} MB"


def total(faults: Mapping[str, int]) -> int:
    """How many faults there were."""
    return sum(faults.values())
