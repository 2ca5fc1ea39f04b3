"""Builds a student's own folder into its programs, without asking for any change to it.

Every file with a `main` is a program, linked with all sources that have none. Three ways are
tried, and the one that builds most programs wins, the earliest of equals:

1. as the files are called: C as C, C++ as C++;
2. everything as C++: Makefiles of courses often say ``CC = g++``, and their headers have no
   ``extern "C"``;
3. the folder's own Makefile, in a guard.

If nothing can be built, the error is that of the first way. `meant_programs` tells which of several
programs is to be run.
"""

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path, PurePosixPath, PureWindowsPath
from posixpath import normpath

from garlic.core import Text, UsageError, Verdict
from garlic.judge.building.compiler import (
    CompilerLimitError,
    Workshop,
    find_compiler,
    take_file,
    workshop,
)
from garlic.judge.building.entries import BuildFolders, build_home, building
from garlic.judge.building.explain import LIBRARIES, explain
from garlic.judge.building.headers import PreparedHeaders
from garlic.judge.building.makefile import find_makefile, run_makefile
from garlic.judge.building.outcome import BuildFault
from garlic.judge.building.sanitizer import FLAGS as SANITIZER_FLAGS
from garlic.judge.building.sanitizer import UNIT, sanitizer_unit
from garlic.judge.building.sources import (
    C_ENDING,
    HEADER_ENDINGS,
    SOURCE_ENDINGS,
    encoding_of,
    has_main,
    included_names,
    is_clutter,
    is_code,
    source_text,
)
from garlic.judge.building.windows import (
    VISUAL,
    header_aliases,
    same_name,
    standins,
    uses_visual_names,
    with_our_formats,
)

_C_FLAGS = ("-O2", "-pthread", "-w", "-std=gnu17", "-fcommon", "-x", "c")  # MAIN.C, too
_CPP_FLAGS = ("-O2", "-pthread", "-w")
_CPP_STANDARDS = ("-std=gnu++17", "-std=gnu++20", "-std=c++11")
_AS_CPP = ("-fpermissive", "-x", "c++")
_LINK_FLAGS = ("-pthread", "-Wl,--wrap=system")
_ALWAYS = ("-lm", "-lpthread")
# Folders that tools fill; sources in them count only if there are no others.
_BUILD_FOLDERS = ("build", "cmake-build-*", "debug", "release", "x64", "out")
_OURS = ".garlic"  # hidden, and hidden folders of students are not copied
_SYSTEM = f"{_OURS}/system.o"
_SYSTEM_SOURCE = "system.c"
_STANDINS = f"{_OURS}/windows/standins"  # two folders deep: an included name may begin with ../..
_SANITIZER = f"{_OURS}/sanitizer.o"
_LINKER_FAILED = "collect2: error"
_LIST = "programs.json"
_TOOLS = ("gcc", "g++")


@dataclass(frozen=True, slots=True)
class TreeProgram:
    """A program that was built from a folder."""

    name: str  # of the file with `main`, or of the executable that a Makefile made
    program: Path
    folder: PurePosixPath  # where it runs, relative to the submission; "." is its root


@dataclass(frozen=True, slots=True)
class TreeBuild:
    """All programs of a folder: those that were built, and the faults of the others."""

    programs: tuple[TreeProgram, ...]
    faults: tuple[tuple[str, BuildFault], ...] = ()


