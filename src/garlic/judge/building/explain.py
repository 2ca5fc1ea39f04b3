"""Turns a compiler's output into a sentence for the author of the source."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from garlic.core import Text, Verdict
from garlic.judge.building.outcome import BuildFault, NotInstalledError
from garlic.judge.building.sources import encoding_of

_LONGEST_LOG = 8000
_NOT_DEFINED = re.compile(r"undefined reference to [`'‘]([^'’\n]+)")
_NOT_KNOWN = re.compile(
    r"error: (?:unknown type name )?['‘](\w+)['’]"
    r"(?: undeclared| was not declared| does not name a type|\n|$|;)",
    re.MULTILINE,
)
_NO_HEADER = re.compile(r"fatal error: ([^\n:]+): No such file or directory")
# How compiler, assembler, linker and shell name a file that they may not read; for a file that it
# is to copy the assembler gives no reason.
_REFUSED = re.compile(
    r"(?<![\w./-])((?:/|\.\./)[^\s:'\"]+)(?: for reading)?: Permission denied"
    r"|Error: file not found: ((?:/|\.\./)[^\n]+)"
)
_STRAY_BYTE = re.compile(r"stray ['‘]\\[23]\d\d['’] in program")
_NO_LIBRARY = re.compile(r"cannot find -l(\w+)")

WINDOWS_HEADERS = frozenset(  # those with stand-ins in a student's folder
    {"windows.h", "conio.h", "io.h", "direct.h", "process.h", "tchar.h"}
)
_OTHER_WINDOWS_HEADERS = frozenset(
    [
        "easyx.h",
        "graphics.h",
        "mmsystem.h",
        "shellapi.h",
        "winsock.h",
        "winsock2.h",
    ]
)
# How names of Windows look; a student's own misspelt name should not look like that.
_WINDOWS_NAME = re.compile(
    r"Create(?:Thread|File|Mutex|Event|Process|Window|Semaphore|Directory)\w*"
    r"|[A-Z][a-z]+\w*Console\w*|WaitFor\w+|\w+CriticalSection|Interlocked\w+|WSA\w+"
    r"|(?:Get|Set)(?:Cursor|Window|Foreground|System|Current|Client|File|Module|Last|Keyboard"
    r"|Pixel|DC|Thread|Process|Priority|Exit|Computer|User)\w*"
    r"|Find(?:First|Next|Close|Window)\w*|PlaySound\w*|mciSend\w*|(?:Show|Move|Update)Window"
    r"|MultiByteToWideChar|WideCharToMultiByte|(?:Virtual|Global|Heap)(?:Alloc|Free)"
    r"|(?:Terminate|Exit)(?:Thread|Process)|keybd_event|mouse_event|(?:Read|Write)File"
    r"|(?:WIN32|CONSOLE|KEY|MOUSE|VK|MB|SW|SND|GENERIC|ENABLE|COMMON_LVB|THREAD|INPUT)_\w+"
    r"|\w+_EVENT|\w+_SECTION|CHAR_INFO|HINSTANCE|HDC|HMODULE|HICON|LP[A-Z]+|P[A-Z]+_[A-Z_]+"
    r"|FILETIME|POINT|RECT|MSG|TEXT|TCHAR|LRESULT|WPARAM|LPARAM|_[a-z]\w*"
)
_VISUAL_NAME = re.compile(
    r"(?:f|s|v)?(?:scanf|printf)_s|(?:str|mem|wcs)n?(?:cpy|cat|tok)_s|gets_s|f(?:re)?open_s"
    r"|_?itoa(?:_s)?|(?:local|gm)time_s|ctime_s"
)


@dataclass(frozen=True, slots=True)
class Library:
    """A library that is linked where a source includes its header."""

    header: str
    flags: tuple[str, ...]
    package: str  # of Debian


LIBRARIES = (
    Library("png.h", ("-lpng",), "libpng-dev"),
    Library("readline/readline.h", ("-lreadline",), "libreadline-dev"),
    Library("readline/history.h", ("-lreadline",), "libreadline-dev"),
    Library("zlib.h", ("-lz",), "zlib1g-dev"),
    Library("ncurses.h", ("-lncurses",), "libncurses-dev"),
    Library("curses.h", ("-lncurses",), "libncurses-dev"),
)


def explain(log: str, included: AbstractSet[str] = frozenset()) -> BuildFault:
    """The fault for a compiler's output; *included* is what the sources include.

    Raises `NotInstalledError` if this machine lacks a library that they use.
    """
    _check_libraries(log, included)
    return BuildFault(Verdict.COMPILE_ERROR, _sentence(log, included), log[:_LONGEST_LOG])


def refused_path(log: str) -> str | None:
    """The first file in a compiler's output that it was not allowed to read."""
    found = _REFUSED.search(log)
    return (found[1] or found[2]) if found else None


def explain_encoding(fault: BuildFault, source: Path) -> BuildFault:
    """*fault*, or that the compiler met bytes outside comments which are text in no encoding."""
    if not _STRAY_BYTE.search(fault.log) or encoding_of(source.read_bytes()) is not None:
        return fault
    text = Text("the file is not text in any encoding we know: save it as UTF-8")
    return BuildFault(fault.verdict, text, fault.log)


def _check_libraries(log: str, included: AbstractSet[str]) -> None:
    missing = {*_NO_HEADER.findall(log), *(f"-l{name}" for name in _NO_LIBRARY.findall(log))}
    for library in LIBRARIES:
        if library.header in included and missing & {library.header, *library.flags}:
            raise NotInstalledError(
                "it includes <{header}>, and the Debian package {package} is not installed on"
                " this machine",
                header=library.header,
                package=library.package,
            )


def _sentence(log: str, included: AbstractSet[str]) -> Text:
    if path := refused_path(log):
        return Text(
            "reads {path}, which is not part of it: a source can include only its own files and"
            " the system's headers",
            path=path,
        )
    header = _NO_HEADER.search(log)
    if header and header[1].lower() in WINDOWS_HEADERS | _OTHER_WINDOWS_HEADERS:
        return Text("uses <{header}>, which only Windows has", header=header[1])
    used = sorted(name for name in included if name.lower() in WINDOWS_HEADERS)
    names = [*_NOT_KNOWN.findall(log), *_NOT_DEFINED.findall(log)]
    for name in names:
        bare = name.split("(")[0]  # C++ adds the types of the parameters
        if _VISUAL_NAME.fullmatch(bare):
            return Text("uses {name}, which only Visual C++ has", name=bare)
        if used and _WINDOWS_NAME.fullmatch(bare):
            return Text(
                "uses {name} of <{header}>, which only Windows has",
                name=bare,
                header="windows.h" if bare[0] != "_" and "windows.h" in used else used[0],
            )
    if found := _NOT_DEFINED.search(log):
        return Text("does not compile: it has no function {name}", name=found[1])
    first = next((line for line in log.splitlines() if "error" in line), Text("see the log"))
    return Text("does not compile: {first}", first=first)
