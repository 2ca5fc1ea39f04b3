"""Compiles bots, once per content.

Builds are cached in the user's cache directory under a hash of everything that goes into them:
source, header, host, compiler and flags. The compiler runs with resource limits and under
Landlock, so that a source cannot include files of the judge. The pieces are in `building`; a
student's folder of sources is built by `build_tree`.
"""

import re
import tempfile
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePath

from garlic.core import Text, Verdict
from garlic.core.course import CourseForm
from garlic.judge.build_tree import build_programs
from garlic.judge.building.cache import build_home, cache_directory, keep_build, keep_file
from garlic.judge.building.compiler import CompilerTooLateError, find_compiler, run_compiler
from garlic.judge.building.explain import explain, explain_encoding
from garlic.judge.building.outcome import BuildFault, Built, NotInstalledError
from garlic.judge.building.sanitizer import FLAGS as SANITIZER_FLAGS
from garlic.judge.building.sanitizer import UNIT, sanitizer_unit
from garlic.judge.building.sources import source_text, without_comments
from garlic.sandbox import host_sources

__all__ = [
    "BuildFault",
    "Built",
    "NotInstalledError",
    "build_course_bot",
    "build_folder",
    "build_java",
    "build_parts",
    "build_program",
    "cache_directory",
    "header",
    "keep_file",
]

_COURSE_FLAGS = ("-O2", "-pthread", "-std=c++11")
_FLAGS = {"gcc": ("-O2", "-pthread"), "g++": ("-O2", "-pthread", "-std=c++20")}
# Compiler messages about our own files, and our names for the files with a bot's source.
_OUR_MESSAGES = re.compile(
    r"^(?:cc1: warning: command-line option .*|In file included from src/player\.cpp:\d+:)\n",
    re.MULTILINE,
)
_OUR_NAMES = re.compile(r"(?<![\w./-])(?:src/\.\./code/player\.h|bot\.cpp|bot\.c)(?![\w.])")

# The courses compile a bot as part of a file that includes these two headers before it. Ours is a
# unit of its own: no name or macro of the bot meets our host.
_COURSE_UNIT = b"""#include <stdlib.h>
#include <assert.h>
#include "../code/player.h"
"""
_GENEROUS_UNIT = b"#include <stdio.h>\n#include <string.h>\n" + _COURSE_UNIT
_MAIN = re.compile(r"\s*(?:int|void)\s+main\s*\(")

# Internal functions of the courses' library; a bot that calls one tries to trick the judge.
_LIBRARY_INTERNALS = re.compile(
    r"\b(_recv|_send|_work|_init_thread|_walk_thread|_place_thread|_syscall_check)\b"
)


def build_course_bot(
    source: Path, form: CourseForm, *, sanitized: bool = False
) -> Built | BuildFault:
    """Compile a bot in the courses' form with our host program, which supports snapshots.

    With *sanitized* it is built with sanitizers, and without snapshots.
    """
    text = source_text(source)
    if isinstance(text, BuildFault):
        return text
    if fault := _course_fault(text):
        return fault
    parts = {
        "code/player.h": text,
        "include/playerbase.h": header(form).encode(),
        "src/main.cpp": (files("garlic.judge") / "course" / "course_host.cpp").read_bytes(),
        **{f"src/{name}": content for name, content in _host_files().items()},
    }
    flags = (
        *_COURSE_FLAGS,
        f"-DGARLIC_FUNCTION={form.function}",
        *("-Iinclude", "-Icode", "-I."),
        *(SANITIZER_FLAGS if sanitized else ("-static", "-no-pie")),
    )
    sources: tuple[str, ...] = ("src/player.cpp", "src/main.cpp", "-x", "c", "src/host.c")
    if sanitized:
        sources += (f"src/{UNIT}",)
        parts[f"src/{UNIT}"] = sanitizer_unit()
    built = _build("g++", flags, sources, {**parts, "src/player.cpp": _COURSE_UNIT}, source)
    if isinstance(built, Built):
        return built
    # Our header of 0.1 brought more than the courses' does, and some bots rely on it.
    again = _build("g++", flags, sources, {**parts, "src/player.cpp": _GENEROUS_UNIT}, source)
    return again if isinstance(again, Built) else built


def _course_fault(text: bytes) -> BuildFault | None:
    """What is wrong with a bot in the courses' form that no compiler would say plainly."""
    code = without_comments(text.decode("utf-8", "replace"))
    if not code.strip():
        return BuildFault(Verdict.COMPILE_ERROR, Text("the file is empty"))
    for number, line in enumerate(code.splitlines(), 1):
        if found := _LIBRARY_INTERNALS.search(line):
            return BuildFault(
                Verdict.FORBIDDEN,
                Text(
                    "line {line} uses {name}, an inner function of the course's library",
                    line=number,
                    name=found[0],
                ),
            )
        if _MAIN.match(line):
            return BuildFault(
                Verdict.COMPILE_ERROR,
                Text(
                    "line {line} defines main; a bot in the course's form has only init and the"
                    " function that moves, the judge brings main",
                    line=number,
                ),
            )
    return None


