"""The sessions in tutorials: runs their commands and compares the output with the page.

A fenced block ``console`` has commands after ``$ `` and their output below; one line ``...``
matches any lines. A block with a title, ``python title="bot.py"``, is a file that exists from
there on. Blocks after ``<!-- long -->`` take long. Measured times and sizes are not compared. A
page with ``<!-- fresh environment -->`` installs packages, into an environment of its own; one with
``<!-- in a checkout -->`` finds our ``examples``.

``python -m book.sessions PAGE...`` runs the pages and updates the output in them.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from book import DOCS, LANGUAGES, ROOT, BookError
from book.fresh import FreshEnvironment
from book.pages import included
from garlic.core.language.text import translate
from garlic.judge.record import NOT_JUDGED

LONG = "<!-- long -->"
FRESH = "<!-- fresh environment -->"
CHECKOUT = "<!-- in a checkout -->"
_MOST_SECONDS = 600
_TRIES = 5
_HOME = "/home/ada"  # the name of the folder in pages
_BLOCK = re.compile(
    rf"^(?P<long>{re.escape(LONG)}\n+)?(?P<indent> *)```(?P<kind>\w+)(?P<rest>[^\n]*)\n"
    r"(?P<text>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)
_MEASURED = re.compile(r"\d[\d.,]* (?:µs|ms|s|MB)\b|(?<=  )\d+\.\d(?=  )")
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True, slots=True)
class File:
    """A file that the reader writes."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command that the reader types, and its output according to the page."""

    line: str
    output: str
    long: bool

    def matches(self, text: str) -> bool:
        """Whether *text* is the output that the page shows."""
        expected, actual = (_unmeasured(output).splitlines() for output in (self.output, text))
        return _fits(expected, actual)


def _fits(expected: list[str], actual: list[str]) -> bool:
    """Whether *actual* is *expected*, in which each line ``...`` stands for any lines."""
    if "..." not in expected:
        return expected == actual
    gap = expected.index("...")
    rest = expected[gap + 1 :]
    return expected[:gap] == actual[:gap] and any(
        _fits(rest, actual[start:]) for start in range(gap, len(actual) + 1)
    )


def _unmeasured(output: str) -> str:
    """*output* without times and sizes, which differ between machines.

    In a tournament table they stand alone and determine the width of the column.
    """
    return re.sub(" {2,}", "  ", _MEASURED.sub("#", output.rstrip()))


def session(text: str) -> Iterator[File | Command]:
    """The files and commands of the page *text*, in order."""
    for block in _BLOCK.finditer(included(text)):
        title = _TITLE.search(block["rest"])
        if title:
            yield File(title[1], dedent(block["text"]))
        elif block["kind"] == "console":
            for entry in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                line, _, output = entry.partition("\n")
                yield Command(line, output, long=block["long"] is not None)


class Terminal:
    """Runs the session of the page *text* in its own folder, with its own language and database.

    It also has its own environment, to install packages into, or our examples, if the page says so.
    """

    def __init__(self, folder: Path, language: str, text: str) -> None:
        self._folder = folder / "work"
        self._folder.mkdir()
        if CHECKOUT in text:
            (self._folder / "examples").symlink_to(ROOT / "examples")
        self._environment = {
            **os.environ,
            "GARLIC_PATIENCE": "0",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "GARLIC_LANG": language,
            "GARLIC_DATABASE": str(folder / "garlic.db"),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "120",
            "NO_COLOR": "1",
        }
        if FRESH in text:
            self._environment |= FreshEnvironment(folder).variables

    def write(self, file: File) -> None:
        """Write *file* below the folder."""
        path = self._folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")

    def run(self, command: Command) -> str:
        """What *command* prints on stdout and stderr; retried if the machine was too busy."""
        printed = self._run_once(command)
        for _ in range(_TRIES - 1):
            if not too_busy(printed):
                break
            printed = self._run_once(command)
        return printed

    def _run_once(self, command: Command) -> str:
        done = subprocess.run(  # noqa: S602  (the commands of our own pages, as a reader types them)
            command.line,
            shell=True,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_MOST_SECONDS,
            check=False,
        )
        return done.stdout.replace(str(self._folder), _HOME)


def too_busy(printed: str) -> bool:
    """Whether a game or a test was delayed or not judged because the machine was too busy."""
    sentences = (NOT_JUDGED.reason, "not judged", "delayed")
    return any(translate(text, language) in printed for text in sentences for language in LANGUAGES)


def language_of(path: Path) -> str:
    """The language of the page at *path*, by its name."""
    return "zh" if path.name.endswith((".zh.md", ".zh-CN.md")) else "en"


def rewrite(path: Path) -> bool:
    """Run the page at *path* and update the output in it; return whether it changed.

    Raises `BookError` and writes nothing if the machine was too busy or a command crashed.
    """
    before = rest = path.read_text(encoding="utf-8")
    language = language_of(path)
    done = []
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder), language, before)
        for step in session(before):
            if isinstance(step, File):
                terminal.write(step)
                continue
            printed = terminal.run(step)
            if too_busy(printed) or "Traceback (most recent call last)" in printed:
                raise BookError(f"{path.name}: {step.line} went wrong:\n{printed}")
            shown = f"$ {step.line}\n{step.output}"
            before_step, _, rest = rest.partition(shown)
            if not step.matches(printed):
                shown = f"$ {step.line}\n{printed.rstrip()}\n"
            done += [before_step, shown]
    after = "".join([*done, rest])
    path.write_text(after, encoding="utf-8")
    return after != before


def main(pages: list[str]) -> None:
    """Rewrite *pages*, by default all tutorials."""
    for path in [Path(page) for page in pages] or sorted((DOCS / "tutorials").glob("*.md")):
        try:
            print(f"{path}: {'updated' if rewrite(path) else 'unchanged'}")
        except BookError as fault:
            print(fault, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
