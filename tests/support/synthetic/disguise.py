"""Copies in disguise, the way students do it, and a class with some of them."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from support.synthetic.author import Solution
from support.synthetic.writing import solution

_API = frozenset(
    [
        "struct",
        "Player",
        "Point",
        "player",
        "mat",
        "row_cnt",
        "col_cnt",
        "initPoint",
        "init",
        "place",
        "X",
        "Y",
        "include",
        "if",
        "else",
        "for",
        "while",
        "do",
        "return",
        "switch",
        "case",
        "default",
        "signed",
        "unsigned",
        "abs",
        "NULL",
        "int",
        "char",
        "const",
        "static",
        "void",
        "continue",
        "break",
        "define",
        "long",
        "short",
        "memcpy",
        "sizeof",
        "string",
        "h",
        "stdlib",
        "playerbase",
        "rand",
    ]
)


KINDS = ("renamed", "reformatted", "reordered", "literals", "split", "mixed")


def disguised(original: Solution, kind: str, seed: int) -> str:
    """The text of a copy of *original* in one of the `KINDS` of disguise."""
    chance = random.Random(seed)
    if kind == "renamed":
        return _renamed(original.text, chance)
    if kind == "reformatted":
        return _reformatted(original.text, chance)
    if kind == "reordered":
        return _reordered(original, chance)
    if kind == "literals":
        return _other_literals(original.text, chance)
    if kind == "split":
        return _split(original, chance).text
    text = _reordered(_split(original, chance), chance)
    return _reformatted(_other_literals(_renamed(text, chance), chance), chance)


def _renamed(text: str, chance: random.Random) -> str:
    words = sorted(set(re.findall(r"\b[A-Za-z_]\w*\b", text)) - _API)
    fresh = {word: f"{chance.choice('uvwxyzpq')}{number}_" for number, word in enumerate(words)}
    parts = re.split(r"('[^'\n]*'|#include[^\n]*|\b[A-Za-z_]\w*\b)", text)
    return "".join(fresh.get(part, part) for part in parts)


def _reformatted(text: str, chance: random.Random) -> str:
    lines = []
    for line in text.splitlines():
        if line.startswith("#"):
            lines += ["", line]
            continue
        broken = re.sub(r"(?<=[;{}])\s*", "\n" + " " * chance.randrange(9), line)
        lines.append(
            broken + chance.choice(("", "", f" // note {chance.random()}", " /* my own */"))
        )
    return "\r\n".join(lines)


def _reordered(original: Solution, chance: random.Random) -> str:
    declarations, functions = list(original.declarations), list(original.functions)
    chance.shuffle(declarations)
    chance.shuffle(functions)
    heads = [function.split(" {\n", 1)[0] + ";" for function in functions]
    return replace(original, declarations=(*declarations, *heads), functions=tuple(functions)).text


def _other_literals(text: str, chance: random.Random) -> str:
    def other(match: re.Match[str]) -> str:
        return str(chance.randint(2, 200)) if int(match[0]) > 20 else match[0]

    named = re.sub(r"\b\d+\b", other, text).replace("20][20", "SIDE][SIDE")
    named = re.sub(r"\bint (?=\w+ = )", "long ", named).replace("= 0;", "= NOTHING;")
    return "#define SIDE 20\n#define NOTHING 0\n" + named


def _split(original: Solution, chance: random.Random) -> Solution:
    """Wrap functions in others, and add statements that do nothing here and there."""
    functions = []
    for number, function in enumerate(original.functions):
        lines = function.split("\n")
        for _ in range(max(1, len(lines) // 14)):
            at = chance.randrange(1, max(2, len(lines) - 2))
            if lines[at - 1].endswith((";", "{")) and "case" not in lines[at]:
                lines.insert(at, chance.choice((f"int unused{number}{at} = {at};", "(void)0;")))
        functions.append("\n".join(lines))
    helper = "static int pick_larger(int a, int b) {\nreturn a > b ? a : b;\n}\n"
    return replace(original, functions=(helper, *functions))


def planted_class(students: int = 120, seed: int = 1) -> tuple[dict[str, str], set[frozenset[str]]]:
    """The texts of a class by name, and the pairs in it that are copies: two of each kind."""
    copies = 2 * len(KINDS)
    numbers = range(students - copies)
    solutions = {f"s{number:03}": solution(1000 * seed + number) for number in numbers}
    texts = {name: made.text for name, made in solutions.items()}
    victims: Sequence[str] = random.Random(seed).sample(sorted(solutions), copies)
    pairs = set()
    for number, victim in enumerate(victims):
        name = f"c{number:02}-{KINDS[number % len(KINDS)]}"
        texts[name] = disguised(solutions[victim], KINDS[number % len(KINDS)], seed + number)
        pairs.add(frozenset({name, victim}))
    return texts, pairs
