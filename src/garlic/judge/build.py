"""Compiles bots, once per content.

Builds are cached in the user's cache directory under a hash of everything that goes into them:
source, header, host, compiler and flags. The compiler runs with resource limits and under
Landlock, so that a source cannot include files of the judge.
"""

import codecs
import contextlib
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from garlic.core import Text, UsageError, Verdict
from garlic.core.course import CourseForm
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import why
from garlic.sandbox import host_sources
from garlic.sandbox.landlock import Fence

_COURSE_FLAGS = ("-O2", "-pthread", "-std=c++11")
_FLAGS = {"gcc": ("-O2", "-pthread"), "g++": ("-O2", "-pthread", "-std=c++20")}
_SOURCE_ENDINGS = {".c", ".cc", ".cpp", ".cxx"}
_HEADER_ENDINGS = {".h", ".hpp", ".hh"}
_NOT_DEFINED = re.compile(r"undefined reference to [`'‘]([^'’]+)")
# Compiler messages about our own files, and our names for the files with a bot's source.
_OUR_MESSAGES = re.compile(
    r"^(?:cc1: warning: command-line option .*|In file included from src/player\.cpp:\d+:)\n",
    re.MULTILINE,
)
_OUR_NAMES = re.compile(r"(?<![\w./-])(?:src/\.\./code/player\.h|bot\.cpp|bot\.c)(?![\w.])")
_COMPILE_SECONDS = 60
_COMPILE_BYTES = 2048 * MEGABYTE  # of memory
_MOST_READ = 1 << 20  # bytes of compiler output
_LONGEST_LOG = 8000
_LARGEST_SOURCE = 4 * MEGABYTE

# The courses compile a bot as part of a file that includes these two headers before it. Ours is a
# unit of its own: no name or macro of the bot meets our host.
_COURSE_UNIT = b"""#include <stdlib.h>
#include <assert.h>
#include "../code/player.h"
"""
_GENEROUS_UNIT = b"#include <stdio.h>\n#include <string.h>\n" + _COURSE_UNIT
_COMMENT_OR_STRING = re.compile(
    r"//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)
_MAIN = re.compile(r"\s*(?:int|void)\s+main\s*\(")

# Linked with interactive programs in place of `system`, which the sandbox would end them for.
_NO_COMMANDS = b"""int __wrap_system(const char *command) {
    (void)command;
    return 0;
}
"""
_NO_COMMANDS_NAME = "garlic_no_commands.c"

# Internal functions of the courses' library; a bot that calls one tries to trick the judge.
_LIBRARY_INTERNALS = re.compile(
    r"\b(_recv|_send|_work|_init_thread|_walk_thread|_place_thread|_syscall_check)\b"
)


@dataclass(frozen=True, slots=True)
class Built:
    """A program that can be run."""

    program: Path


@dataclass(frozen=True, slots=True)
class BuildFault:
    """Why a build failed: a verdict, a sentence, and the compiler's output."""

    verdict: Verdict
    text: Text
    log: str = ""


def build_course_bot(source: Path, form: CourseForm) -> Built | BuildFault:
    """Compile a bot in the courses' form with our host program, which supports snapshots."""
    text = _source_text(source)
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
        *("-static", "-no-pie"),
    )
    sources = ("src/player.cpp", "src/main.cpp", "-x", "c", "src/host.c")
    built = _build("g++", flags, sources, {**parts, "src/player.cpp": _COURSE_UNIT}, source)
    if isinstance(built, Built):
        return built
    # Our header of 0.1 brought more than the courses' does, and some bots rely on it.
    again = _build("g++", flags, sources, {**parts, "src/player.cpp": _GENEROUS_UNIT}, source)
    return again if isinstance(again, Built) else built


def _course_fault(text: bytes) -> BuildFault | None:
    """What is wrong with a bot in the courses' form that no compiler would say plainly."""
    code = _without_comments(text.decode("utf-8", "replace"))
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


def _without_comments(code: str) -> str:
    """C or C++ *code* with comments, strings and characters blanked out; lines stay lines."""
    return _COMMENT_OR_STRING.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), code)


def build_program(source: Path) -> Built | BuildFault:
    """Compile a program with `main` that speaks a line protocol."""
    text = _source_text(source)
    if isinstance(text, BuildFault):
        return text
    compiler, name = ("gcc", "bot.c") if source.suffix.lower() == ".c" else ("g++", "bot.cpp")
    return _build(compiler, _FLAGS[compiler], (name, "-lm"), {name: text}, source)


