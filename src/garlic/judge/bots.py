"""Finds the program that a bot's name stands for. One string names a bot everywhere.

==========================  ============================================================
``player.h`` ``.hpp``       the courses' C form (also ``.c``, ``.cpp``, ``.txt`` without `main`)
``folder``                  a course folder: the ``code/player.h`` in it
``console:folder``          an interactive program: all C or C++ files in it
``bot.py``                  a Python bot, see `garlic.bot`
``bot.c`` ``bot.cpp``       a program with `main` that speaks our line protocol, compiled
``bot.js`` ``Bot.java``     the same in JavaScript, Java, Perl, Ruby, Lua: run by its language
``./program``               an executable that speaks our line protocol
``cmd:java -cp . Bot``      any command line
``uci:./engine?Hash=64``    a program in a protocol of `garlic.wire.registry`, with settings
``engine:othello?level=3``  our engine; ``baseline:GAME/NAME`` and ``random:GAME`` likewise
``human``                   you
==========================  ============================================================
"""

import hashlib
import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import garlic
from garlic.core import UsageError
from garlic.core.reading.files import why
from garlic.games import GAMES
from garlic.judge.building.sources import SOURCE_ENDINGS
from garlic.judge.course_folder import other_parts, student_file
from garlic.wire import PROTOCOLS
from garlic.wire.settings import FILES, parse_settings, whole_setting

_COURSE_ENDINGS = {".h", ".hpp", ".c", ".cc", ".cpp", ".cxx", ".txt"}
_INTERPRETERS = {".js": "node", ".mjs": "node", ".pl": "perl", ".rb": "ruby", ".lua": "lua"}
# Of sources that are a program; a header or a text may be one only in the courses' form.
PROGRAM_ENDINGS = frozenset({*SOURCE_ENDINGS, *_INTERPRETERS, ".py", ".java"})
_MAIN = re.compile(rb"\bmain\s*\(")
_BUILT_IN = ("engine", "baseline", "random")
_NUMBERS = {"nodes": 1, "seed": 0}  # options of every built-in bot, and their smallest values

LARGEST_BOT = 64 << 20


