"""Compiles bots, once per content.

Builds are cached in the user's cache directory under a hash of everything that goes into them:
source, header, host, compiler and flags. The compiler has limits and no privileges, and a source
cannot include files of the judge. The pieces are in `building`; a student's folder of sources is
built by `build_tree`.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from garlic.core import Text, Verdict
from garlic.core.course import CourseForm
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import why
from garlic.judge.build_tree import build_programs, meant_programs
from garlic.judge.building.compiler import (
    JAVA_BYTES,
    CompilerLimitError,
    find_compiler,
    take_file,
    workshop,
)
from garlic.judge.building.entries import build_home, building, keep_file
from garlic.judge.building.explain import explain, explain_encoding
from garlic.judge.building.outcome import BuildFault, Built, CannotBuildError, NotInstalledError
from garlic.judge.building.sanitizer import FLAGS as SANITIZER_FLAGS
from garlic.judge.building.sanitizer import UNIT, sanitizer_unit
from garlic.judge.building.sources import included_names, source_text, without_comments
from garlic.judge.building.windows import header_aliases
from garlic.judge.course_folder import other_parts
from garlic.sandbox import host_sources

__all__ = [
    "BuildFault",
    "Built",
    "CannotBuildError",
    "NotInstalledError",
    "build_course_bot",
    "build_folder",
    "build_java",
    "build_parts",
    "build_program",
    "header",
    "keep_file",
]

_ALIASES = "aliases"  # headers by the names that only Windows finds, but none with ../
_COURSE_FLAGS = ("-O2", "-pthread", "-std=c++11")
_FLAGS = {"gcc": ("-O2", "-pthread"), "g++": ("-O2", "-pthread", "-std=c++20")}
# javac is not for long: what makes it start fast counts more than what makes it fast.
_JAVA_FLAGS = (
    f"-J-Xmx{JAVA_BYTES // MEGABYTE}m",
    "-J-XX:MaxMetaspaceSize=256m",
    "-J-XX:+UseSerialGC",
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:-UsePerfData",
    "-proc:none",
    *("-d", "classes"),
)
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
_HEADER = "include/playerbase.h"
_HOST_SOURCES = ("src/main.cpp", "-x", "c", "src/host.c")
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
    texts: dict[str, bytes] = {}
    for place, path in {"code/player.h": source, **other_parts(source)}.items():
        text = source_text(path)
        fault = text if isinstance(text, BuildFault) else _course_fault(text)
        if fault is not None and path is not source:
            where = Text("{path}: {fault}", path=place, fault=fault.text)
            return BuildFault(fault.verdict, where, fault.log)
        if fault is not None:
            return fault
        assert isinstance(text, bytes)  # noqa: S101  (else it is the fault)
        texts[place] = text
    aliases = header_aliases(
        {name for text in texts.values() for name in included_names(text)},
        [*texts, _HEADER],
    )
    parts = {
        **{f"{_ALIASES}/{name}": alias for name, alias in aliases.items() if "../" not in name},
        **texts,
        _HEADER: header(form).encode(),
    }
    places = ("-Iinclude", "-Icode", "-I.", f"-I{_ALIASES}")
    flags: tuple[str, ...]
    sources: tuple[str, ...]
    if sanitized:
        function = f"-DGARLIC_FUNCTION={form.function}"
        flags = (*_COURSE_FLAGS, function, *places, *SANITIZER_FLAGS)
        sources = ("src/player.cpp", *_HOST_SOURCES, f"src/{UNIT}")
        parts |= {**_host_parts(), f"src/{UNIT}": sanitizer_unit()}
    else:
        flags = (*_COURSE_FLAGS, *places, "-static", "-no-pie")
        sources = ("src/player.cpp", "host.o")
        parts["host.o"] = _host_object(form.function, parts[_HEADER])
    built = _build("g++", flags, sources, {**parts, "src/player.cpp": _COURSE_UNIT}, source)
    if isinstance(built, Built) or built.stopped:
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
    if sanitized:
        flags, parts = (*_FLAGS[compiler], *SANITIZER_FLAGS), {name: text, UNIT: sanitizer_unit()}
        return _build(compiler, flags, (name, UNIT, "-lm"), parts, source)
    built = _build(compiler, _FLAGS[compiler], (name, "-lm"), {name: text}, source)
    if isinstance(built, Built):
        return built
    again = build_folder(source)  # it knows other standards, and what only Windows has
    return again if isinstance(again, Built) else built


def build_folder(folder: Path, *, sanitized: bool = False) -> Built | BuildFault:
    """Compile the C and C++ files below *folder*: the program called main, else the only one.

    With *sanitized* it is built with sanitizers; that cannot be done by the folder's Makefile.
    Raises `UsageError` if there is no source, `CannotBuildError` if this machine cannot build it.
    """
    built = build_programs(folder, sanitized=sanitized)
    if isinstance(built, BuildFault):
        return built
    meant = meant_programs(built)
    return meant if isinstance(meant, BuildFault) else Built(meant[0].program)


def build_java(source: Path) -> Built | BuildFault:
    """Compile a Java file; the result is the folder of its classes."""
    text = source_text(source)
    if isinstance(text, BuildFault):
        return text
    return _build("javac", _JAVA_FLAGS, (f"./{source.name}",), {source.name: text}, source)


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
def _host_parts() -> dict[str, bytes]:
    """Our part of a course bot: what speaks for it, and the sandbox's host."""
    course = files("garlic.judge") / "course" / "course_host.cpp"
    host = {path.name: path.read_bytes() for path in sorted(host_sources().iterdir())}
    contents = {"main.cpp": course.read_bytes(), **host}
    return {f"src/{name}": content for name, content in contents.items()}


