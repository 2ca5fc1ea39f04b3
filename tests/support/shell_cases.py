"""Reading and running the files `tests/data/shell/*.case`.

A file holds cases; each begins with ``=== NAME`` and the lines of its script, followed by
sections in any order::

    --- output          standard output without prompts (compared with bash too)
    --- screen          standard output with prompts; HERE is the test's folder
    --- errors          standard error (default: none)
    --- status N        the exit status (default: 0)
    --- not bash: WHY   the script means something else in bash

Each case runs in a folder of its own that holds an empty folder `home` and the hidden script.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from support import DATA

GARLIC = str(Path(sys.executable).parent / "garlic")
SHELL = [GARLIC, "shell"]
SCRIPT = ".script"


@dataclass
class Case:
    """One script and its expected result."""

    file: str
    name: str
    script: str = ""
    output: str | None = None
    screen: str | None = None
    errors: str = ""
    status: int = 0
    not_bash: str = ""
    sections: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"


@dataclass(frozen=True)
class ShellRun:
    """The result of running a script in a shell."""

    stdout: str
    stderr: str
    status: int


def shell_cases() -> list[Case]:
    """All cases of all files."""
    return [case for path in sorted((DATA / "shell").glob("*.case")) for case in read_cases(path)]


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of one file; raise `ValueError` for an unknown section."""
    head, *rest = re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if any(line and not line.startswith("#") for line in head.splitlines()):
        raise ValueError(f"{path.name}: something before the first case")
    for text in rest:
        name, _, body = text.partition("\n")
        script, *sections = re.split(r"^--- (.*)\n", body, flags=re.MULTILINE)
        case = Case(path.stem, name, script)
        for title, content in zip(sections[::2], sections[1::2], strict=True):
            word, _, value = title.partition(" ")
            case.sections.add(word)
            match word:
                case "output":
                    case.output = content
                case "screen":
                    case.screen = content.removesuffix("\n")
                case "errors":
                    case.errors = content
                case "status":
                    case.status = int(value)
                case "not" if value.startswith("bash: "):
                    case.not_bash = value
                case _:
                    raise ValueError(f"{path.name}: {name}: unknown section {title!r}")
        if case.output is None and case.screen is None:
            case.output = ""
        yield case


def run_case(case: Case, folder: Path, shell: list[str]) -> ShellRun:
    """Run the script of *case* with *shell* in the new folder *folder*."""
    (folder / "home").mkdir(parents=True)
    (folder / SCRIPT).write_text(case.script, encoding="utf-8")
    done = run_shell([*shell, SCRIPT], folder)
    return ShellRun(done.stdout.decode(), done.stderr.decode(), done.returncode)


def environment(folder: Path) -> dict[str, str]:
    """The same environment for every shell, without the user's settings."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder / "home"),
        "LC_ALL": "C.UTF-8",
        "GARLIC_LANG": "en",
        "PWD": str(folder),
    }


def run_shell(
    command: list[str], folder: Path, content: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run a shell to its end in *folder* with *content* as its input."""
    return subprocess.run(
        command,
        input=content,
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        timeout=60,
        check=False,
    )


def without_prompts(screen: str, folder: Path) -> str:
    """*screen* without the prompts of *folder*, what is below it, and the root."""
    here = re.escape(str(folder))
    return re.sub(rf"(?:{here}(?:/[\w ]+)*|(?<![\w/])/)\$ (?:> )*", "", screen)
