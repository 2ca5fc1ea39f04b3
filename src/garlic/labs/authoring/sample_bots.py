"""Writes sources as many students would: Othello bots in the course's form, no two alike.

Each has the few functions that every such bot needs, in one of several forms, and judges cells by
functions of its own that are drawn from a small grammar. Equal seeds give equal sources.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from random import Random


class BotQuality(StrEnum):
    """What a bot is worth; the last four cannot play a whole game."""

    STRONG = "strong"
    MIDDLING = "middling"
    WEAK = "weak"
    BROKEN = "broken"  # does not compile
    CRASHING = "crashing"
    HANGING = "hanging"
    CHEATING = "cheating"  # plays cells that the rules forbid


NAME_STYLES: tuple[Callable[[Sequence[str]], str], ...] = (
    "_".join,
    lambda words: words[0] + "".join(word.capitalize() for word in words[1:]),
    lambda words: "".join(word.capitalize() for word in words),
    "".join,
)
NAME_WORDS = re.findall(
    r"\w+",
    """edge corner score value gain worth weight danger safe move next board cell near side line
    count sum total rate guess plan good bad risk hope fen quan jiao bian zhi luo zi qi pan""",
)
COMMENTS = (
    "see the slides of week 5",
    "TODO: tune this",
    "works for 8x8 and 12x12",
    "why is this better?",
    "估值",
    "边角更重要",
    "参考课件",
    "do not change",
)


@dataclass(frozen=True, slots=True)
class _Names:
    at: str
    flips: str
    row: str
    column: str
    player: str
    value: str


class _BotAuthor:
    """One student with a style: how names are built, lines indented, loops written."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.style = random.choice(NAME_STYLES)
        self.indent = random.choice(("    ", "  ", "\t"))
        self.taken: set[str] = set()
        self.counters = count()  # of loops: their variables have different names
        row, column = random.choice((("r", "c"), ("row", "col"), ("x", "y"), ("i", "j")))
        self.names = _Names(
            at=self.name(),
            flips=self.name(),
            row=row,
            column=column,
            player=random.choice(("player", "p", "me")),
            value=self.name(),
        )

    def name(self) -> str:
        """A new name."""
        while True:
            words = self.random.sample(NAME_WORDS, self.random.choice((2, 2, 3)))
            name = self.style(words)
            if name not in self.taken:
                self.taken.add(name)
                return name

    def number(self) -> str:
        return str(self.random.choice((1, 2, 3, 4, 5, 7, 8, 10, 15, 20, 30, 50, 100)))

    def term(self, known: Sequence[str]) -> str:
        """A value that can always be computed, from the variables *known*."""
        names, draw = self.names, self.random.random()
        if draw < 0.35:
            return self.random.choice(known)
        if draw < 0.5:
            return self.number()
        if draw < 0.6:
            return f"{names.player}->{self.random.choice(('row_cnt', 'col_cnt'))}"
        if draw < 0.8:
            return self.disc(known)
        left, right = self.random.choice(known), self.number()
        return f"({left} {self.random.choice('+-*%')} {right})"

    def disc(self, known: Sequence[str]) -> str:
        """Whether a disc lies somewhere near."""
        names, disc = self.names, self.random.choice("Oo")
        row = f"{names.row} {self.random.choice('+-')} {self.random.choice((*known, '1', '2'))}"
        column = f"{names.column} {self.random.choice('+-')} {self.random.choice(('1', '2', '3'))}"
        return f"({names.at}({names.player}, {row}, {column}) == '{disc}')"

    def value_of(self, known: Sequence[str]) -> str:
        terms = [self.term(known) for _ in range(self.random.choice((1, 2, 2, 3)))]
        return f" {self.random.choice('+-*')} ".join(terms)

    def condition(self, known: Sequence[str]) -> str:
        draw = self.random.random()
        if draw < 0.3:
            return self.disc(known)
        sign = self.random.choice(("<", ">", "==", "!=", ">=", "<="))
        simple = f"{self.random.choice(known)} {sign} {self.term(known)}"
        if draw < 0.55:
            return f"{simple} {self.random.choice(('&&', '||'))} {self.disc(known)}"
        return simple

    def block(self, known: list[str], depth: int, variable: str) -> list[str]:
        """Statements that change *variable*; loops are bounded."""
        lines: list[str] = []
        for _ in range(self.random.choice((1, 2, 2, 3))):
            lines += self.statement(list(known), depth, variable)
        return lines

    def statement(self, known: list[str], depth: int, variable: str) -> list[str]:
        draw = self.random.random()
        if depth > 2 or draw < 0.35:
            sign = self.random.choice(("+=", "-=", "+=", "="))
            return [f"{variable} {sign} {self.value_of(known)};"]
        if draw < 0.6:
            lines = [f"if ({self.condition(known)}) {{"]
            lines += self.indented(self.block(known, depth + 1, variable))
            if self.random.random() < 0.4:
                lines += ["} else {", *self.indented(self.block(known, depth + 1, variable))]
            return [*lines, "}"]
        if draw < 0.8:
            step = self.random.choice(("k", "d", "n", "step", "t")) + str(next(self.counters))
            first, end = self.random.choice((0, 1, -1, -2)), self.random.choice((2, 3, 4))
            ahead = self.random.choice((f"{step}++", f"++{step}"))
            head = f"for (int {step} = {first}; {step} < {end}; {ahead}) {{"
            return [head, *self.indented(self.block([*known, step], depth + 1, variable)), "}"]
        if draw < 0.9:
            step = f"{self.random.choice(('left', 'rest', 'todo'))}{next(self.counters)}"
            lines = [f"int {step} = {self.random.choice((2, 3, 4, 5))};", f"while ({step} > 0) {{"]
            lines += self.indented(self.block([*known, step], depth + 1, variable))
            return [*lines, f"{self.indent}{step}{self.random.choice(('--', ' -= 1'))};", "}"]
        choice = f"{self.condition(known)} ? {self.term(known)} : {self.term(known)}"
        return [f"{variable} {self.random.choice(('+=', '-='))} {choice};"]

    def indented(self, lines: Sequence[str]) -> list[str]:
        return [f"{self.indent}{line}" for line in lines]

    def function(self, kind: str, name: str, body: Sequence[str]) -> list[str]:
        """A function of a cell."""
        n = self.names
        head = f"static {kind} {name}(struct Player *{n.player}, int {n.row}, int {n.column}) {{"
        return [head, *self.indented(body), "}"]

    def judgement(self, name: str) -> list[str]:
        """A function that gives a cell a value from 0 to 96."""
        names = self.names
        variable = self.random.choice(("v", "s", "res", "ret", "ans", "sum"))
        known = [names.row, names.column, variable]
        # Unsigned: it may overflow.
        body = [f"unsigned {variable} = {self.random.choice(('0', self.number()))};"]
        for _ in range(self.random.choice((1, 2, 2))):
            body += self.block(known, 0, variable)
        body.append(f"return {variable} % 97;")
        comment = [f"// {self.random.choice(COMMENTS)}"] if self.random.random() < 0.5 else []
        return [*comment, *self.function("int", name, body)]

    def looking(self) -> list[str]:
        """The function that gives the content of a cell, or ``#`` outside the board."""
        n = self.names
        inside = [
            f"{n.row} < 0",
            f"{n.row} >= {n.player}->row_cnt",
            f"{n.column} < 0",
            f"{n.column} >= {n.player}->col_cnt",
        ]
        self.random.shuffle(inside)
        cell = f"{n.player}->mat[{n.row}][{n.column}]"
        if self.random.random() < 0.5:
            body = [f"if ({' || '.join(inside)}) return '#';", f"return {cell};"]
        else:
            body = [f"return {' || '.join(inside)} ? '#' : {cell};"]
        return self.function("char", n.at, body)

    def flipping(self) -> list[str]:
        """The function that counts the discs that a move flips."""
        total, here = self.random.sample(("all", "got", "num", "cnt", "here", "run"), 2)
        walk = self.random.choice((self._walk_by_steps, self._walk_by_cells))
        if self.random.random() < 0.5:
            a, b = self.random.sample(("a", "b", "dx", "dy", "u", "w"), 2)
            inner = [f"if ({a} == 0 && {b} == 0) continue;", *walk(a, b, total, here)]
            lines = [
                f"for (int {a} = -1; {a} <= 1; {a}++)",
                f"{self.indent}for (int {b} = -1; {b} <= 1; {b}++) {{",
                *self.indented(self.indented(inner)),
                f"{self.indent}}}",
            ]
        else:
            d = self.random.choice(("d", "dir", "way"))
            rows, columns = self.name(), self.name()
            ways = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
            self.random.shuffle(ways)
            lines = [
                f"static const int {rows}[8] = {{{', '.join(str(way[0]) for way in ways)}}};",
                f"static const int {columns}[8] = {{{', '.join(str(way[1]) for way in ways)}}};",
                f"for (int {d} = 0; {d} < 8; {d}++) {{",
                *self.indented(walk(f"{rows}[{d}]", f"{columns}[{d}]", total, here)),
                "}",
            ]
        body = [f"int {total} = 0;", *lines, f"return {total};"]
        return self.function("int", self.names.flips, body)

    def _walk_by_steps(self, down: str, right: str, total: str, here: str) -> list[str]:
        n = self.names
        cell = f"{n.at}({n.player}, {n.row} + {here} * {down}, {n.column} + {here} * {right})"
        return [
            f"int {here} = 1;",
            f"while ({cell} == 'o') {here}++;",
            f"if ({cell} == 'O') {total} += {here} - 1;",
        ]

    def _walk_by_cells(self, down: str, right: str, total: str, here: str) -> list[str]:
        n = self.names
        x, y = self.random.sample(("e", "f", "g", "h", "rr", "cc"), 2)
        return [
            f"int {x} = {n.row} + {down}, {y} = {n.column} + {right}, {here} = 0;",
            f"for (; {n.at}({n.player}, {x}, {y}) == 'o'; {x} += {down}, {y} += {right}) {here}++;",
            f"if ({here} > 0 && {n.at}({n.player}, {x}, {y}) == 'O') {total} += {here};",
        ]


