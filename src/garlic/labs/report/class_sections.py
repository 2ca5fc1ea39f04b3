"""Parts of the class's page: points by check, what failed, compile errors; the page of builds."""

from collections.abc import Callable, Sequence
from urllib.parse import quote

from garlic.core import Text
from garlic.core.render.html import Child, Html, element, page, table
from garlic.labs.policy.visibility import Visibility
from garlic.labs.report.ranking import Class
from garlic.labs.report.statistics import (
    BINS,
    CheckStatistics,
    check_statistics,
    common_failures,
    compile_errors,
    slowest_builds,
)
from garlic.labs.results import Graded, shown_points

Link = Callable[[Graded], str | None]
"""The path of a submission's page, relative to the class's page; None if it has none."""

_MOST_ERRORS = 25
_LONGEST_MESSAGE = 200


class ClassSections:
    """The parts of a class's page that summarise it, in one language."""

    def __init__(self, graded: Class, language: str, link: Link) -> None:
        self.graded, self.language, self.link = graded, language, link

    def say(self, template: str, **values: object) -> str:
        """A sentence in the page's language."""
        return Text(template, **values).render(self.language)

    def name(self, graded: Graded) -> Child:
        """The name of a submission, with a link to its page if there is one."""
        path = self.link(graded)
        return graded.name if path is None else element("a", graded.name, href=quote(path))

    def scrolling(self, label: str, content: Child) -> Html:
        """A wide *content* that scrolls by itself, also with the keyboard."""
        return element("div", content, class_="scroll", tabindex=0, role="region", aria_label=label)

    def checks(self) -> Child:
        """A table with the distribution of the points of every check."""
        headings = [
            "test",
            "full points",
            "average",
            "all points",
            "some",
            "no points",
            "not judged",
            "distribution",
        ]
        rows = [self._check(number, row) for number, row in self._numbered_checks()]
        title = self.say("Points by check")
        words = [self.say(heading) for heading in headings]
        return [element("h2", title), self.scrolling(title, table(words, rows))]

    def _numbered_checks(self) -> list[tuple[int, CheckStatistics]]:
        return list(enumerate(check_statistics(self.graded), 1))

    def _check(self, number: int, row: CheckStatistics) -> list[Child]:
        title: list[Child] = [f"{number}. {row.title.render(self.language)}"]
        if row.visibility is not Visibility.VISIBLE:
            title.append(element("span", self.say(row.visibility.value), class_="tag"))
        average = None if row.mean is None else round(row.mean, 1)
        return [
            title,
            shown_points(row.max_points),
            shown_points(average),
            str(row.full),
            str(row.partial),
            str(row.none),
            str(row.not_judged),
            self._distribution(row),
        ]

    def _distribution(self, row: CheckStatistics) -> Html:
        """Ten bars: how many have each tenth of the points."""
        counts, width, height = row.distribution, 8, 28
        tallest = max([*counts, 1])
        bars = [
            element(
                "rect",
                x=place * width + 1,
                y=float(height - height * count / tallest),
                width=width - 2,
                height=float(height * count / tallest),
                class_="bar",
            )
            for place, count in enumerate(counts)
        ]
        label = self.say(
            "by tenths of the points: {counts}", counts=" ".join(str(count) for count in counts)
        )
        return element(
            "svg",
            element("title", label),
            bars,
            element("line", x1=0, y1=height, x2=BINS * width, y2=height, class_="axis"),
            viewBox=f"0 0 {BINS * width} {height + 1}",
            role="img",
            aria_label=label,
            class_="spark plot",
        )

    def failures(self) -> Child:
        """What failed, and for how many."""
        found = common_failures(self.graded)
        if not found:
            return None
        rows = [
            (
                failure.check.render(self.language),
                failure.what.render(self.language),
                str(len(failure.submissions)),
                self._names(failure.submissions),
            )
            for failure in found
        ]
        return self._counted(self.say("What failed"), [self.say("test")], rows)

    def compile_errors(self) -> Child:
        """The most frequent messages of compilers."""
        found = compile_errors(self.graded)
        if not found:
            return None
        rows = [
            (
                element("code", error.message[:_LONGEST_MESSAGE]),
                str(len(error.submissions)),
                self._names(error.submissions),
            )
            for error in found[:_MOST_ERRORS]
        ]
        note = self.say(
            "Names, file names and numbers are left out, so that equal errors count as one."
        )
        return self._counted(self.say("Compile errors"), [], rows, note)

    def _counted(
        self, title: str, first: list[str], rows: Sequence[Sequence[Child]], note: str | None = None
    ) -> Child:
        words = [*first, *(self.say(word) for word in ("what", "students", "who"))]
        return [
            element("h2", title),
            note and element("p", note, class_="soft"),
            self.scrolling(title, table(words, rows)),
        ]

    def _names(self, submissions: Sequence[Graded]) -> Html:
        """The submissions, folded up: in a large class there are many."""
        names = [element("li", self.name(graded)) for graded in submissions]
        return element("details", element("summary", self.say("show")), element("ul", names))


def builds_page(graded: Class, language: str, link: Link) -> str:
    """The page of the slowest builds. It is one of its own, as times differ from run to run."""
    sections = ClassSections(graded, language, link)
    title = sections.say("Slowest builds")
    rows = [
        (sections.name(submission), f"{seconds:.1f}")
        for submission, seconds in slowest_builds(graded)
    ]
    note = sections.say(
        "Seconds of this run on this machine; what was built before is not built again and takes"
        " no time."
    )
    body = [
        element("p", element("a", graded.lab.title.render(language), href="index.html")),
        element("h1", title),
        element("p", note, class_="soft"),
        sections.scrolling(
            title, table([sections.say("submission"), sections.say("seconds")], rows)
        ),
    ]
    return page(title, body, language=language)


SECTIONS_STYLE = """
.tag { font-size: .75rem; border: 1px solid var(--line); border-radius: 999px; padding: 0 .5em;
  margin-left: .5em; color: var(--soft); white-space: nowrap; }
.scroll th { white-space: nowrap; }
.note a { color: inherit; }
svg.spark { width: 7.5rem; height: 1.9rem; display: block; }
details ul { margin: .3rem 0; padding-left: 1.1rem; columns: 12rem; }
summary { cursor: pointer; color: var(--accent); white-space: nowrap; }
code { font: .85rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.scroll:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible,
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
"""
