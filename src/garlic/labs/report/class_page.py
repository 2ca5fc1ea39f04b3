"""The page for the teacher: the table of the class, a histogram of points, what to look at."""

from dataclasses import dataclass

from garlic.core import Text
from garlic.core.render.html import Child, Html, element, histogram, page, table
from garlic.labs.report.class_sections import SECTIONS_STYLE, ClassSections, Link
from garlic.labs.report.ranking import Class, Ranked, remarks
from garlic.labs.report.sortable import SORTABLE, SORTABLE_STYLE
from garlic.labs.results import Graded, TestResult, shown_points, shown_total

_MOST_LISTED = 10  # more are folded up


def class_page(
    graded: Class,
    language: str,
    link: Link = lambda _: None,
    builds: str | None = None,
    similar: str | None = None,
) -> str:
    """The whole page, in ``"en"`` or ``"zh"``.

    *builds* and *similar* are the paths of the pages about builds and about similar sources.
    """
    title = graded.lab.title.render(language)
    return page(
        title,
        _ClassPage(graded, language, ClassSections(graded, language, link), builds, similar).body(),
        language=language,
        style=_STYLE + SECTIONS_STYLE + SORTABLE_STYLE,
        script=SORTABLE,
    )


@dataclass(frozen=True, slots=True)
class _ClassPage:
    graded: Class
    language: str
    sections: ClassSections
    builds: str | None
    similar: str | None

    def say(self, template: str, **values: object) -> str:
        return Text(template, **values).render(self.language)

    def body(self) -> Child:
        graded, lab = self.graded, self.graded.lab
        return [
            element("h1", lab.title.render(self.language)),
            element("p", self._headline(), class_="soft"),
            self._undated(),
            self._not_judged(),
            self._delayed(),
            element("h2", self.say("Distribution of points")),
            histogram(
                graded.points, lab.max_points, label=self.say("number of submissions by points")
            ),
            self.sections.checks(),
            self.sections.failures(),
            self.sections.compile_errors(),
            element("h2", self.say("All submissions")),
            self.sections.scrolling(self.say("All submissions"), self._table()),
            self._list(self.say("Does not compile"), graded.not_compiling),
            self._list(self.say("Nothing to grade"), graded.nothing_to_grade),
            self._missing(),
            self._list(self.say("Exceeded a time limit"), graded.timed_out),
            self._list(self.say("Handed in late"), graded.late),
            self._similar(),
            element("footer", self._footer(), class_="soft"),
        ]

    def _headline(self) -> str:
        graded = self.graded
        return self.say(
            "{count:submission|submissions}, median {median} of {points:point|points}, {full}"
            " with all of them",
            count=len(graded.ranked),
            median=shown_points(graded.median),
            points=shown_points(graded.lab.max_points),
            full=sum(row.graded.full for row in graded.ranked),
        )

    def _undated(self) -> Child:
        text = self.graded.undated
        return None if text is None else element("p", text.render(self.language), class_="soft")

    def _not_judged(self) -> Child:
        missing = self.graded.not_judged
        if not missing:
            return None
        rows = [
            element(
                "li",
                self.sections.name(submission),
                ": ",
                self.say(", ").join(
                    f"{test.title.render(self.language)} ({self._summary(test)})"
                    for test in submission.not_judged
                ),
            )
            for submission in missing
        ]
        listed = element("ul", rows)
        if len(rows) > _MOST_LISTED:
            listed = element("details", element("summary", self.say("show")), listed)
        return element(
            "div",
            element(
                "p",
                element(
                    "strong",
                    self.say(
                        "Unfinished: {count:submission has|submissions have} tests that could not"
                        " be judged.",
                        count=len(missing),
                    ),
                ),
            ),
            element(
                "p",
                self.say(
                    "They have no place yet, and their points are not final; run the same command"
                    " again to judge the rest."
                ),
            ),
            listed,
            class_="note",
            role="note",
        )

    def _delayed(self) -> Child:
        if not self.graded.delayed:
            return None
        text = self.say(
            "Provisional: in games of {count:submission|submissions} the machine was too busy to"
            " give the programs all their time; run the same command again on a quieter machine.",
            count=len(self.graded.delayed),
        )
        return element("div", element("p", text), class_="note", role="note")

    def _summary(self, test: TestResult) -> str:
        return test.summary.render(self.language)

    def _table(self) -> Html:
        lab = self.graded.lab
        headings = [self.say("place"), self.say("submission"), self.say("score")]
        headings += [test.title.render(self.language) for test in lab.tests]
        if lab.breaks_ties:
            headings.append(self.say("seconds a move"))
        headings.append(self.say("remarks"))
        rows = [self._row(ranked) for ranked in self.graded.ranked]
        return table(headings, rows, class_="sortable", data_filter=self.say("Filter:"))

    def _row(self, ranked: Ranked) -> list[Child]:
        graded = ranked.graded
        row: list[Child] = [
            "–" if ranked.place is None else str(ranked.place),
            self.sections.name(graded),
            self._total(graded),
            *(self._cell(test) for test in graded.tests),
        ]
        if self.graded.lab.breaks_ties:
            seconds = graded.seconds_a_move
            row.append("-" if seconds is None else f"{seconds:.2f}")
        texts = [remark.render(self.language) for remark in remarks(graded, brief=True)]
        row.append(self.say(", ").join(texts))
        return row

    def _total(self, graded: Graded) -> Html:
        if graded.not_judged:
            return element("span", shown_total(graded, self.language), class_="warn")
        return element("strong", shown_points(graded.points))

    def _cell(self, test: TestResult) -> Html:
        kind = "warn" if not test.judged or (test.points and not test.full) else "bad"
        text = "?" if not test.judged else shown_points(test.points)
        colour = "good" if test.full else kind
        return element("span", text, class_=colour, title=self._summary(test))

    def _missing(self) -> Child:
        if not self.graded.missing:
            return None
        rows = [element("li", student.title) for student in self.graded.missing]
        return [element("h2", self.say("Nothing handed in")), element("ul", rows)]

    def _list(self, title: str, submissions: list[Graded]) -> Child:
        if not submissions:
            return None
        rows = [
            element(
                "li",
                self.sections.name(graded),
                f": {graded.fault.render(self.language)}" if graded.fault else None,
                f": {graded.late_text.render(self.language)}"
                if graded.late_text and not graded.is_undated
                else None,
            )
            for graded in submissions
        ]
        return [element("h2", title), element("ul", rows)]

    def _similar(self) -> Child:
        pairs, common = self.graded.similar, self.graded.common
        if not pairs and common is None:
            return None
        rows = [
            (pair.first, pair.second, pair.in_common(self.language)) for pair in pairs[:_MOST_PAIRS]
        ]
        headings = [self.say("submission"), self.say("submission"), self.say("in common")]
        more = len(pairs) - len(rows)
        return [
            element("h2", self.say("Similar sources")),
            element(
                "p",
                self.say(
                    "Names, literals, comments and layout do not count, nor does what was handed"
                    " out. This is a reason to look at both, never a verdict."
                ),
                class_="soft",
            ),
            element("p", common.sentence(len(self.graded.ranked)).render(self.language))
            if common
            else None,
            element("div", table(headings, rows), class_="scroll") if rows else None,
            element("p", self.say("  and {count} more", count=more)) if more else None,
            element("p", element("a", self.say("The lines side by side"), href=self.similar))
            if self.similar
            else None,
        ]

    def _footer(self) -> Child:
        lab = self.graded.lab
        builds = self.builds
        return [
            builds and element("p", element("a", self.say("Slowest builds"), href=builds)),
            element("p", self.say("lab: {name}", name=lab.name)),
            element("p", self.say("seed: {seed}", seed=lab.setting.seed)),
        ]


_MOST_PAIRS = 40
_STYLE = """
main { max-width: 80rem; }
.sortable td:first-child, .sortable td:nth-child(3) { white-space: nowrap; }
.sortable td:nth-child(2) { min-width: 11rem; overflow-wrap: anywhere; }
.sortable td:last-child { min-width: 10rem; }
li { overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; font-size: .85rem; } footer p { margin: 0; }
"""