_BASE = {
    BotQuality.STRONG: "{corner} * 5000 + {flips} * 1000",
    BotQuality.MIDDLING: "{flips} * 1000",
    BotQuality.WEAK: "10",
}


def othello_source(quality: BotQuality, seed: int) -> str:
    """The source of a ``player.h`` for Othello, of the given quality."""
    author = _BotAuthor(Random(f"bot {seed}"))
    random, n = author.random, author.names
    judgements = [author.name() for _ in range(random.choice((3, 4, 4, 5)))]
    parts = [author.looking(), author.flipping(), *(author.judgement(name) for name in judgements)]
    parts.append(_valuing(author, quality, judgements))
    ready = f"{author.indent}(void){n.player};"
    parts.append([f"void init(struct Player *{n.player}) {{", ready, "}"])
    parts.append(_placing(author, quality))
    if quality is BotQuality.BROKEN:
        line = random.choice(parts)
        line[-1] = random.choice(("", "};}", "return 0 }"))
    top = [f"// {random.choice(COMMENTS)}", '#include "../include/playerbase.h"']
    blank = "\n" * random.choice((1, 2))
    return f"{blank}\n".join("\n".join(part) for part in (top, *parts)) + "\n"


def _valuing(author: _BotAuthor, quality: BotQuality, judgements: Sequence[str]) -> list[str]:
    """The function that adds up what the judgements say."""
    n, random = author.names, author.random
    cell = f"{n.player}, {n.row}, {n.column}"
    corner = (
        f"(({n.row} == 0 || {n.row} == {n.player}->row_cnt - 1)"
        f" && ({n.column} == 0 || {n.column} == {n.player}->col_cnt - 1))"
    )
    base = _BASE.get(quality, _BASE[BotQuality.MIDDLING]).format(
        corner=corner, flips=f"{n.flips}({cell})"
    )
    terms = [f"{name}({cell})" for name in judgements]
    random.shuffle(terms)
    if random.random() < 0.5:
        body = [f"return {base} + {' + '.join(terms)};"]
    else:
        body = [f"int w = {base};", *(f"w += {term};" for term in terms), "return w;"]
    return author.function("int", n.value, body)