class BotKind(Enum):
    """What kind of program a bot is; decides how it is built and started."""

    COURSE = "course"
    COMPILED = "compiled"
    FOLDER = "folder"
    PYTHON = "python"
    SCRIPT = "script"
    JAVA = "java"
    PROGRAM = "program"
    BUILT_IN = "built-in"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that was found: its kind, file or command, and protocol."""

    name: str  # the string it was named by
    kind: BotKind
    protocol: str = "line"  # or "course", or one of `PROTOCOLS`
    path: Path | None = None
    command: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)  # behind the `?` of its name

    @property
    def files(self) -> tuple[Path, ...]:
        """The files it may read besides itself, from its name (``?files=PATH:PATH``)."""
        return tuple(map(Path, filter(None, self.settings.get(FILES, "").split(os.pathsep))))

    def digest(self) -> str:
        """A hash of the bot: of its content if it is a file, else of its command.

        Files named in the command count by their content; files that those read are not known.
        The hash of a built-in bot changes with our code and that of its game. It is the same on
        every machine, wherever programs are installed there.
        """
        words = self.command[1:]
        if self.command and self.kind is not BotKind.BUILT_IN:
            words = (Path(self.command[0]).name, *words)
        digest = hashlib.sha256(f"{self.kind.value} {self.protocol} {words}".encode())
        if self.kind is BotKind.BUILT_IN:
            digest.update(_own_code() + _game_code(self.command[4].partition("/")[0]))
        elif self.path is None:
            for word in self._own_words():
                if Path(word).is_file():
                    digest.update(hashlib.sha256(Path(word).read_bytes()).digest())
        if self.kind is BotKind.FOLDER:
            _add_folder(digest, self.path)
        elif self.path is not None:
            digest.update(self.path.read_bytes())
            for place, part in sorted(self._other_parts().items()):
                digest.update(f"\0{place}\0".encode() + part.read_bytes())
        if self.kind is not BotKind.BUILT_IN:
            self._add_settings(digest)
        return digest.hexdigest()

    def _add_settings(self, digest: "hashlib._Hash") -> None:
        """Add the settings in its name; files count by their content, not by their path."""
        file_keys = PROTOCOLS[self.protocol].file_settings if self.protocol in PROTOCOLS else ()
        for key, value in sorted(self.settings.items()):
            if key not in (FILES, *file_keys):
                digest.update(f"\0{key}={value}".encode())
        own = [Path(self.settings[key]) for key in file_keys if key in self.settings]
        for path in (*own, *self.files):
            inside = sorted(path.rglob("*")) if path.is_dir() else [path]
            for file in filter(Path.is_file, inside):
                with file.open("rb") as content:
                    digest.update(hashlib.file_digest(content, "sha256").digest())

    def content(self) -> bytes | None:
        """The content of the bot's file, None if it has no file.

        Raises `UsageError` if the file cannot be read or is larger than `LARGEST_BOT`.
        """
        if self.path is None:
            return None
        if self.kind is BotKind.FOLDER:
            raise UsageError(
                "the bot {name!r} is a folder, which only plays on this machine", name=self.name
            )
        if parts := self._other_parts():
            raise UsageError(
                "the bot {name!r} includes {part}, so it only plays on this machine",
                name=self.name,
                part=min(parts),
            )
        try:
            content = self.path.read_bytes()
        except OSError as fault:
            raise UsageError(
                "cannot read the bot {name!r}: {why}", name=self.name, why=why(fault)
            ) from fault
        if len(content) > LARGEST_BOT:
            raise UsageError(
                "the bot {name!r} is larger than {limit} MB",
                name=self.name,
                limit=LARGEST_BOT >> 20,
            )
        return content

    def _other_parts(self) -> dict[str, Path]:
        """The other files of its course folder that it includes."""
        in_folder = self.kind is BotKind.COURSE and self.path is not None
        return other_parts(self.path) if in_folder and self.path is not None else {}

    def _own_words(self) -> tuple[str, ...]:
        """The words of the command, without an installed program such as `java`."""
        installed = self.command[:1] == (shutil.which(Path(*self.command[:1]).name),)
        return self.command[int(installed) :]


def _add_folder(digest: "hashlib._Hash", folder: Path | None) -> None:
    """Add names and contents of the files below *folder*."""
    for file in sorted(folder.rglob("*") if folder else ()):
        if file.is_file() and not file.is_symlink():
            digest.update(f"\0{file.relative_to(folder or file)}\0".encode())
            with file.open("rb") as content:
                digest.update(hashlib.file_digest(content, "sha256").digest())


@cache
def _own_code() -> bytes:
    """A hash of the code of the built-in bots."""
    digest = hashlib.sha256()
    native = find_spec("garlic._core")
    if native is not None and native.origin is not None:
        digest.update(Path(native.origin).read_bytes())
    for home in map(Path, garlic.__path__):
        for part in ("engines", "games"):
            _add_sources(digest, home / part)
    return digest.digest()


@cache
def _game_code(game: str) -> bytes:
    """A hash of the package that *game* is in; of nothing if that is ours."""
    digest = hashlib.sha256()
    if game in GAMES and not (provider := GAMES.provider(game)).is_ours:
        for place in map(Path, provider.places()):
            _add_sources(digest, place)
    return digest.digest()


def _add_sources(digest: "hashlib._Hash", place: Path) -> None:
    """Add names and contents of the files in *place*, or of that file."""
    for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(str(file.relative_to(place.parent)).encode() + b"\0" + file.read_bytes())


def find_bot(name: str) -> Bot:
    """The bot that *name* stands for; raise `UsageError` if there is none."""
    if name == "human":
        return Bot(name, BotKind.HUMAN)
    word, colon, rest = name.partition(":")
    if colon and word in _BUILT_IN:
        return _built_in(name, word, rest)
    if colon and word == "cmd":
        return _command(name, rest)
    if colon and word in PROTOCOLS:
        return _with_protocol(name)
    return _file(name)


@dataclass(frozen=True, slots=True)
class NameParts:
    """The parts of a bot's name: ``uci``, ``./engine``, ``Hash=64`` of ``uci:./engine?Hash=64``."""

    word: str  # of a protocol; empty if the name has none
    program: str
    query: str = ""

    @classmethod
    def of(cls, name: str) -> "NameParts":
        """The parts of *name*."""
        word, colon, rest = name.partition(":")
        if not colon or word not in PROTOCOLS:
            return cls("", name)
        program, mark, query = rest.rpartition("?")
        return cls(word, program, query) if mark else cls(word, rest)

    def with_program(self, program: str) -> str:
        """The name with another program."""
        if not self.word:
            return program
        return f"{self.word}:{program}{f'?{self.query}' if self.query else ''}"

    def settings(self) -> dict[str, str]:
        """The settings in the name; raise `UsageError`."""
        return parse_settings(self.with_program(self.program), self.query)


