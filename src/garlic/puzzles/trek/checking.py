"""Judging an answer: the path is simulated, compared with the optimum, and faults explained."""

import re
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from garlic.core import InvalidFileError, Text
from garlic.core.reading.scan import whole_number
from garlic.puzzles.trek import STEPS, Ground, Terrain

LONGEST_ANSWER = 32_000_000  # characters; the longest way on the largest map is shorter

_FIRST_STEPS = 1 << 16

_NOT_A_NUMBER = re.compile(r"(?<!\S)(?!\d{1,6}(?!\S))\S+", re.ASCII)

_STEP_OF = np.zeros((256, 2), np.int32)  # by the code of the letter
for _letter, _step in STEPS.items():
    _STEP_OF[ord(_letter)] = _step


class AnswerFault(StrEnum):
    """The faults of an answer, worst first."""

    NO_PATH = "no path"  # days without a path
    WRONG_COUNT = "wrong count"  # the days differ from the steps of the path
    LEAVES_MAP = "leaves the map"
    MOUNTAIN = "walks into a mountain"
    STARVES = "starves"
    GOES_ON = "goes on past the goal"
    ONE_STEP_SHORT = "one step short"
    ENDS_ELSEWHERE = "ends elsewhere"
    GIVES_UP = "gives up"  # -1, but there is a way
    NOT_OPTIMAL = "not optimal"


class Cause(StrEnum):
    """The likely mistake in the program."""

    CLOSED_WITHOUT_RATIONS = "closed set without rations"
    IGNORES_RATIONS = "ignores rations"
    NO_STEP_TO_GOAL = "stops one step early"


@dataclass(frozen=True, slots=True)
class AnswerFinding:
    """The verdict on an answer. *text* explains it to its author; *hint* names the cause."""

    days: int  # as answered
    optimum: int  # -1 if there is no way
    fault: AnswerFault | None  # None: the answer is right
    text: Text
    cause: Cause | None = None
    hint: Text | None = None
    step: int | None = None  # the step at fault, from 1

    @property
    def right(self) -> bool:
        """Is the answer optimal?"""
        return self.fault is None


@dataclass(frozen=True, slots=True)
class TrekAnswer:
    """The answer of a program: days, or -1, and the steps as letters."""

    days: int
    letters: str

    @classmethod
    def parse(cls, text: str) -> "TrekAnswer":
        """Read days and ``U D L R``, or days and coordinates; raise `InvalidFileError`."""
        words = text[: LONGEST_ANSWER + 1].split()
        if len(text) > LONGEST_ANSWER:
            raise InvalidFileError(
                "expected an answer of at most {limit} characters, got {length}",
                limit=LONGEST_ANSWER,
                length=len(text),
            )
        days = whole_number(words[0], 0, 10**9) if words and words[0] != "-1" else -1
        if not words or days is None:
            raise InvalidFileError(
                "expected the number of days or -1, got {got!r}",
                line=1,
                got=words[0] if words else "",
            )
        rest = words[1:]
        if rest and rest[0][:1].isdigit():
            return cls(days, _letters(rest))
        letters = "".join(rest)
        if strange := letters.lstrip("UDLR"):
            raise InvalidFileError(
                "expected a path of the letters U, D, L and R, got {letter!r} at step {step}",
                letter=strange[0],
                step=len(letters) - len(strange) + 1,
            )
        if days == -1 and letters:
            raise InvalidFileError("expected -1 alone, got a path after it")
        return cls(days, letters)


def _letters(words: list[str]) -> str:
    """The steps between coordinates, given as rows and columns in turn."""
    text = " ".join(words)
    strange = _NOT_A_NUMBER.search(text)
    if strange or len(words) % 2:
        raise InvalidFileError(
            "expected coordinates as pairs of row and column, got {got!r}",
            got=strange[0] if strange else words[-1],
        )
    cells = np.fromstring(text, dtype=np.int64, sep=" ").reshape(-1, 2)
    steps = np.diff(cells, axis=0)
    apart = np.flatnonzero(np.abs(steps).sum(axis=1) != 1)
    if len(apart):
        place = int(apart[0]) + 1
        raise InvalidFileError(
            "expected each place next to the one before, got {cell} as place {place}",
            cell="{} {}".format(*cells[place]),
            place=place + 1,
        )
    # Up, left, right and down are -2, -1, 1 and 2 here.
    letters = np.frombuffer(b"UL.RD", np.uint8)
    return bytes(letters[steps @ np.array([2, 1]) + 2]).decode("ascii")


def check(terrain: Terrain, answer: TrekAnswer) -> AnswerFinding:
    """Judge *answer*: right, or its first fault and the likely cause."""
    optimum = terrain.fewest_days
    fault, text, step = _judged(terrain, answer, optimum)
    cause = _cause(terrain, answer, optimum, fault)
    hint = Text(_HINTS[cause]) if cause else None
    return AnswerFinding(answer.days, optimum, fault, text, cause, hint, step)


_HINTS = {
    Cause.CLOSED_WITHOUT_RATIONS: (
        "this is what a search finds that never enters a cell twice: a cell reached later but "
        "with more rations is another state, so the closed set must know the rations"
    ),
    Cause.IGNORES_RATIONS: "this is the shortest way without rations",
    Cause.NO_STEP_TO_GOAL: "the step into the goal counts and belongs to the path",
}

