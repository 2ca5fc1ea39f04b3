"""The page for a student: points, and for every test what happened and what to do."""

import base64

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.render.board_picture import BOARD_STYLE, board_picture
from garlic.core.render.html import Child, Html, element, page, table
from garlic.judge.patience import ending
from garlic.judge.replay import replayed
from garlic.labs.lab import Lab
from garlic.labs.policy.attempts import Attempt
from garlic.labs.results import (
    FailingCase,
    Graded,
    GradedGame,
    GradeState,
    Remark,
    TestResult,
    shown_points,
)

_LARGEST_RECORD = 400_000  # bytes; larger ones are left out of the page
_MOST_BOARDS = 4
_SHOWN_INPUT = 1500
_PICTURES = {".png": "image/png"}


def submission_page(lab: Lab, graded: Graded, language: str) -> str:
    """The whole page, in ``"en"`` or ``"zh"``."""
    return page(
        f"{graded.name} · {lab.title.render(language)}",
        _SubmissionPage(lab, graded, language).body(),
        language=language,
        style=BOARD_STYLE + _STYLE,
    )


class _SubmissionPage:
    def __init__(self, lab: Lab, graded: Graded, language: str) -> None:
        self.lab, self.graded, self.language = lab, graded, language

    def say(self, template: str, **values: object) -> str:
        return Text(template, **values).render(self.language)

    def render(self, text: Text | Bilingual | None) -> str:
        return "" if text is None else text.render(self.language)

    def body(self) -> Child:
        graded = self.graded
        return [
            element(
                "header",
                element("p", self.render(self.lab.title), class_="soft"),
                element("h1", graded.name),
                element(
                    "p",
                    element("span", shown_points(graded.points), class_="total"),
                    element(
                        "span",
                        self.say(
                            " of {points:point|points}", points=shown_points(graded.max_points)
                        ),
                        class_="soft",
                    ),
                    self._state(),
                ),
                self._late(),
                self._attempt(),
                self._withheld(),
                self._meter(),
            ),
            self._notes(),
            self._overview(),
            self._attempts(),
            [
                self._test(number, test)
                for number, test in enumerate(graded.tests, 1)
                if graded.was_run(test)
            ],
            self._colophon(),
        ]

    def _state(self) -> Child:
        """What to know about the total, unless it is final."""
        graded = self.graded
        if graded.state is GradeState.FINAL:
            return None
        sentence = self.say(" · provisional: games were delayed by a busy machine")
        if graded.state is GradeState.UNFINISHED:
            open_points = shown_points(graded.open_points)
            sentence = self.say(
                " · unfinished: {open:point is|points are} not judged yet", open=open_points
            )
        return element("strong", sentence, class_="warn")

    def _late(self) -> Child:
        """How late it is and what that costs, unless it is on time."""
        late = self.graded.late_text
        if late is None:
            return None
        return element("p", element("strong", self.render(late), class_="warn"))

    def _attempt(self) -> Child:
        """Which of several attempts this is."""
        text = self.graded.attempt_text
        if text is None:
            return None
        return element("p", self.say("This is {attempt}.", attempt=text), class_="soft")

    def _attempts(self) -> Child:
        """What each attempt is worth, where the best counts."""
        attempts = self.graded.attempts
        if not attempts:
            return None
        rows = [self._attempt_row(attempt) for attempt in attempts]
        headings = [self.say("attempt"), self.say("score"), self.say("remarks")]
        return element(
            "section",
            element("h2", self.say("All attempts")),
            element("p", self.say("The best one counts, after reductions."), class_="soft"),
            element("div", table(headings, rows), class_="scroll"),
        )

    def _attempt_row(self, attempt: Attempt) -> list[Child]:
        remarks: list[Text | None] = []
        if attempt.open_points:
            points = shown_points(attempt.open_points)
            remarks.append(Text("not judged: {points:point|points}", points=points))
        if attempt.lateness is not None:
            remarks.append(attempt.lateness.explanation(shown_points(attempt.earned)))
        is_this = attempt.number == self.graded.sender.attempt
        points = shown_points(attempt.points)
        return [
            str(attempt.number),
            element("strong", points, " ✓") if is_this else points,
            self.say(", ").join(self.render(one) for one in remarks if one is not None),
        ]

    def _withheld(self) -> Child:
        """The points of checks that are not shown, if the lab tells students about them."""
        points = self.lab.withheld_points
        if not points:
            return None
        sentence = "Checks that are not shown here: {points:more point|more points}."
        return element("p", self.say(sentence, points=shown_points(points)), class_="soft")

    def _meter(self) -> Html:
        """Points reached, then points that are still open."""
        graded = self.graded
        most = graded.max_points
        share = graded.points / most if most else 1.0
        parts = [element("div", style=f"width:{100 * share:.1f}%")]
        if graded.open_points and most:
            width = f"width:{100 * graded.open_points / most:.1f}%"
            parts.append(element("div", style=width, class_="open"))
        return element("div", parts, class_="meter", aria_hidden="true")

    def _notes(self) -> Child:
        notes: list[Child] = []
        missing = self.graded.not_judged
        if missing:
            notes.append(
                element(
                    "div",
                    element(
                        "p",
                        element("strong", self.say("Not everything could be judged.")),
                        " ",
                        self.say("It is not your fault, costs nothing and will be graded again:"),
                    ),
                    element(
                        "ul",
                        [
                            element("li", f"{self.render(test.title)}: {self.render(test.summary)}")
                            for test in missing
                        ],
                    ),
                    class_="note",
                    role="note",
                )
            )
        if self.graded.fault is not None:
            notes.append(
                element(
                    "div",
                    element("p", self.render(self.graded.fault)),
                    element("pre", _cut(log)) if (log := self.graded.unshown_log) else None,
                    class_="note broken",
                )
            )
        return notes

    def _overview(self) -> Html:
        rows = [
            (
                element("a", self.render(test.title), href=f"#test-{number}")
                if self.graded.was_run(test)
                else self.render(test.title),
                self._points(test),
                self.render(test.summary),
            )
            for number, test in enumerate(self.graded.tests, 1)
        ]
        headings = [self.say("test"), self.say("score"), self.say("outcome")]
        return element("div", table(headings, rows), class_="scroll")

    def _points(self, test: TestResult) -> Html:
        kind = "warn" if not test.judged else "good" if test.full else "bad"
        if test.judged and not test.full and test.points:
            kind = "warn"
        text = f"{shown_points(test.points)} / {shown_points(test.max_points)}"
        return element("strong", text, class_=f"{kind} points")

    def _test(self, number: int, test: TestResult) -> Html:
        return element(
            "section",
            element("h2", f"{number}. {self.render(test.title)} ", self._points(test)),
            element("p", self.say("What was run: {what}", what=test.ran), class_="soft"),
            element("p", self.render(test.summary)),
            [self._remark(remark, test) for remark in test.remarks],
            self._case(test.case),
            self._games(test),
            id=f"test-{number}",
        )

    def _remark(self, remark: Remark, test: TestResult) -> Html:
        what = self.render(remark.what)
        parts = [
            element("p", what) if what != self.render(test.summary) else None,
            element("p", "→ ", self.render(remark.advice), class_="advice")
            if remark.advice
            else None,
            element("pre", _cut(remark.output)) if remark.output.strip() else None,
        ]
        return element("div", parts, class_="remark") if any(parts) else Html("")

    def _case(self, case: FailingCase | None) -> Child:
        if case is None:
            return None
        parts: list[Child] = [
            element("h3", self.say("The smallest failing case: {name}", name=case.name)),
            self._input(case),
        ]
        if case.differs:
            parts += [
                element("p", self.say("expected (-) and printed (+)"), class_="soft"),
                element("pre", [_difference(line) for line in case.differs], class_="diff"),
            ]
        else:
            parts += [
                element("p", self.say("expected"), class_="soft"),
                element("pre", case.expected or "-"),
                element("p", self.say("printed"), class_="soft"),
                element("pre", _cut(case.got) or "-"),
            ]
        return element("div", parts, class_="case")

    def _input(self, case: FailingCase) -> Child:
        ending = case.file_name[case.file_name.rfind(".") :]
        if kind := _PICTURES.get(ending):
            data = base64.b64encode(case.content).decode()
            picture = element("img", src=f"data:{kind};base64,{data}", alt=case.file_name)
            caption = element("figcaption", case.file_name)
            return element("figure", picture, caption)
        text = case.content.decode(errors="replace")
        return [element("p", case.file_name, class_="soft"), element("pre", _cut(text))]

    def _games(self, test: TestResult) -> Child:
        if not test.games:
            return None
        headings = ("game no.", "you are", "against", "result", "score", "reason", "record")
        rows = [self._game_row(number, game) for number, game in enumerate(test.games, 1)]
        lost = [(number, game) for number, game in enumerate(test.games, 1) if game.lost]
        boards: list[Child] = []
        if not test.full:
            boards = [self._board(number, game) for number, game in lost[:_MOST_BOARDS]]
        return [
            element(
                "div",
                table([self.say(name) for name in headings], rows, class_="games"),
                class_="scroll",
            ),
            boards and element("h3", self.say("How the lost games ended")),
            boards and element("div", boards, class_="boards"),
        ]

    def _game_row(self, number: int, played: GradedGame) -> list[Child]:
        outcome, seat = played.record.outcome, played.seat
        result = "draw"
        if outcome.winner is not None:
            result = "won" if outcome.winner is seat else "lost"
        score = "-"
        if outcome.scores is not None:
            score = f"{outcome.scores[seat.index]} : {outcome.scores[seat.other.index]}"
        return [
            str(number),
            self.say(played.game.seats[seat.index]),
            played.opponent,
            self.say(result),
            score,
            self.render(ending(outcome.reason, delayed=played.packed.is_delayed)),
            self._record(number, played),
        ]

    def _record(self, number: int, played: GradedGame) -> Child:
        content = played.packed.content
        if len(content) > _LARGEST_RECORD:
            return self.say("too large for this page")
        data = base64.b64encode(content).decode()
        return element(
            "a",
            self.say("save"),
            href=f"data:application/json;base64,{data}",
            download=f"{played.record.game}-{number}.json",
        )

    def _board(self, number: int, played: GradedGame) -> Html:
        position = replayed(played.record)[0][-1].position
        label = self.say("the end of game {number}", number=number)
        seats = played.game.seats
        side = self.say("you are {seat}", seat=Text(seats[played.seat.index]))
        drawing = board_picture(played.game.diagram(position), seats, label)
        return element("figure", drawing, element("figcaption", f"{label} · {side}"))

    def _colophon(self) -> Html:
        graded = self.graded
        isolation = _isolation(graded)
        lines = [
            self.say("graded file: {name}", name=graded.entry or "-"),
            self.say("content: {digest}", digest=graded.digest[:16]),
            self.say("seed: {seed}", seed=self.lab.setting.seed),
        ]
        if isolation:
            lines.append(self.say("isolation: {rings}", rings=isolation))
        if any(test.games for test in graded.tests):
            lines.append(self.say("open a saved record with: garlic replay show FILE"))
        return element("footer", [element("p", line) for line in lines], class_="soft")


