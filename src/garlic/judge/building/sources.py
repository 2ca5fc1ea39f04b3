"""Sources of students: which files are theirs, their text, and whether they have a `main`."""

import codecs
import contextlib
import re
from pathlib import Path, PurePosixPath

from garlic.core import Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.judge.building.outcome import BuildFault

C_ENDING = ".c"
SOURCE_ENDINGS = frozenset({C_ENDING, ".cc", ".cpp", ".cxx"})
HEADER_ENDINGS = frozenset({".h", ".hpp", ".hh", ".hxx"})

_LARGEST_SOURCE = 4 * MEGABYTE
_COMMENT_OR_STRING = re.compile(
    r"//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)
_CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b\s*(.*)")
# A definition: the parameters are followed by a body, in old C after their declarations. All
# repetitions are limited, as the text may be hostile.
_MAIN = re.compile(
    r"(?<![\w.:>~])(?:_t)?main\s{0,99}\([^()]{0,400}\)\s{0,99}(?:->\s{0,9}\w{1,20}\s{0,99})?"
    r"(?:[\w\s*,\[\]]{1,200};){0,4}\s{0,99}\{"
)
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)
_CLUTTER_FOLDERS = {"__MACOSX", "__pycache__", "node_modules", "venv", "ipch", "CMakeFiles"}
_CLUTTER = frozenset(_CLUTTER_FOLDERS | {"Thumbs.db", "desktop.ini"})
_CLUTTER_ENDINGS = (".dSYM", ".xcodeproj")


def is_clutter(path: PurePosixPath) -> bool:
    """Whether a file is not the student's work: hidden, or made by a system or an editor."""
    return any(
        part.startswith((".", "~$")) or part in _CLUTTER or part.endswith(_CLUTTER_ENDINGS)
        for part in path.parts
    )


def is_code(path: PurePosixPath) -> bool:
    """Whether *path* is called like a source or header in C or C++."""
    return path.suffix.lower() in SOURCE_ENDINGS | HEADER_ENDINGS


def source_text(source: Path) -> bytes | BuildFault:
    """The source as a compiler takes it: UTF-8 where that can be told, else as it is."""
    content = source.read_bytes()
    if len(content) > _LARGEST_SOURCE:
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text("the source is larger than {limit} MB", limit=_LARGEST_SOURCE // MEGABYTE),
        )
    encoding = encoding_of(content)
    if encoding is None:  # comments in two encodings: a compiler does not mind, so neither do we
        text = content.decode("utf-8", "surrogateescape")
    else:
        text = content.decode(encoding)
    if "\0" in text:
        return BuildFault(
            Verdict.COMPILE_ERROR, Text("the file is not text: it holds bytes of value 0")
        )
    return text.encode("utf-8", "surrogateescape")


def encoding_of(content: bytes) -> str | None:
    """The encoding of a source, None if there are several in it."""
    encodings = ["ascii", "utf-8-sig", "gb18030"]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    for encoding in encodings:
        with contextlib.suppress(UnicodeDecodeError):
            content.decode(encoding)
            return encoding
    return None


def without_comments(code: str) -> str:
    """C or C++ *code* with comments, strings and characters blanked out; lines stay lines."""
    return _COMMENT_OR_STRING.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), code)


def has_main(text: bytes) -> bool:
    """Whether a C or C++ source defines `main`, outside comments, strings and ``#if 0``."""
    code = without_comments(text.decode("utf-8", "replace").replace("\r\n", "\n"))
    return _MAIN.search(_without_disabled(code)) is not None


def _without_disabled(code: str) -> str:
    """*code* without the lines between ``#if 0`` and its ``#else`` or ``#endif``."""
    kept = []
    disabled = 0  # how many conditions are open inside a disabled part, with its own
    for line in code.split("\n"):
        found = _CONDITION.match(line)
        word = found[1] if found else ""
        if disabled:
            if word.startswith("if"):
                disabled += 1
            elif word == "endif" or (disabled == 1 and word in {"else", "elif"}):
                disabled -= 1
        elif found and word == "if" and found[2].strip() == "0":
            disabled = 1
        else:
            kept.append(line)
    return "\n".join(kept)


def included_names(text: bytes) -> set[str]:
    """What a source includes, as it is written there: ``png.h``, ``../include/state.h``."""
    code = text.decode("utf-8", "replace")
    # Comments go, but not strings: an included name is written like one.
    code = _COMMENT_OR_STRING.sub(lambda part: part[0] if part[0][0] in "\"'" else " ", code)
    return {name.strip() for name in _INCLUDE.findall(code)}