Judged = tuple[AnswerFault | None, Text, int | None]


def _judged(terrain: Terrain, answer: TrekAnswer, optimum: int) -> Judged:
    if answer.days == -1:
        if optimum == -1:
            return None, Text("right: there is no way"), None
        return (
            AnswerFault.GIVES_UP,
            Text("there is a way of {optimum:day|days}", optimum=optimum),
            None,
        )
    steps = len(answer.letters)
    if steps == 0:
        return AnswerFault.NO_PATH, Text("expected a path after the days, got none"), None
    fault = _walked(terrain, answer.letters)
    if fault is not None:
        return fault
    if steps != answer.days:
        sentence = "the answer says {days:day|days}, but its path has {steps:step|steps}"
        return AnswerFault.WRONG_COUNT, Text(sentence, days=answer.days, steps=steps), None
    if steps > optimum:
        sentence = "the path arrives after {steps:day|days}, but {optimum:is|are} enough"
        return AnswerFault.NOT_OPTIMAL, Text(sentence, steps=steps, optimum=optimum), None
    return None, Text("right: {days:day|days}, and no way is shorter", days=steps), None


def _walked(terrain: Terrain, letters: str) -> Judged | None:
    """Simulate the path; return its first fault, or None if it ends in the goal alive."""
    # Most faults come early, and a wrong path may have millions of steps.
    if len(letters) > 2 * _FIRST_STEPS:
        early = _walked_at_once(terrain, letters[:_FIRST_STEPS])
        if early is not None and early[2] is not None:
            return early
    return _walked_at_once(terrain, letters)


def _walked_at_once(terrain: Terrain, letters: str) -> Judged | None:
    size = terrain.cells.shape
    route = np.cumsum(_STEP_OF[np.frombuffer(letters.encode("ascii"), np.uint8)], axis=0)
    route += np.array(terrain.place(Ground.START), np.int32)
    outside = np.flatnonzero(((route < 0) | (route >= size)).any(axis=1))
    inside = route[: outside[0]] if len(outside) else route
    ground = terrain.cells[inside[:, 0], inside[:, 1]]
    step = np.arange(1, len(ground) + 1)
    supplied = np.maximum.accumulate(np.where(ground == Ground.SUPPLY, step, 0))
    hungry = step - supplied == terrain.rations
    # The possible ends of a walk, each with its steps; at most one applies to a step.
    ends = [
        (outside, AnswerFault.LEAVES_MAP),
        (np.flatnonzero(ground == Ground.MOUNTAIN), AnswerFault.MOUNTAIN),
        (np.flatnonzero(ground == Ground.GOAL), AnswerFault.GOES_ON),
        (np.flatnonzero(hungry & (ground != Ground.GOAL)), AnswerFault.STARVES),
    ]
    first = min(((int(found[0]), fault) for found, fault in ends if len(found)), default=None)
    if first is None:
        return _ended(terrain, route[-1])
    index, fault = first
    if fault is AnswerFault.GOES_ON and index == len(letters) - 1:
        return None
    row, column = route[index].tolist()
    values = {"step": index + 1, "letter": letters[index], "row": row, "column": column}
    return fault, Text(_WALK_FAULTS[fault], **values), index + 1


_WALK_FAULTS = {
    AnswerFault.LEAVES_MAP: "step {step} ({letter}) leaves the map",
    AnswerFault.MOUNTAIN: (
        "step {step} ({letter}) walks into the mountain in row {row}, column {column}"
    ),
    AnswerFault.GOES_ON: "the path reaches the goal with step {step} and goes on",
    AnswerFault.STARVES: (
        "the traveller starves at step {step}, in row {row}, column {column}: "
        "no ration left and no supply there"
    ),
}


def _ended(terrain: Terrain, cell: NDArray[np.int32]) -> Judged:
    """The fault of a path that ends alive, but not in the goal."""
    row, column = cell.tolist()
    goal = terrain.place(Ground.GOAL)
    if abs(goal[0] - row) + abs(goal[1] - column) == 1:
        sentence = "the path ends in row {row}, column {column}, one step short of the goal"
        return AnswerFault.ONE_STEP_SHORT, Text(sentence, row=row, column=column), None
    sentence = "the path ends in row {row}, column {column}, not in the goal"
    return AnswerFault.ENDS_ELSEWHERE, Text(sentence, row=row, column=column), None


def _cause(
    terrain: Terrain, answer: TrekAnswer, optimum: int, fault: AnswerFault | None
) -> Cause | None:
    """The typical mistake that leads to exactly these days, or None."""
    if fault is AnswerFault.ONE_STEP_SHORT:
        return Cause.NO_STEP_TO_GOAL
    if fault in (AnswerFault.GIVES_UP, AnswerFault.NOT_OPTIMAL):
        closed = terrain.days_closing_cells
        return Cause.CLOSED_WITHOUT_RATIONS if closed == answer.days != optimum else None
    if fault is AnswerFault.STARVES and answer.days != optimum:
        shortest = terrain.days_ignoring_rations
        return Cause.IGNORES_RATIONS if shortest == answer.days else None
    return None
