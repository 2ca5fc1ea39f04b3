"""The numbers of the class's page as CSV files."""

from collections.abc import Iterable, Sequence

from garlic.core import Text
from garlic.labs.report.documents import csv_text
from garlic.labs.report.ranking import Class
from garlic.labs.report.statistics import (
    BINS,
    check_statistics,
    common_failures,
    compile_errors,
    slowest_builds,
)
from garlic.labs.results import Graded, shown_points


def statistics_tables(graded: Class, language: str) -> dict[str, str]:
    """The content of each file, by its name."""

    def say(word: str) -> str:
        return Text(word).render(language)

    def table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
        return csv_text([[say(heading) for heading in headings], *rows])

    def names(submissions: Iterable[Graded]) -> str:
        return "; ".join(graded.name for graded in submissions)

    points = (
        "test",
        "visibility",
        "points",
        "average",
        "median",
        "all points",
        "some",
        "no points",
    )
    tenths = [f"{10 * place}-{10 * place + 10} %" for place in range(BINS)]
    return {
        "checks.csv": table(
            (*points, "not judged", *tenths),
            (
                [
                    row.title.render(language),
                    say(row.visibility.value),
                    shown_points(row.max_points),
                    "" if row.mean is None else shown_points(row.mean),
                    "" if row.median is None else shown_points(row.median),
                    *map(str, (row.full, row.partial, row.none, row.not_judged)),
                    *map(str, row.distribution),
                ]
                for row in check_statistics(graded)
            ),
        ),
        "failures.csv": table(
            ("test", "what", "students", "who"),
            (
                [
                    failure.check.render(language),
                    failure.what.render(language),
                    str(len(failure.submissions)),
                    names(failure.submissions),
                ]
                for failure in common_failures(graded)
            ),
        ),
        "compile-errors.csv": table(
            ("what", "students", "who"),
            (
                [error.message, str(len(error.submissions)), names(error.submissions)]
                for error in compile_errors(graded)
            ),
        ),
        "builds.csv": table(
            ("submission", "seconds"),
            (
                [submission.name, f"{seconds:.2f}"]
                for submission, seconds in slowest_builds(graded, len(graded.ranked))
            ),
        ),
    }