@cache
def _host_object(function: str, header: bytes) -> bytes:
    """The same for all bots with that *function* and *header*, compiled.

    It takes two thirds of the time that a small bot takes: this way only once. Raises
    `CannotBuildError`.
    """
    flags = (*_COURSE_FLAGS, f"-DGARLIC_FUNCTION={function}", "-Iinclude", "-r", "-nostdlib")
    parts = {_HEADER: header, **_host_parts()}
    built = _build("g++", flags, _HOST_SOURCES, parts, None)
    if isinstance(built, BuildFault):
        raise CannotBuildError(
            "the compiler {name} does not work on this machine: {why}", name="g++", why=built.text
        )
    try:
        return built.program.read_bytes()
    except OSError as fault:
        path = str(built.program)
        raise CannotBuildError("cannot read {path}: {why}", path=path, why=why(fault)) from fault


def _build(
    compiler: str,
    flags: tuple[str, ...],
    sources: tuple[str, ...],
    parts: dict[str, bytes],
    source: Path | None,  # its name replaces ours in the compiler's output
) -> Built | BuildFault:
    _, version = find_compiler(compiler)
    home = build_home(2, version, flags, sources, sorted(parts.items()))
    name = "classes" if compiler == "javac" else "program"
    built = Built(home / name)
    if built.program.exists():
        return built
    output = () if compiler == "javac" else ("-o", name)
    with building(home) as folders:
        if built.program.exists():  # another process built it meanwhile
            return built
        with workshop(folders.work / "here", parts, (), (compiler,)) as shop:
            try:
                log = shop.run(compiler, [*flags, *output, *sources])
            except CompilerLimitError as stopped:
                return BuildFault(Verdict.COMPILE_ERROR, stopped.text, stopped=True)
            if log is not None:
                log = _OUR_MESSAGES.sub("", log)
                fault = explain(_OUR_NAMES.sub(lambda _: source.name, log) if source else log)
                return explain_encoding(fault, source) if source else fault
            take_file(shop.folder / name, folders.finished / name)
        folders.keep(home)
    return built