def build_programs(
    folder: Path, *, sanitized: bool = False, headers: PreparedHeaders | None = None
) -> TreeBuild | BuildFault:
    """The programs of *folder*, or of one file, and the faults of those that could not be built.

    What *headers* has prepared is used. With *sanitized* they are built with sanitizers, and never
    by the folder's Makefile. Both are sorted by name; together there is at least one. Raises
    `UsageError` if there is no source, `CannotBuildError` if this machine cannot build it.
    """
    tree = _read_tree(folder)
    if isinstance(tree, BuildFault):
        return tree
    tree = replace(tree, sanitized=sanitized, headers=headers)
    if not tree.mains:
        return BuildFault(
            Verdict.COMPILE_ERROR, Text("does not compile: it has no function {name}", name="main")
        )
    home = build_home(
        "tree",
        3,
        [find_compiler(name) for name in _TOOLS],
        sorted(tree.parts.items()),
        tree.charset,
        sorted(standins().items()),
        tree.all_files() if tree.makefile else None,
        (SANITIZER_FLAGS, sanitizer_unit()) if sanitized else None,
    )
    if (known := _cached(home)) is not None:
        return known
    with building(home) as folders:
        if (known := _cached(home)) is not None:  # another process built it meanwhile
            return known
        best = _best_attempt(tree, folders)
        if not best.programs:
            return TreeBuild((), tuple(sorted(best.faults.items())))
        rows = [(name, str(place)) for name, place, _ in sorted(best.programs)]
        if best.faults:  # it is built again each time, for the faults
            home = build_home("part of a tree", home.name, rows)
        for number, (name, _, program) in enumerate(sorted(best.programs)):
            (folders.finished / str(number)).mkdir(mode=0o755)
            shutil.move(program, folders.finished / str(number) / name)
        (folders.finished / _LIST).touch(mode=0o644)
        (folders.finished / _LIST).write_text(json.dumps(rows), encoding="utf-8")
        folders.keep(home)
    return TreeBuild(_programs(home, rows), tuple(sorted(best.faults.items())))


def meant_programs(
    built: TreeBuild, names: Sequence[str] = ()
) -> tuple[TreeProgram, ...] | BuildFault:
    """The programs to run: those of *names*, or the only one, or ``main``; at least one.

    If one of them could not be built, it is its fault that comes back: no other program takes its
    place. Of programs that nobody names, those that cannot be built do not count.
    """
    programs = {program.name.lower(): program for program in built.programs}
    faults = {name.lower(): fault for name, fault in built.faults}
    for meant in (names, ("main",)):
        known = [name.lower() for name in meant if name.lower() in {*programs, *faults}]
        for name in known:
            if name not in programs:
                return faults[name]
        if known:
            return tuple(programs[name] for name in known)
    if not built.programs:
        return built.faults[0][1]
    if len(built.programs) == 1:
        return built.programs
    return BuildFault(
        Verdict.COMPILE_ERROR,
        Text(
            "several programs could be meant: {names}; hand in one of them, or call it main",
            names=", ".join(program.name for program in built.programs[:5]),
        ),
    )