def build_folder(folder: Path) -> Built | BuildFault:
    """Compile all C and C++ files below *folder*, with the headers there, to one program.

    They are compiled as C only if all of them are C. Raises `UsageError` if there is no source.
    """
    found = _folder_sources(folder)
    if isinstance(found, BuildFault):
        return found
    compiler, names, parts = found
    return _build(compiler, (*_FLAGS[compiler], "-I."), (*names, "-lm"), parts, None)


def build_interactive(path: Path) -> Built | BuildFault:
    """Compile a program for a terminal: one file, or all C and C++ files below a folder.

    Commands that it gives to the system (``cls``, ``clear``, ``pause``) do nothing, and its texts
    stay in the encoding of its sources. Raises `UsageError` if there is no source.
    """
    if path.is_dir():
        found = _folder_sources(path)
        if isinstance(found, BuildFault):
            return found
        compiler, names, parts = found
    else:
        text = _source_text(path)
        if isinstance(text, BuildFault):
            return text
        compiler, name = ("gcc", "bot.c") if path.suffix.lower() == ".c" else ("g++", "bot.cpp")
        names, parts = (name,), {name: text}
    # A single definition may be spread over files in old C; gcc before version 10 linked it.
    flags = (*_FLAGS[compiler], "-I.", *(("-fcommon",) if compiler == "gcc" else ()))
    if _is_gbk(path):
        flags = (*flags, "-fexec-charset=GB18030")
    parts[_NO_COMMANDS_NAME] = _NO_COMMANDS
    stand_in = ("-Wl,--wrap=system", "-x", "c", _NO_COMMANDS_NAME, "-x", "none", "-lm")
    return _build(compiler, flags, (*names, *stand_in), parts, None if path.is_dir() else path)


def _folder_sources(
    folder: Path,
) -> tuple[str, tuple[str, ...], dict[str, bytes]] | BuildFault:
    """Compiler, names of sources, and contents of all sources and headers below *folder*."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    sources = [path for path in paths if path.suffix.lower() in _SOURCE_ENDINGS]
    if not sources:
        raise UsageError("{folder} holds no C or C++ source", folder=folder.name)
    parts = {}
    for path in paths:
        if path.suffix.lower() in _SOURCE_ENDINGS | _HEADER_ENDINGS:
            text = _source_text(path)
            if isinstance(text, BuildFault):
                return text
            parts[str(path.relative_to(folder))] = text
    compiler = "gcc" if all(path.suffix.lower() == ".c" for path in sources) else "g++"
    return compiler, tuple(f"./{path.relative_to(folder)}" for path in sources), parts


def _is_gbk(path: Path) -> bool:
    """Whether the sources at *path* are in GBK, so that their texts should be, too."""
    endings = _SOURCE_ENDINGS | _HEADER_ENDINGS
    inside = sorted(path.rglob("*")) if path.is_dir() else [path]
    contents = [file.read_bytes() for file in inside if file.suffix.lower() in endings]
    encodings = {_encoding_of(content) for content in contents}
    return "gb18030" in encodings and encodings <= {"gb18030", "ascii"}


def build_java(source: Path) -> Built | BuildFault:
    """Compile a Java file; the result is the folder of its classes."""
    text = _source_text(source)
    if isinstance(text, BuildFault):
        return text
    flags = ("-J-Xmx512m", "-d", "classes")
    return _build("javac", flags, (source.name,), {source.name: text}, source)


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


def _source_text(source: Path) -> bytes | BuildFault:
    """The source as a compiler takes it: UTF-8 where that can be told, else as it is."""
    content = source.read_bytes()
    if len(content) > _LARGEST_SOURCE:
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text("the source is larger than {limit} MB", limit=_LARGEST_SOURCE // MEGABYTE),
        )
    encoding = _encoding_of(content)
    if encoding is None:  # comments in two encodings: a compiler does not mind, so neither do we
        text = content.decode("utf-8", "surrogateescape")
    else:
        text = content.decode(encoding)
    if "\0" in text:
        return BuildFault(
            Verdict.COMPILE_ERROR, Text("the file is not text: it holds bytes of value 0")
        )
    return text.encode("utf-8", "surrogateescape")


def _encoding_of(content: bytes) -> str | None:
    """The encoding of a source, None if there are several in it."""
    encodings = ["ascii", "utf-8-sig", "gb18030"]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    for encoding in encodings:
        with contextlib.suppress(UnicodeDecodeError):
            content.decode(encoding)
            return encoding
    return None


@cache
def _host_files() -> dict[str, bytes]:
    """The sources of the sandbox's host, which is linked with every course bot."""
    return {path.name: path.read_bytes() for path in sorted(host_sources().iterdir())}


