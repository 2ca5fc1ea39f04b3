"""The kinds of test in a lab; `CHECKS` has them by their name in lab files.

A check lists the steps to run and turns their outcomes into points. `base` has the protocol, start
there. Judging single answers is in `garlic.labs.checkers`.
"""

from collections.abc import Callable, Mapping

from garlic.core.reading.fields import Fields
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.checks.base import Check, Setting
from garlic.labs.checks.building import BuildCheck
from garlic.labs.checks.functions import FunctionsCheck
from garlic.labs.checks.matches import MatchCheck
from garlic.labs.checks.scripts import ScriptsCheck

__all__ = ["CHECKS", "Check", "Setting"]

CHECKS: Mapping[str, Callable[[Fields, Setting], Check]] = {
    "build": BuildCheck.parse,
    "match": MatchCheck.parse,
    "answers": AnswersCheck.parse,
    "scripts": ScriptsCheck.parse,
    "functions": FunctionsCheck.parse,
}