def _cached(home: Path) -> TreeBuild | None:
    """What was built before, if every program was."""
    try:
        rows = json.loads((home / _LIST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return TreeBuild(_programs(home, rows))


def _programs(home: Path, rows: list[tuple[str, str]]) -> tuple[TreeProgram, ...]:
    return tuple(
        TreeProgram(name, home / str(number) / name, PurePosixPath(place))
        for number, (name, place) in enumerate(rows)
    )


@dataclass(frozen=True)
class _Tree:
    """The sources of a folder, by their paths in it."""

    paths: dict[PurePosixPath, Path]  # of all files
    parts: dict[str, bytes]  # sources, headers, and what else they include
    units: tuple[PurePosixPath, ...]  # what is compiled
    mains: tuple[PurePosixPath, ...]  # those of them with `main`
    included: frozenset[str]
    charset: tuple[str, ...]  # flags: texts keep the encoding of their sources
    sanitized: bool = False
    headers: PreparedHeaders | None = None

    @cached_property
    def makefile(self) -> PurePosixPath | None:
        """The Makefile, if there is one that can build this."""
        return None if self.sanitized else find_makefile(self.paths)

    @property
    def sanitizer_flags(self) -> tuple[str, ...]:
        """Flags for compiler and linker."""
        return SANITIZER_FLAGS if self.sanitized else ()

    def all_files(self) -> list[tuple[str, str]]:
        """Each file with the hash of its content: a Makefile may use any of them."""
        return [
            (str(inside), hashlib.sha256(path.read_bytes()).hexdigest())
            for inside, path in self.paths.items()
        ]

    @cached_property
    def include_flags(self) -> tuple[str, ...]:
        """Every folder with headers, after the system's own: a student's list.h hides none."""
        headers = {PurePosixPath(part).parent for part in self.parts}
        places = [f"./{place}" for place in sorted({PurePosixPath("."), *headers})]
        return (
            *(flag for place in places for flag in ("-iquote", place)),
            *(flag for place in (*places, _STANDINS) for flag in ("-idirafter", place)),
        )

    @cached_property
    def libraries(self) -> tuple[str, ...]:
        """The linker's flags for the libraries whose headers are included."""
        needed = [lib.flags for lib in LIBRARIES if lib.header in self.included]
        return (*dict.fromkeys(flag for flags in needed for flag in flags), *_ALWAYS)


def _read_tree(folder: Path) -> _Tree | BuildFault:
    inside_folder = folder.is_dir()
    if link := _linked_source(folder):
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text("{name} is a link: hand in the file itself", name=str(link)),
        )
    paths = {
        PurePosixPath(path.relative_to(folder if inside_folder else folder.parent)): path
        for path in (sorted(folder.rglob("*")) if inside_folder else [folder])
        if path.is_file()
        and not path.is_symlink()
        and not (inside_folder and is_clutter(PurePosixPath(path.relative_to(folder))))
    }
    sources = [inside for inside in paths if inside.suffix.lower() in SOURCE_ENDINGS]
    sources = [inside for inside in sources if not _is_built(inside)] or sources
    if not sources:
        raise UsageError("{folder} holds no C or C++ source", folder=folder.name)
    parts: dict[str, bytes] = {}
    included: set[str] = set()
    waiting = [*sources, *(path for path in paths if path.suffix.lower() in HEADER_ENDINGS)]
    while waiting:
        inside = waiting.pop()
        if str(inside) in parts:
            continue
        text = source_text(paths[inside])
        if isinstance(text, BuildFault):
            where = Text("{path}: {fault}", path=str(inside), fault=text.text)
            return BuildFault(text.verdict, where, text.log)
        parts[str(inside)] = with_our_formats(text)
        included |= (names := included_names(text))
        waiting += [path for path in paths if _is_among(path, names)]
    encodings = {encoding_of(paths[PurePosixPath(part)].read_bytes()) for part in parts} - {"ascii"}
    mains = [inside for inside in sources if has_main(parts[str(inside)])]
    # A source that another one includes is compiled there.
    units = [inside for inside in sources if inside in mains or not _is_among(inside, included)]
    charset = ("-fexec-charset=GB18030",) if encodings == {"gb18030"} else ()
    return _Tree(paths, parts, tuple(units), tuple(mains), frozenset(included), charset)


def _is_among(path: PurePosixPath, included: AbstractSet[str]) -> bool:
    """Whether one of the *included* names may mean *path*."""
    return any(same_name(PureWindowsPath(name).name, path.name) for name in included)


def _linked_source(folder: Path) -> PurePosixPath | None:
    """A source or header below *folder* that is a link, which might lead to any file."""
    for path in sorted(folder.rglob("*")):
        inside = PurePosixPath(path.relative_to(folder))
        if path.is_symlink() and is_code(inside) and not is_clutter(inside):
            return inside
    return None


def _is_built(inside: PurePosixPath) -> bool:
    folders = inside.parts[:-1]
    return any(fnmatch(name.lower(), made) for name in folders for made in _BUILD_FOLDERS)


@dataclass
class _Attempt:
    """What one way of building leads to."""

    programs: list[tuple[str, PurePosixPath, Path]] = field(default_factory=list)
    faults: dict[str, BuildFault] = field(default_factory=dict)
    stopped: Text | None = None  # what the judge did not let a Makefile do


def _best_attempt(tree: _Tree, folders: BuildFolders) -> _Attempt:
    ways: list[Callable[[], _Attempt]] = [lambda: _compiled(tree, folders.work / "1", as_cpp=False)]
    if any(unit.suffix.lower() == C_ENDING for unit in tree.units):
        ways.append(lambda: _compiled(tree, folders.work / "2", as_cpp=True))
    if tree.makefile is not None:
        ways.append(lambda: _made(tree, folders.work / "3"))
    best: _Attempt | None = None
    for way in ways:
        try:
            attempt = way()
        except CompilerLimitError as stopped:
            fault = BuildFault(Verdict.COMPILE_ERROR, stopped.text)
            return best or _Attempt(faults={main.stem: fault for main in tree.mains})
        if best is None:
            best = attempt
        elif len(attempt.programs) > len(best.programs):
            # The first way is the natural one: its errors are those that help.
            faults = {name: best.faults.get(name, fault) for name, fault in attempt.faults.items()}
            best = _Attempt(attempt.programs, faults)
        elif attempt.stopped is not None:
            best.faults = {
                name: _and_makefile(fault, attempt.stopped) for name, fault in best.faults.items()
            }
        if not best.faults:
            break
    assert best is not None  # noqa: S101  (there is at least one way)
    return best


def _and_makefile(fault: BuildFault, stopped: Text) -> BuildFault:
    text = Text("{fault}; its Makefile did not help: {why}", fault=fault.text, why=stopped)
    return BuildFault(fault.verdict, text, fault.log)


def _made(tree: _Tree, folder: Path) -> _Attempt:
    """What the Makefile of *tree* makes."""
    assert tree.makefile is not None  # noqa: S101  (the caller looked)
    made = run_makefile(tree.makefile, tree.paths, tree.parts, folder)
    return _Attempt(made.programs, stopped=made.stopped)


def _compiled(tree: _Tree, folder: Path, *, as_cpp: bool) -> _Attempt:
    """Compile every unit of *tree* in the new *folder*, and link the programs."""
    parts = {**_windows_files(tree), **tree.parts, **_system_object()}
    if tree.sanitized:
        parts[f"{_OURS}/{UNIT}"] = sanitizer_unit()
    objects_in = {str(_object(unit).parent) for unit in tree.units}
    folder.mkdir(mode=0o755)
    with workshop(folder / "here", parts, objects_in, _TOOLS) as shop:
        return _linked(_Bench(tree, shop), tree, folder, as_cpp=as_cpp)


def _linked(bench: "_Bench", tree: _Tree, folder: Path, *, as_cpp: bool) -> _Attempt:
    objects: dict[PurePosixPath, str] = {}
    broken: dict[PurePosixPath, BuildFault] = {}
    log: str | None = None
    if len(tree.units) == 1 and not tree.sanitized:
        output = f"{_OURS}/program"
        log = bench.build_alone(output, tree.units[0], as_cpp=as_cpp)
        if log is None:
            return _Attempt([_taken(bench, output, tree.units[0], folder / "0")])
        if _LINKER_FAILED in log:  # it compiles; what is missing is told in our names
            log = None
    for unit in tree.units:
        made = bench.compile(unit, as_cpp=as_cpp, log=log)
        if isinstance(made, BuildFault):
            broken[unit] = made
        else:
            objects[unit] = made
    if tree.sanitized:
        bench.compile_sanitizer()
    helpers = [made for unit, made in objects.items() if unit not in tree.mains]
    only_c = not as_cpp and all(unit.suffix.lower() == C_ENDING for unit in tree.units)
    fault_of_helper = next((broken[unit] for unit in broken if unit not in tree.mains), None)
    attempt = _Attempt()
    for number, main in enumerate(tree.mains):
        if main in broken:
            attempt.faults[main.stem] = broken[main]
            continue
        output = f"{_OURS}/program{number}"
        fault = bench.link(output, objects[main], helpers, only_c=only_c)
        if fault is None:
            attempt.programs.append(_taken(bench, output, main, folder / str(number)))
        else:
            attempt.faults[main.stem] = fault_of_helper or fault
    return attempt


def _taken(
    bench: "_Bench", output: str, main: PurePosixPath, to: Path
) -> tuple[str, PurePosixPath, Path]:
    """The program *output* of *main*, copied out of the workshop."""
    take_file(bench.shop.folder / output, to)
    return main.stem, main.parent, to


def _system_object() -> dict[str, bytes]:
    """The object file of our `system`, which every program is linked with; compiled once.

    There is none if a compiler does not even compile that: linking will say so.
    """
    source = standins()[_SYSTEM_SOURCE]
    home = build_home("system", find_compiler("gcc"), source)
    made = home / Path(_SYSTEM).name
    if not made.exists():
        with building(home) as folders:
            parts = {_SYSTEM_SOURCE: source}
            with workshop(folders.work / "here", parts, (), ("gcc",)) as shop:
                if shop.run("gcc", ["-O2", "-c", "-o", made.name, _SYSTEM_SOURCE]) is not None:
                    return {}
                take_file(shop.folder / made.name, folders.finished / made.name)
            folders.keep(home)
    return {_SYSTEM: made.read_bytes()}


def _object(unit: PurePosixPath) -> PurePosixPath:
    return PurePosixPath(_OURS, f"{unit}.o")


@dataclass(frozen=True, slots=True)
class _Bench:
    """Runs the compiler on parts of a tree, which lie in a workshop."""

    tree: _Tree
    shop: Workshop

    def _ways(self, unit: PurePosixPath, *, as_cpp: bool) -> list[tuple[str, ...]]:
        """The compilers and flags to try for *unit*, the likeliest first."""
        is_c = unit.suffix.lower() == C_ENDING
        ways: list[tuple[str, ...]] = [("gcc", *_C_FLAGS)]
        if as_cpp or not is_c:
            language = _AS_CPP if is_c else ()
            ways = [("g++", *_CPP_FLAGS, standard, *language) for standard in _CPP_STANDARDS]
        lenient = (*ways[0], "-include", f"{_STANDINS}/{VISUAL}")
        return (
            [lenient, *ways] if uses_visual_names(self.tree.parts[str(unit)]) else [*ways, lenient]
        )

    def _unit_arguments(self, unit: PurePosixPath, flags: Sequence[str]) -> list[str]:
        source = f"{self.shop.folder}/{unit}"
        tree = self.tree
        return [*tree.include_flags, *tree.charset, *flags, *tree.sanitizer_flags, source]

    def build_alone(self, output: str, unit: PurePosixPath, *, as_cpp: bool) -> str | None:
        """Compile and link a program of *unit* alone at one go: None, or what was printed."""
        name, *flags = self._ways(unit, as_cpp=as_cpp)[0]
        arguments = [*_LINK_FLAGS, "-o", output, *self._unit_arguments(unit, flags)]
        arguments += ["-x", "none", _SYSTEM, *self.tree.libraries]
        if (header := self._prepared_header(unit, name, flags)) is not None:
            first = ["-include", str(header)]
            if self.shop.run(name, [*first, *arguments], [str(header.parent)]) is None:
                return None  # else it says what is wrong as if nothing had been prepared
        return self.shop.run(name, arguments)

    def _prepared_header(
        self, unit: PurePosixPath, compiler: str, flags: Sequence[str]
    ) -> Path | None:
        """The header to include before a C++ *unit*, if its own are prepared."""
        tree = self.tree
        if tree.headers is None or unit.suffix.lower() == C_ENDING or "-include" in flags:
            return None
        return tree.headers.find(tree.parts[str(unit)], compiler, (*tree.charset, *flags))

    def compile(
        self, unit: PurePosixPath, *, as_cpp: bool, log: str | None = None
    ) -> str | BuildFault:
        """The object file of *unit*, or why it cannot be compiled.

        *log* is what the first way has printed, if it was tried and failed.
        """
        made = str(_object(unit))
        first: BuildFault | None = None  # of the ways without our header
        for name, *flags in self._ways(unit, as_cpp=as_cpp):
            if log is None:
                log = self.shop.run(name, ["-c", "-o", made, *self._unit_arguments(unit, flags)])
            if log is None:
                return made
            if VISUAL not in flags[-1]:
                first = first or explain(log, self.tree.included)
            if first and "fatal error" in log:  # a missing header is missing in every standard
                break
            log = None
        assert first is not None  # noqa: S101  (there is at least one way)
        return first

    def compile_sanitizer(self) -> None:
        """Make the object file of the sanitizers' options."""
        self.shop.run("gcc", ["-O1", "-c", "-o", _SANITIZER, f"{_OURS}/{UNIT}"])

    def link(
        self, output: str, main: str, helpers: list[str], *, only_c: bool
    ) -> BuildFault | None:
        """Link a program of *main* and *helpers*; if they clash, with those only that it needs."""
        name = "gcc" if only_c else "g++"
        start = [*_LINK_FLAGS, *self.tree.sanitizer_flags, "-o", output, main]
        ours = [_SYSTEM, _SANITIZER] if self.tree.sanitized else [_SYSTEM]
        end = [*ours, *self.tree.libraries]
        log = self.shop.run(name, [*start, *helpers, *end])
        if log is None:
            return None
        if helpers:
            archive = f"{output}.a"
            self.shop.run("ar", ["rcs", archive, *helpers])
            if self.shop.run(name, [*start, archive, *end]) is None:
                return None
        return explain(log.replace(f"{_OURS}/", ""), self.tree.included)


def _windows_files(tree: _Tree) -> dict[str, bytes]:
    """What stands for Windows in a build of *tree*: headers, other names of headers, `system`."""
    wanted = {**header_aliases(tree.included, tree.parts, standins()), **standins()}
    placed = {normpath(f"{_STANDINS}/{name}"): content for name, content in wanted.items()}
    return {place: content for place, content in placed.items() if place.startswith(f"{_OURS}/")}
