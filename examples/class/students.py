"""What the students of `week.py` write: our example bots, some weaker than they could be."""

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from course_server import garlic

_EXAMPLES = Path(__file__).parents[1]
_STEPS = _EXAMPLES / "alpha_beta"
_HEADERS = _EXAMPLES / "bots" / "othello"

CRASHES = b"def play(position):\n    return position.legal_moves()[-1] / 0\n"
DOES_NOT_COMPILE = b'#include "../include/playerbase.h"\n\nvoid init(struct Player *player) {\n'


@dataclass(frozen=True, slots=True)
class Program:
    """A file that a student hands in or lets play."""

    name: str
    content: bytes
    idea: str  # how it plays


def othello_bots(count: int) -> list[Program]:
    """A bot for each of *count* students: all strengths, and no two with the same content."""
    kinds = [
        _step("random_move", "any move"),
        _step("greedy", "most points now"),
        _step("judgement", "corners and freedom"),
        _step("minimax", "two moves ahead"),
        _deeper(0.004),
        _header("c", "most points, and corners"),
        _careless(0.5),
        _deeper(0.015),
        _header("cpp", "points, and no cells beside corners"),
        _careless(0.2),
    ]
    return [_marked(kinds[place % len(kinds)], place) for place in range(count)]


def trek_programs(count: int, folder: Path) -> list[Program]:
    """Programs for Trek, good and bad ones, as `garlic lab make-class` makes them up."""
    path = folder / "trek.zip"
    words = ("--lab", "trek", "--layout", "entries", "--students", str(2 * count), "--seed", "4")
    garlic("lab", "make-class", str(path), *words)
    programs = []
    with zipfile.ZipFile(path) as entries:
        for name in entries.namelist():
            with zipfile.ZipFile(io.BytesIO(entries.read(name))) as work:
                files = work.namelist()
                programs += [Program(each, work.read(each), "") for each in files]
    written = [each for each in programs if each.name.endswith(".py")]
    return written[:count]


def first_try() -> Program:
    """What somebody hands in who only wants to see whether it works."""
    return _marked(_step("random_move", "any move"), "a first try")


def _step(name: str, idea: str) -> Program:
    return Program("bot.py", (_STEPS / f"{name}.py").read_bytes(), idea)


def _header(language: str, idea: str) -> Program:
    return Program("player.h", (_HEADERS / language / "player.h").read_bytes(), idea)


def _deeper(seconds: float) -> Program:
    """Alpha-beta with so much time for a move."""
    source = (_STEPS / "alpha_beta.py").read_text()
    changed = re.sub(r"(?m)^SECONDS = [0-9.]+", f"SECONDS = {seconds}", source)
    return Program("bot.py", changed.encode(), f"alpha-beta, {seconds * 1000:g} ms")


def _careless(share: float) -> Program:
    """Corners and freedom, but a *share* of the moves are any."""
    source = (_STEPS / "judgement.py").read_text()
    head, _, rest = source.partition("def play(position):")
    careless = (
        "import random\n\n\ndef play(position):\n"
        f"    if random.random() < {share}:\n"
        "        return random.choice(position.legal_moves())\n"
        "    return considered(position)\n\n\ndef considered(position):"
    )
    idea = f"corners and freedom, {share:.0%} by chance"
    return Program("bot.py", (head + careless + rest).encode(), idea)


def _marked(program: Program, mark: object) -> Program:
    """The same with a comment, so that it is a bot of its own."""
    sign = "#" if program.name.endswith(".py") else "//"
    content = program.content + f"{sign} {mark}\n".encode()
    return Program(program.name, content, program.idea)