@cache
def _compiler(name: str) -> tuple[str, str]:
    """Path and version of the compiler; raise `UsageError` if it is not installed."""
    program = shutil.which(name)
    if program is None:
        raise UsageError("the compiler {name} is not installed", name=name)
    option = "-version" if name == "javac" else "--version"
    run = subprocess.run([program, option], capture_output=True, text=True, check=False)  # noqa: S603
    return program, run.stdout + run.stderr


def cache_directory() -> Path:
    """The cache for built bots: `GARLIC_CACHE`, else in the user's cache directory."""
    if path := os.environ.get("GARLIC_CACHE"):
        return Path(path)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "garlic"


def keep_file(name: str, content: bytes) -> Path:
    """A file called *name* with *content* in the cache, written if it is missing or differs.

    Raises `UsageError` if it cannot be written.
    """
    home = cache_directory() / "bots" / hashlib.sha256(content).hexdigest()[:32]
    path = home / name
    try:
        if path.is_file() and path.read_bytes() == content:
            return path
        home.mkdir(parents=True, exist_ok=True)
        # Written aside and renamed: others may make the same file at the same time.
        descriptor, unfinished = tempfile.mkstemp(dir=home)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(unfinished).chmod(0o755)  # needed for programs only, harmless for others
        Path(unfinished).replace(path)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault
    return path


def _build(
    compiler: str,
    flags: tuple[str, ...],
    sources: tuple[str, ...],
    parts: dict[str, bytes],
    source: Path | None,  # its name replaces ours in the compiler's output
) -> Built | BuildFault:
    program, version = _compiler(compiler)
    key = hashlib.sha256(repr((version, flags, sources, sorted(parts.items()))).encode())
    home = cache_directory() / "builds" / key.hexdigest()[:32]
    name = "classes" if compiler == "javac" else "program"
    if (home / name).exists():
        return Built(home / name)
    home.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent, prefix=".building-") as temporary:
        folder = Path(temporary)
        for part, content in parts.items():
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            (folder / part).write_bytes(content)
        output = () if compiler == "javac" else ("-o", name)
        fault = _compile([program, *flags, *output, *sources], folder, source)
        if fault is not None:
            return fault
        finished = Path(tempfile.mkdtemp(dir=home.parent, prefix=".built-"))
        (folder / name).rename(finished / name)
        finished.chmod(0o755)
        try:
            finished.rename(home)
        except OSError:  # another process built the same meanwhile
            shutil.rmtree(finished)
    return Built(home / name)


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a running compiler and all processes it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _compile(command: list[str], folder: Path, source: Path | None) -> BuildFault | None:
    fence = Fence(folder, also_readable=("/etc/java-17-openjdk", "/etc/java-21-openjdk", "/proc"))

    limits = {
        resource.RLIMIT_CPU: _COMPILE_SECONDS,
        resource.RLIMIT_FSIZE: 256 * MEGABYTE,
        resource.RLIMIT_CORE: 0,
    }
    if Path(command[0]).name != "javac":  # javac reserves far more than it uses; -Xmx limits it
        limits[resource.RLIMIT_AS] = _COMPILE_BYTES

    def confine() -> None:
        fence.enter()
        for kind, limit in limits.items():
            resource.setrlimit(kind, (limit, limit))

    # Its output goes to a file, so that RLIMIT_FSIZE limits it, too.
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - a compiler, with our own arguments
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=confine,  # noqa: PLW1509 - only system calls
                env={
                    "PATH": os.environ.get("PATH", os.defpath),
                    "LC_ALL": "C.UTF-8",
                    "TMPDIR": str(folder),
                },
            )
        finally:
            fence.close()
        try:
            status = process.wait(_COMPILE_SECONDS)
        except subprocess.TimeoutExpired:
            return BuildFault(
                Verdict.COMPILE_ERROR,
                Text("the compiler was not done after {limit} s", limit=_COMPILE_SECONDS),
            )
        finally:  # after Ctrl-C, too
            if process.returncode is None:
                _end_group(process)
        if status == 0:
            return None
        output.seek(0)
        log = output.read(_MOST_READ).decode(errors="replace")
    log = _OUR_MESSAGES.sub("", log.replace(f"{folder}/", ""))
    if source is not None:  # name the file as its author does
        name = source.name
        log = _OUR_NAMES.sub(lambda _: name, log)
    if found := _NOT_DEFINED.search(log):
        missing = Text("does not compile: it has no function {name}", name=found[1])
        return BuildFault(Verdict.COMPILE_ERROR, missing, log[:_LONGEST_LOG])
    first = next((line for line in log.splitlines() if "error" in line), Text("see the log"))
    return BuildFault(
        Verdict.COMPILE_ERROR, Text("does not compile: {first}", first=first), log[:_LONGEST_LOG]
    )