def build_program(source: Path, *, sanitized: bool = False) -> Built | BuildFault:
    """Compile a program with `main` that speaks a line protocol, if *sanitized* with sanitizers."""
    text = source_text(source)
    if isinstance(text, BuildFault):
        return text
    compiler, name = ("gcc", "bot.c") if source.suffix.lower() == ".c" else ("g++", "bot.cpp")
    if not sanitized:
        return _build(compiler, _FLAGS[compiler], (name, "-lm"), {name: text}, source)
    flags, parts = (*_FLAGS[compiler], *SANITIZER_FLAGS), {name: text, UNIT: sanitizer_unit()}
    return _build(compiler, flags, (name, UNIT, "-lm"), parts, source)


def build_folder(
    folder: Path, patterns: Sequence[str] = (), *, sanitized: bool = False
) -> Built | BuildFault:
    """Compile the C and C++ files below *folder*: the program called main, else the only one.

    If there are several, the first of *patterns* (of file names) that fits exactly one decides.
    With *sanitized* it is built with sanitizers; that cannot be done by the folder's Makefile.
    Raises `UsageError` if there is no source, `NotInstalledError` if a library is missing here.
    """
    built = build_programs(folder, sanitized=sanitized)
    if isinstance(built, BuildFault):
        return built
    names = sorted(
        [*(program.name for program in built.programs), *(name for name, _ in built.faults)]
    )
    name = _meant(names, patterns)
    if name is None:
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text(
                "several files have a function main: {names}; call the one to be graded main",
                names=", ".join(names[:5]),
            ),
        )
    for program in built.programs:
        if program.name == name:
            return Built(program.program)
    return dict(built.faults)[name]


def _meant(names: Sequence[str], patterns: Sequence[str]) -> str | None:
    """The one of several programs that is meant; None if that cannot be told."""
    fitting = ["main", *(PurePath(pattern).stem for pattern in patterns)]
    if len(names) == 1:
        return names[0]
    for pattern in fitting:
        found = [name for name in names if fnmatch(name.lower(), pattern.lower())]
        if len(found) == 1:
            return found[0]
    return None


def build_java(source: Path) -> Built | BuildFault:
    """Compile a Java file; the result is the folder of its classes."""
    text = source_text(source)
    if isinstance(text, BuildFault):
        return text
    flags = ("-J-Xmx512m", "-d", "classes")
    return _build("javac", flags, (source.name,), {source.name: text}, source)


def build_parts(
    compiler: str,
    flags: tuple[str, ...],
    sources: tuple[str, ...],
    parts: Mapping[str, bytes | Path],  # by their place in the folder; a path is a student's file
) -> Built | BuildFault:
    """Compile *sources*, which are among *parts*, to one program."""
    contents = {}
    for name, part in parts.items():
        content = part if isinstance(part, bytes) else source_text(part)
        if isinstance(content, BuildFault):
            return content
        contents[name] = content
    return _build(compiler, flags, sources, contents, None)


def header(form: CourseForm) -> str:
    """The header that a bot in the courses' form includes."""
    fields = "".join(f"    int {field.declaration};\n" for field in form.fields)
    return f"""/* What the judge offers to a bot. X is the row, Y the column, both from 0. */
#ifndef PLAYERBASE_H
#define PLAYERBASE_H

struct Player {{
    char **mat; /* the board, a string a row; yours to scribble in */
    int row_cnt;
    int col_cnt;
{fields}}};

struct Point {{
    int X, Y;
}};

struct Point initPoint(int x, int y);
void init(struct Player *player);
struct Point {form.function}(struct Player *player);

#endif
"""


@cache
def _host_files() -> dict[str, bytes]:
    """The sources of the sandbox's host, which is linked with every course bot."""
    return {path.name: path.read_bytes() for path in sorted(host_sources().iterdir())}


def _build(
    compiler: str,
    flags: tuple[str, ...],
    sources: tuple[str, ...],
    parts: dict[str, bytes],
    source: Path | None,  # its name replaces ours in the compiler's output
) -> Built | BuildFault:
    program, version = find_compiler(compiler)
    home = build_home(version, flags, sources, sorted(parts.items()))
    name = "classes" if compiler == "javac" else "program"
    if (home / name).exists():
        return Built(home / name)
    with tempfile.TemporaryDirectory(dir=home.parent, prefix=".building-") as temporary:
        folder = Path(temporary)
        for part, content in parts.items():
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            (folder / part).write_bytes(content)
        output = () if compiler == "javac" else ("-o", name)
        try:
            log = run_compiler([program, *flags, *output, *sources], folder)
        except CompilerTooLateError as late:
            return BuildFault(Verdict.COMPILE_ERROR, late.text)
        if log is not None:
            log = _OUR_MESSAGES.sub("", log)
            fault = explain(_OUR_NAMES.sub(lambda _: source.name, log) if source else log)
            return explain_encoding(fault, source) if source else fault
        finished = Path(tempfile.mkdtemp(dir=home.parent, prefix=".built-"))
        (folder / name).rename(finished / name)
        keep_build(home, finished)
    return Built(home / name)