def _with_protocol(name: str) -> Bot:
    parts = NameParts.of(name)
    program = parts.program
    if not program:
        raise UsageError(
            "expected a program behind {word!r}, got {name!r}", word=f"{parts.word}:", name=name
        )
    if not _exists(program) and not _is_a_name(program):
        installed = shutil.which(program) if "/" not in program else None
        if installed is None:
            raise UsageError(
                "cannot read the bot {name!r}: there is no program {program!r};"
                " install it, or give its path",
                name=name,
                program=program,
            )
        program = installed  # installed programs need no path
    if PROTOCOLS[parts.word].takes_folders and program and Path(program).is_dir():
        inner = Bot(name, BotKind.FOLDER, path=Path(program))
    else:
        inner = find_bot(program)
    if inner.kind in {BotKind.BUILT_IN, BotKind.HUMAN}:
        raise UsageError(
            "expected a program behind {word!r}, got {name!r}", word=f"{parts.word}:", name=name
        )
    settings = parts.settings()
    for key in (FILES, *PROTOCOLS[parts.word].file_settings):
        if key in settings:
            settings[key] = _absolute(settings[key])
    return Bot(name, inner.kind, parts.word, inner.path, inner.command, settings)


def _absolute(paths: str) -> str:
    """*paths*, separated by colons, made absolute; raise `UsageError` if one does not exist."""
    resolved = []
    for path in filter(None, paths.split(os.pathsep)):
        if not _exists(path):
            raise UsageError("there is no file {path!r}", path=path)
        resolved.append(str(Path(path).resolve()))
    return os.pathsep.join(resolved)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # not a file name: too long, or with a null character
        return False


def _is_a_name(program: str) -> bool:
    """Whether *program* is no file, but another form of a bot's name, such as ``cmd:java Bot``."""
    word, colon, _ = program.partition(":")
    return program == "human" or (bool(colon) and word in {*_BUILT_IN, *PROTOCOLS, "cmd"})


def find_bot_at(name: str, path: Path | None) -> Bot:
    """The bot called *name* whose file, if it has one, is at *path* on this machine.

    Raises `UsageError` like `find_bot`.
    """
    if path is None:
        return find_bot(name)
    return replace(find_bot(NameParts.of(name).with_program(str(path))), name=name)


