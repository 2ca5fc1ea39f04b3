"""Standard headers that many programs include, read by the compiler once for all of them.

Reading headers takes half of the time that a small C++ program takes to compile, and with
``<bits/stdc++.h>`` two thirds. Programs of a class include the same few. What the compiler has read
is given to it again as a precompiled header, in place of the headers at the beginning of a source,
exactly those: the program that comes out is the same, byte for byte.
"""

import re
import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from threading import Lock

from garlic.core.limits import MEGABYTE
from garlic.judge.building.compiler import (
    CompilerLimitError,
    find_compiler,
    take_file,
    workshop,
)
from garlic.judge.building.entries import temporary_folder
from garlic.judge.building.outcome import CannotBuildError

_USES = 3  # of the same headers, until they are prepared: making that takes as long as a program
_MOST = 8  # that are prepared; each takes 30 to 100 MB of the disk
_LARGEST = 192 * MEGABYTE
_HEADER = "first.h"

_CPP_HEADERS = (
    "algorithm any array atomic bitset cassert ccomplex cctype cerrno cfenv cfloat charconv "
    "chrono cinttypes climits clocale cmath codecvt complex condition_variable csetjmp csignal "
    "cstdarg cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque "
    "exception execution filesystem forward_list fstream functional future initializer_list "
    "iomanip ios iosfwd iostream istream iterator limits list locale map memory memory_resource "
    "mutex new numeric optional ostream queue random ratio regex scoped_allocator set "
    "shared_mutex sstream stack stdexcept streambuf string string_view strstream system_error "
    "thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray "
    "variant vector bits/stdc++.h "
)
_C_HEADERS = (
    "assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h "
    "stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h wctype.h "
)
_STANDARD = frozenset(f"{_CPP_HEADERS}{_C_HEADERS}".split())
_SPACE = re.compile(rb"(?:\s|//[^\n\\]*\n|/\*.*?\*/)*", re.DOTALL)
_INCLUDE = re.compile(rb"#[ \t]*include[ \t]*<([\w/+.]+)>[ \t]*(?=\r?\n|//|/\*)")


def first_headers(source: bytes) -> tuple[str, ...]:
    """The standard headers that *source* includes before anything else, sorted."""
    found: set[str] = set()
    place = 3 if source.startswith(b"\xef\xbb\xbf") else 0
    while True:
        space = _SPACE.match(source, place)
        include = _INCLUDE.match(source, space.end() if space else place)
        if include is None or (name := include[1].decode("ascii", "replace")) not in _STANDARD:
            return tuple(sorted(found))
        found.add(name)
        place = include.end()


class PreparedHeaders(AbstractContextManager["PreparedHeaders"]):
    """What is prepared for the programs of one class; removed in the end. Thread-safe."""

    def __init__(self) -> None:
        self._uses: Counter[tuple[object, ...]] = Counter()
        self._prepared: dict[tuple[object, ...], Path | None] = {}
        self._lock = Lock()
        self._folders = ExitStack()

    def find(self, source: bytes, compiler: str, flags: Sequence[str]) -> Path | None:
        """The header to include before *source*, if its headers are prepared for these flags.

        They are prepared when they are asked for again and again.
        """
        names = first_headers(source)
        if not names:
            return None
        key = (names, find_compiler(compiler), tuple(flags))
        with self._lock:
            self._uses[key] += 1
            if self._uses[key] != _USES or len(self._prepared) >= _MOST:
                return self._prepared.get(key)
            self._prepared[key] = None  # nobody waits while it is made
        path = self._made(names, compiler, flags)
        with self._lock:
            self._prepared[key] = path
        return path

    def _made(self, names: Sequence[str], compiler: str, flags: Sequence[str]) -> Path | None:
        """A new prepared header; None if the compiler cannot make it."""
        content = "".join(f"#include <{name}>\n" for name in names).encode()
        made = f"{_HEADER}.gch"
        try:
            with self._lock:
                folder = self._folders.enter_context(temporary_folder())
            work = folder / "here"
            with workshop(work, {_HEADER: content}, (), (compiler,), _LARGEST) as shop:
                if (
                    shop.run(compiler, [*flags, "-x", "c++-header", "-o", made, _HEADER])
                    is not None
                ):
                    return None
                take_file(shop.folder / made, folder / made)
            shutil.rmtree(work)
            (folder / _HEADER).write_bytes(content)
            (folder / _HEADER).chmod(0o644)
        except (CompilerLimitError, CannotBuildError, OSError):
            return None
        return folder / _HEADER

    def close(self) -> None:
        """Remove everything."""
        self._folders.close()

    def __exit__(self, *_: object) -> None:
        self.close()
