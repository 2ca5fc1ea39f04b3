"""The kinds of test, by the name that a lab's file calls them."""

from collections.abc import Callable, Mapping

from garlic.core.reading.fields import Fields
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.checks.base import Check, Setting
from garlic.labs.checks.building import BuildCheck
from garlic.labs.checks.matches import MatchCheck
from garlic.labs.checks.scripts import ScriptsCheck

__all__ = ["CHECKS", "Check", "Setting"]

CHECKS: Mapping[str, Callable[[Fields, Setting], Check]] = {
    "build": BuildCheck.parse,
    "match": MatchCheck.parse,
    "answers": AnswersCheck.parse,
    "scripts": ScriptsCheck.parse,
}
