"""Numbers about a class: points by check, what failed, compile errors, slow builds."""

import re
from dataclasses import dataclass
from statistics import mean, median

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs.policy.visibility import Visibility
from garlic.labs.report.ranking import Class
from garlic.labs.results import Graded

BINS = 10  # of the distribution of a check's points
_LINK_NOISE = re.compile(r"^(?:collect2|make(?:\[\d+\])?|ld): |ld returned \d+ exit status")
_COMPILER = re.compile(r"^.*?\b(?:fatal )?error: (?P<what>.+)$")
_LINKER = re.compile(r"(?P<what>(?:undefined reference to|multiple definition of) .+)$")
_INTERPRETER = re.compile(r"^(?P<what>[A-Z]\w*Error: .+)$")
_QUOTED = re.compile(r"(?P<open>[‘'`\"])(?P<inner>[^’'`\"]*)(?P<close>[’'\"])")
_FILE = re.compile(r"[\w./-]+\.(?:c|cc|cpp|cxx|h|hh|hpp|java|js|py)\b")
_NAME = re.compile(r"\w")
_NUMBER = re.compile(r"(?<!UTF-)\b\d+\b")
_FLAG = re.compile(r"\s*\[-W[^\]]*\]|\s*\(in directory [^)]*\)|; did you mean .*$")


@dataclass(frozen=True, slots=True)
class CheckStatistics:
    """How a class did in one check."""

    title: Bilingual
    visibility: Visibility
    max_points: float
    points: tuple[float, ...]  # of those that were judged
    full: int
    none: int
    not_judged: int

    @property
    def partial(self) -> int:
        """How many have some of the points."""
        return len(self.points) - self.full - self.none

    @property
    def mean(self) -> float | None:
        """The average; None if nothing was judged."""
        return mean(self.points) if self.points else None

    @property
    def median(self) -> float | None:
        """The median; None if nothing was judged."""
        return float(median(self.points)) if self.points else None

    @property
    def distribution(self) -> tuple[int, ...]:
        """How many have each tenth of the points; all points count to the last."""
        counts = [0] * BINS
        for value in self.points:
            place = int(BINS * value / self.max_points) if self.max_points else BINS - 1
            counts[min(max(place, 0), BINS - 1)] += 1
        return tuple(counts)


@dataclass(frozen=True, slots=True)
class CommonFailure:
    """Something that went wrong in a check, and whose submissions it happened to."""

    check: Bilingual
    what: Text
    submissions: tuple[Graded, ...]


@dataclass(frozen=True, slots=True)
class CompileError:
    """A compiler's message without names, files and numbers, and who got it."""

    message: str
    submissions: tuple[Graded, ...]


def check_statistics(graded: Class) -> list[CheckStatistics]:
    """The numbers of every check, in the lab's order."""
    rows = []
    for place, check in enumerate(graded.lab.tests):
        results = [row.graded.tests[place] for row in graded.ranked]
        judged = [test for test in results if test.points is not None]
        rows.append(
            CheckStatistics(
                title=check.title,
                visibility=graded.lab.visibility[place],
                max_points=check.max_points,
                points=tuple(test.points or 0.0 for test in judged),
                full=sum(test.full for test in judged),
                none=sum(not test.full and not test.points for test in judged),
                not_judged=len(results) - len(judged),
            )
        )
    return rows


def common_failures(graded: Class) -> list[CommonFailure]:
    """What failed in which check, most frequent first."""
    found: list[CommonFailure] = []
    for place, check in enumerate(graded.lab.tests):
        groups: dict[str, list[Graded]] = {}
        for row in graded.ranked:
            for reason in _reasons(row.graded, place):
                groups.setdefault(reason, []).append(row.graded)
        found += [
            CommonFailure(check.title, Text(reason), tuple(submissions))
            for reason, submissions in groups.items()
        ]
    return sorted(found, key=lambda failure: -len(failure.submissions))


def _reasons(graded: Graded, place: int) -> tuple[str, ...]:
    """Why a test lacks points: sentences that the catalogue knows; none if it lacks none.

    What cannot be built fails in the first test only, not in all others as well.
    """
    test = graded.tests[place]
    if not test.judged or test.full or not (graded.was_run(test) or place == 0):
        return ()
    if graded.compiles is False and not graded.entry:
        return ("nothing to grade",)
    return test.verdicts or ("wrong or too few points",)


def compile_errors(graded: Class) -> list[CompileError]:
    """The messages of compilers, most frequent first; each counts once for a submission."""
    groups: dict[str, list[Graded]] = {}
    for row in graded.ranked:
        for message in normalised_errors(row.graded.build.log if row.graded.build else ""):
            groups.setdefault(message, []).append(row.graded)
    errors = [CompileError(message, tuple(found)) for message, found in groups.items()]
    return sorted(errors, key=lambda error: (-len(error.submissions), error.message))


def normalised_errors(log: str) -> tuple[str, ...]:
    """The errors in a compiler's output without file names, line numbers and identifiers."""
    messages = []
    for line in log.splitlines():
        if _LINK_NOISE.search(line):
            continue
        found = _COMPILER.match(line) or _LINKER.search(line) or _INTERPRETER.match(line)
        if found is not None:
            messages.append(_normalised(found["what"]))
    return tuple(dict.fromkeys(messages))


def _normalised(message: str) -> str:
    plain = _FLAG.sub("", message.strip())
    plain = _FILE.sub("FILE", plain)
    plain = _QUOTED.sub(_without_name, plain)
    return _NUMBER.sub("N", plain)


def _without_name(quoted: re.Match[str]) -> str:
    """*quoted* without the name in it; signs like ``;`` stay, as they say what is wrong."""
    inner = "…" if _NAME.search(quoted["inner"]) else quoted["inner"]
    return f"{quoted['open']}{inner}{quoted['close']}"


def slowest_builds(graded: Class, most: int = 10) -> list[tuple[Graded, float]]:
    """The submissions that took longest to build, with the seconds."""
    timed = [(row.graded, row.graded.build.seconds) for row in graded.ranked if row.graded.build]
    return sorted(timed, key=lambda entry: (-entry[1], entry[0].name))[:most]
