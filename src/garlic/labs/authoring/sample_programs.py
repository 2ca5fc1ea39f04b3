"""Writes Python programs as many students would, for the labs about matches and for Trek.

What every such program needs is in `templates`; each breaks ties by functions of its own, which are
drawn at random, and has its own names. Equal seeds give equal sources.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random

from garlic.games import GAMES
from garlic.labs.authoring.sample_bots import COMMENTS, NAME_STYLES, NAME_WORDS, BotQuality


class _ProgramAuthor:
    """One student: how names are built, and which opinions there are."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.style = random.choice(NAME_STYLES)
        self.taken: set[str] = set()

    def name(self) -> str:
        """A new name."""
        while True:
            name = self.style(self.random.sample(NAME_WORDS, self.random.choice((2, 2, 3))))
            if name not in self.taken:
                self.taken.add(name)
                return name

    def opinions(self) -> list[str]:
        """Functions of three numbers, and ``VALUE``, which adds them up."""
        names = [self.name() for _ in range(self.random.choice((2, 3, 3, 4)))]
        lines: list[str] = []
        for name in names:
            if self.random.random() < 0.5:
                lines.append(f"# {self.random.choice(COMMENTS)}")
            lines += [f"def {name}(a, b, c):", *_indented(self._opinion()), "", ""]
        terms = [f"{name}(a, b, c)" for name in names]
        if self.random.random() < 0.5:
            body = [f"return {' + '.join(terms)}"]
        else:
            body = ["value = 0", *(f"value += {term}" for term in terms), "return value"]
        return [*lines, "def VALUE(a, b, c):", *_indented(body)]

    def _opinion(self) -> list[str]:
        total = self.random.choice(("v", "s", "res", "ret", "ans", "total"))
        lines = [f"{total} = {self._number()}"]
        for _ in range(self.random.choice((2, 3, 4))):
            lines += self._statement(total, 0)
        return [*lines, f"return {total} % 97"]

    def _statement(self, total: str, depth: int) -> list[str]:
        draw = self.random.random()
        if depth > 1 or draw < 0.4:
            return [f"{total} {self.random.choice(('+=', '-=', '+='))} {self._term()}"]
        if draw < 0.7:
            sign = self.random.choice(("<", ">", "==", "!=", ">="))
            lines = [f"if {self._term()} {sign} {self._term()}:"]
            lines += _indented(self._statement(total, depth + 1))
            if self.random.random() < 0.5:
                lines += ["else:", *_indented(self._statement(total, depth + 1))]
            return lines
        step = f"{self.random.choice(('k', 'i', 'step'))}{depth}"
        head = f"for {step} in range({self.random.choice((2, 3, 4))}):"
        added = f"{total} += {step} * {self._term()}"
        return [head, *_indented([added, *self._statement(total, depth + 1)])]

    def _term(self) -> str:
        known = self.random.choice("abc")
        draw = self.random.random()
        if draw < 0.4:
            return known
        if draw < 0.6:
            return self._number()
        return f"({known} {self.random.choice('+-*%')} {self._number()})"

    def _number(self) -> str:
        return str(self.random.choice((1, 2, 3, 4, 5, 7, 8, 10, 15, 20, 30, 50)))


def _indented(lines: Sequence[str], depth: int = 1) -> list[str]:
    return [f"{'    ' * depth}{line}" if line else "" for line in lines]


@dataclass(frozen=True, slots=True)
class _Form:
    """What fills the blanks of a template, by the quality of the program."""

    worth: str  # what a middling program goes by
    strong: str
    weak: str
    cheating: str  # the answer that the rules forbid
    answer: str = "choose(choices)"
    names: tuple[str, ...] = ()  # that every author chooses anew, besides those of all


_FORMS: Mapping[str, _Form] = {
    "gomoku": _Form(
        worth="near(position, point)",
        strong="near(position, point) + 100 * wins(position, move)",
        weak="0",
        cheating='"h8"',
        names=("near", "wins"),
    ),
    "stars": _Form(
        worth="1000 - 20 * far(state, cell)",
        strong="1000 - 20 * far(state, cell) + danger(state, cell)",
        weak="0",
        cheating="(home[0] + 2, home[1])",
        names=("around", "far", "danger"),
    ),
    "tiaojia": _Form(
        worth="100 * count",
        strong="100 * (count - best_reply(after, own))",
        weak="0",
        cheating="(0, 0, 0)",
        names=("moves", "best_reply"),
    ),
    "xiangqi": _Form(
        worth="100 * WORTH[board[target].lower()]",
        strong="100 * (WORTH[board[target].lower()] - most_lost(following))",
        weak="0",
        cheating="(board.index('K'), 0)",
        names=("moves", "turned", "reach", "is_lost", "most_lost"),
    ),
    "trek": _Form(  # which cells are not entered again
        worth="most[cell] >= 0",
        strong="most[cell] >= rest",
        weak="most[cell] >= 0 or VALUE(row, column, rest) % 5 == 0",
        cheating='print("1\\nU")',
        answer="solve(sys.argv[1])",
        names=("solve", "path_to"),
    ),
}
PROGRAM_KINDS = tuple(_FORMS)
"""What programs can be written for: games, and Trek."""

_FAULTS = {BotQuality.CRASHING: "[0][3]", BotQuality.HANGING: "while True: pass"}
_CHOOSE = (
    """def choose(choices):
    best, most = None, None
    for now, choice in choices:
        if most is None or now > most:
            best, most = choice, now
    return best""",
    """def choose(choices):
    ordered = sorted(range(len(choices)), key=lambda place: (-choices[place][0], place))
    return choices[ordered[0]][1] if ordered else None""",
)


def python_source(kind: str, quality: BotQuality, seed: int) -> str:
    """The source of a program for *kind*, one of `PROGRAM_KINDS`, of the given quality."""
    author, form = _ProgramAuthor(Random(f"{kind} {seed}")), _FORMS[kind]
    worth = {BotQuality.STRONG: form.strong, BotQuality.WEAK: form.weak}.get(quality, form.worth)
    template = files("garlic.labs.authoring") / "templates" / f"{kind}.py.txt"
    text = template.read_text(encoding="utf-8")
    opinions = author.opinions()
    if "choose" in form.answer:
        opinions += ["", "", author.random.choice(_CHOOSE)]
    blanks = {
        "OPINIONS": "\n".join(opinions),
        "WORTH": worth,
        "ANSWER": form.cheating if quality is BotQuality.CHEATING else form.answer,
        "FAULT": _FAULTS.get(quality, f"# {author.random.choice(COMMENTS)}"),
    }
    if kind == "tiaojia":
        blanks["START"] = str(GAMES["tiaojia"].start()).split()[0]
    for name, value in blanks.items():
        text = text.replace(f"@{name}@", value)
    for name in ("VALUE", "choose", *form.names):
        text = re.sub(rf"\b{name}\b", author.name(), text)
    if quality is BotQuality.BROKEN:
        text = text.replace("return ", "retrun ", 1)
    return f"# {author.random.choice(COMMENTS)}\n{text}"
