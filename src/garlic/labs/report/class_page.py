"""The page for the teacher: the table of the class, how points are spread, what to look at."""

from collections.abc import Callable
from urllib.parse import quote

from garlic.core import Text
from garlic.core.render.html import Child, Html, element, histogram, page, table
from garlic.labs.report.ranking import Class, Ranked, remarks
from garlic.labs.results import Graded, TestResult, shown_points

Link = Callable[[Graded], str | None]
"""Where the page of a submission lies, as seen from the class's page."""


def class_page(graded: Class, language: str, link: Link = lambda _: None) -> str:
    """The whole page, in ``"en"`` or ``"zh"``."""
    title = graded.lab.title.render(language)
    return page(title, _ClassPage(graded, language, link).body(), language=language, style=_STYLE)


class _ClassPage:
    def __init__(self, graded: Class, language: str, link: Link) -> None:
        self.graded, self.language, self.link = graded, language, link

    def say(self, template: str, **values: object) -> str:
        return Text(template, **values).render(self.language)

    def body(self) -> Child:
        graded, lab = self.graded, self.graded.lab
        return [
            element("h1", lab.title.render(self.language)),
            element("p", self._headline(), class_="soft"),
            self._not_judged(),
            element("h2", self.say("How the points are spread")),
            histogram(
                graded.points, lab.max_points, label=self.say("how many submissions got how much")
            ),
            element("h2", self.say("All submissions")),
            element("div", self._table(), class_="scroll"),
            self._list(self.say("Does not compile"), graded.not_compiling),
            self._list(self.say("Nothing to grade"), graded.nothing_to_grade),
            self._list(self.say("Was late"), graded.late),
            self._alike(),
            element("footer", self._footer(), class_="soft"),
        ]

    def _headline(self) -> str:
        graded = self.graded
        return self.say(
            "{count} submissions, median {median} of {points} points, {full} with all of them",
            count=len(graded.ranked),
            median=shown_points(graded.median),
            points=shown_points(graded.lab.max_points),
            full=sum(one.graded.full for one in graded.ranked),
        )

    def _not_judged(self) -> Child:
        missing = self.graded.not_judged
        if not missing:
            return None
        rows = [
            element("li", f"{one.name}: {test.title.render(self.language)}: ", self._summary(test))
            for one in missing
            for test in one.not_judged
        ]
        return element(
            "div",
            element("p", element("strong", self.say("Not everything could be judged."))),
            element(
                "p", self.say("Nobody loses by it: run the same command again to judge the rest.")
            ),
            element("ul", rows),
            class_="note",
            role="note",
        )

    def _summary(self, test: TestResult) -> str:
        return test.summary.render(self.language)

    def _table(self) -> Html:
        lab = self.graded.lab
        headings = [self.say("place"), self.say("submission"), self.say("score")]
        headings += [test.title.render(self.language) for test in lab.tests]
        if lab.breaks_ties:
            headings.append(self.say("seconds a move"))
        headings.append(self.say("remarks"))
        return table(headings, [self._row(one) for one in self.graded.ranked])

    def _row(self, one: Ranked) -> list[Child]:
        graded = one.graded
        where = self.link(graded)
        name: Child = graded.name
        if where is not None:
            name = element("a", graded.name, href=quote(where))
        row: list[Child] = [
            str(one.place),
            name,
            element("strong", shown_points(graded.points)),
            *(self._cell(test) for test in graded.tests),
        ]
        if self.graded.lab.breaks_ties:
            seconds = graded.seconds_a_move
            row.append("-" if seconds is None else f"{seconds:.2f}")
        told = [remark.render(self.language) for remark in remarks(graded)]
        row.append(self.say(", ").join(told))
        return row

    def _cell(self, test: TestResult) -> Html:
        kind = "warn" if not test.judged or (test.points and not test.full) else "bad"
        told = "?" if not test.judged else shown_points(test.points)
        colour = "good" if test.full else kind
        return element("span", told, class_=colour, title=self._summary(test))

    def _list(self, title: str, found: list[Graded]) -> Child:
        if not found:
            return None
        rows = [
            element("li", one.name, f": {one.fault.render(self.language)}" if one.fault else None)
            for one in found
        ]
        return [element("h2", title), element("ul", rows)]

    def _alike(self) -> Child:
        pairs = self.graded.alike
        if not pairs:
            return None
        rows = [(pair.one, pair.other, f"{100 * pair.share:.0f} %") for pair in pairs]
        headings = [self.say("submission"), self.say("submission"), self.say("in common")]
        return [
            element("h2", self.say("Sources that look alike")),
            element(
                "p",
                self.say(
                    "Compared are the shapes of the sources, without names, numbers and comments,"
                    " and without what most of the class shares. This is a reason to look at both,"
                    " never a verdict."
                ),
                class_="soft",
            ),
            element("div", table(headings, rows), class_="scroll"),
        ]

    def _footer(self) -> Child:
        lab = self.graded.lab
        return [
            element("p", self.say("lab: {name}", name=lab.name)),
            element("p", self.say("seed: {seed}", seed=lab.setting.seed)),
        ]


_STYLE = """
main { max-width: 80rem; }
td:first-child, td:nth-child(3) { white-space: nowrap; }
footer { margin-top: 2.5rem; font-size: .85rem; } footer p { margin: 0; }
"""
