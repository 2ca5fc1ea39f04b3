"""An author of a synthetic solution: the habits in which programs of independent people differ."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """One program: its declarations and its functions, each as text; order matters little."""

    declarations: tuple[str, ...]
    functions: tuple[str, ...]  # a function stands behind those it calls
    comments: bool = True

    @property
    def text(self) -> str:
        head = '#include "../include/playerbase.h"\n#include <string.h>\n#include <stdlib.h>\n'
        return "\n".join([head, *self.declarations, "", *self.functions])


class Author:
    """Someone with habits: the same seed gives the same program."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        names = {
            "row": ("r", "i", "x", "row", "y0", "line"),
            "column": ("c", "j", "y", "col", "column", "x0"),
            "direction": ("d", "k", "dir", "way", "t"),
            "count": ("cnt", "n", "num", "flips", "total", "sum"),
            "best": ("best", "max", "top", "mx", "good"),
            "value": ("v", "val", "score", "s", "price1", "gain"),
            "own": ("me", "own", "mine", "self_disc", "a"),
            "other": ("foe", "opp", "his", "enemy", "b"),
            "board": ("g", "map", "board", "grid", "cells"),
            "steps": ("step", "len", "k2", "m", "far"),
        }
        self.name = {key: self.pick(*options) for key, options in names.items()}
        self.increment = self.pick("++{}", "{}++", "{} += 1", "{} = {} + 1")
        self.loop_form = self.pick("for", "for", "for", "while")

    def pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def odds(self, share: float) -> bool:
        return self.chance.random() < share

    def more(self, name: str) -> str:
        return self.increment.format(name, name)

    def loop(self, name: str, limit: str, body: str, start: str = "0") -> str:
        """*body* for every value of *name*."""
        test = self.pick(f"{name} < {limit}", f"{name} < {limit}", f"{name} != {limit}")
        if self.loop_form == "while" and "continue" not in body:
            return f"int {name} = {start};\nwhile ({test}) {{\n{body}\n{self.more(name)};\n}}"
        if self.odds(0.12):
            test, start, move = f"{name} >= {start}", f"{limit} - 1", f"{name}--"
            return f"for (int {name} = {start}; {test}; {move}) {{\n{body}\n}}"
        return f"for (int {name} = {start}; {test}; {self.more(name)}) {{\n{body}\n}}"

    def unless(self, condition: str, opposite: str, body: str) -> str:
        """*body* if *condition* does not hold, in one of the usual forms."""
        return self.pick(
            f"if ({condition}) continue;\n{body}",
            f"if ({opposite}) {{\n{body}\n}}",
            f"if (!({condition})) {{\n{body}\n}}",
        )