def _isolation(graded: Graded) -> str:
    rings = [set(game.record.isolation) for test in graded.tests for game in test.games]
    return ", ".join(sorted(set.intersection(*rings))) if rings else ""


def _difference(line: str) -> Html:
    kind = {"-": "minus", "+": "plus"}.get(line[:1])
    return element("span", f"{line}\n", class_=kind)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_INPUT else f"{text[:_SHOWN_INPUT]}\n…"


_STYLE = """
.total { font-size: 2.4rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.meter { display: flex; height: .5rem; background: var(--line); border-radius: 999px;
  overflow: hidden; }
.meter div { height: 100%; background: var(--good); }
.meter .open { background: var(--warn); opacity: .5; }
.points { white-space: nowrap; }
header { margin-bottom: 1.25rem; }
section { border-top: 1px solid var(--line); margin-top: 1.75rem; }
section h2 { margin-top: 1.1rem; }
.remark { border-left: 4px solid var(--bad); background: var(--bad-panel); border-radius: 6px;
  padding: .5rem .9rem; margin: .6rem 0; overflow-wrap: anywhere; }
.remark pre { max-height: 18rem; overflow: auto; }
.advice { font-weight: 600; }
.broken { border-color: var(--bad); background: var(--bad-panel); }
.games th, .games td { white-space: nowrap; }
.games td:nth-child(6) { white-space: normal; min-width: 12rem; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; } .boards figure { margin: 0; }
.case img { image-rendering: pixelated; max-width: 100%; min-width: 8rem; }
.diff .minus { color: var(--bad); } .diff .plus { color: var(--good); }
footer { margin-top: 2.5rem; font-size: .85rem; }
footer p { margin: 0; }
@media print { .remark pre { max-height: none; } .meter { print-color-adjust: exact;
  -webkit-print-color-adjust: exact; } }
"""