def _file(name: str) -> Bot:
    path = _path(name)
    try:
        head = path.read_bytes()
    except (OSError, ValueError) as fault:  # ValueError: not a file name
        if isinstance(fault, FileNotFoundError):
            raise UsageError(
                "cannot read the bot {name!r}: there is no such file,"
                " and no such name in `garlic bots`",
                name=name,
            ) from fault
        if name and isinstance(fault, IsADirectoryError):
            raise UsageError(
                "cannot read the bot {name!r}: a folder; name the file in it, e.g. {example}",
                name=name,
                example=str(_example_in(path)),
            ) from fault
        reason = why(fault) if isinstance(fault, OSError) else str(fault)
        raise UsageError("cannot read the bot {name!r}: {why}", name=name, why=reason) from fault
    ending = path.suffix.lower()
    if ending == ".py":
        return Bot(name, BotKind.PYTHON, path=path)
    if ending == ".java":
        return Bot(name, BotKind.JAVA, path=path)
    if ending in _INTERPRETERS:
        return Bot(name, BotKind.SCRIPT, path=path, command=(_installed(_INTERPRETERS[ending]),))
    if ending in _COURSE_ENDINGS and ending not in {".h", ".hpp"} and _MAIN.search(head):
        return Bot(name, BotKind.COMPILED, path=path)
    if ending in _COURSE_ENDINGS:
        return Bot(name, BotKind.COURSE, "course", path=path)
    if path.stat().st_mode & 0o111 and ending != ".zip":
        return _program(name, path, head)
    raise _not_a_bot(name, ending)


def _example_in(folder: Path) -> Path:
    """A file of *folder* that could be the bot that was meant; `player.h` if there is none."""
    endings = {*_COURSE_ENDINGS, *_INTERPRETERS, ".py", ".java"} - {".txt"}
    for place in (folder / "code", folder):
        try:
            sources = [file for file in place.iterdir() if file.suffix.lower() in endings]
        except OSError:
            continue
        if sources:
            return min(sources, key=lambda file: (file.stem == "computer", file.name))
    return folder / "player.h"


def _path(name: str) -> Path:
    """The file *name*; of a course folder the bot in it."""
    in_folder = student_file(Path(name)) if name and _exists(name) else None
    return in_folder or Path(name)


def _program(name: str, path: Path, head: bytes) -> Bot:
    """The program; not a script, which would start another program."""
    if not head.startswith(b"#!"):
        return Bot(name, BotKind.PROGRAM, path=path.resolve())
    words = head.partition(b"\n")[0][2:].decode(errors="replace").split()
    while len(words) > 1 and (Path(words[0]).name == "env" or words[0].startswith("-")):
        del words[0]
    raise UsageError(
        "{name!r} is a script, and bots may not start other programs; name the program that runs "
        "it: cmd:{interpreter} {name}, or the program that it starts: cmd:PROGRAM ARGUMENTS",
        name=name,
        interpreter=words[0] if words else "PROGRAM",
    )


def _not_a_bot(name: str, ending: str) -> UsageError:
    if ending == ".zip":
        return UsageError("{name!r} is a zip file: unpack it, and name the bot's file", name=name)
    return UsageError(
        "{name!r} is not executable and has no ending that tells its language; "
        "make it executable, or write cmd:PROGRAM {name}",
        name=name,
    )


def _built_in(name: str, word: str, rest: str) -> Bot:
    target, _, query = rest.partition("?")
    options = parse_settings(name, query)
    for key in options.keys() & _NUMBERS.keys():
        whole_setting(key, options[key], _NUMBERS[key])
    command = (sys.executable, "-m", "garlic.engines", word, target)
    extra = tuple(f"--{key}={value}" for key, value in sorted(options.items()))
    return Bot(name, BotKind.BUILT_IN, command=command + extra, settings=options)


def _command(name: str, rest: str) -> Bot:
    try:
        words = shlex.split(rest)
    except ValueError as fault:
        raise UsageError(
            "cannot read the command in {name!r}: {why}", name=name, why=str(fault)
        ) from fault
    if not words:
        raise UsageError("expected a command after 'cmd:', got {name!r}", name=name)
    return Bot(name, BotKind.PROGRAM, command=(_installed(words[0]), *words[1:]))


def _installed(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise UsageError("the program {program!r} is not installed", program=program)
    return path