def _placing(author: _BotAuthor, quality: BotQuality) -> list[str]:
    """The function that the judge calls."""
    n, random = author.names, author.random
    best, most = random.sample(("best", "most", "top", "max", "bestv", "m"), 2)
    taken = f"{n.at}({n.player}, {n.row}, {n.column})"
    legal = f"{taken} != 'O' && {taken} != 'o' && {n.flips}({n.player}, {n.row}, {n.column}) > 0"
    if quality is BotQuality.CHEATING:
        legal = f"{taken} != 'O'"
    fault = {
        BotQuality.CRASHING: ["*(volatile int *)0 = 1;"],
        BotQuality.HANGING: [f"for (volatile int spin = 0;; spin = {author.number()}) continue;"],
    }.get(quality, [])
    loops = [
        f"for (int {n.row} = 0; {n.row} < {n.player}->row_cnt; {n.row}++)",
        f"for (int {n.column} = 0; {n.column} < {n.player}->col_cnt; {n.column}++)",
    ]
    if random.random() < 0.5:
        loops.reverse()
    inner = [
        f"if (!({legal})) continue;",
        f"int now = {n.value}({n.player}, {n.row}, {n.column});",
        f"if (now > {most}) {{",
        *author.indented([f"{most} = now;", f"{best} = initPoint({n.row}, {n.column});"]),
        "}",
    ]
    body = [
        f"struct Point {best} = initPoint(-1, -1);",
        f"int {most} = -1;",
        *fault,
        loops[0],
        f"{author.indent}{loops[1]} {{",
        *author.indented(author.indented(inner)),
        f"{author.indent}}}",
        f"return {best};",
    ]
    return [f"struct Point place(struct Player *{n.player}) {{", *author.indented(body), "}"]
