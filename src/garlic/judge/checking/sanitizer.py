"""Reads the reports of the sanitizers: which line of a bot misuses memory, and how.

The reports are those of gcc's AddressSanitizer, which ends the program at the first fault, and of
its UndefinedBehaviorSanitizer, which goes on. How frames are written is set in
`course/sanitized.c`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from garlic.core import Text


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the bot: its name for the author, and its lines."""

    name: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class MemoryFault:
    """One fault: where it is, a sentence, and the frames of the bot that led there.

    A fault that is not *serious* is undefined behaviour that does what was meant on usual machines.
    """

    file: str | None  # None if no line of the bot was found
    line: int
    what: Text
    serious: bool
    function: str | None = None
    excerpt: str = ""
    fatal: bool = False  # the program was ended

    @property
    def text(self) -> Text:
        """The whole sentence, with file, line and function."""
        if self.file is None:
            return self.what
        place = f"{self.file}:{self.line}"
        if self.function is None:
            return Text("{place}: {what}", place=place, what=self.what)
        return Text(
            "{place} in {function}: {what}", place=place, function=self.function, what=self.what
        )


def parse_report(report: str, sources: Mapping[str, SourceFile]) -> list[MemoryFault]:
    """The faults in *report*, the fatal one first; *sources* are the bot's files by path.

    The paths are those in the folder where it was built. Of several faults in a line only the
    first counts, or the fatal one. An empty list if nothing was reported.
    """
    blocks = [_Block(lines, sources) for lines in _split(report)]
    faults = [fault for block in blocks if (fault := _fault(block, blocks)) is not None]
    faults.sort(key=lambda fault: not fault.fatal)
    return list({(fault.file, fault.line): fault for fault in reversed(faults)}.values())[::-1]


# The blocks of a report -----------------------------------------------------------------------

_RUNTIME_ERROR = re.compile(
    r"(?P<path>[^\n]+):(?P<line>\d+):(?P<column>\d+): runtime error: (?P<what>.*)"
)
_ADDRESS_ERROR = re.compile(r"==\d+== ?ERROR: AddressSanitizer: (?P<what>.*)")
_FRAME = re.compile(r" +#\d+ (?P<function>.*)\|(?P<path>[^|]*)\|(?P<line>\d+)")
_ADDRESS = re.compile(r"(?: (?:on|at) (?:unknown )?address)?:? (?:on )?0x[0-9a-f]+.*")
_STACK_HEAD = re.compile(r"(?:previously )?(freed|allocated) by thread")


@dataclass(frozen=True, slots=True)
class _Frame:
    function: str
    source: SourceFile | None  # None if it is not in a file of the bot
    line: int

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.source.name if self.source else '?'}:{self.line}"

    @property
    def short_function(self) -> str:
        """The name without parameters and return type: ``place(Player*)`` is ``place``."""
        return re.sub(r"\(.*", "", self.function).split(" ")[-1]


def _split(report: str) -> Iterator[list[str]]:
    """The lines of each fault in *report*."""
    block: list[str] = []
    for line in report.splitlines():
        if _RUNTIME_ERROR.fullmatch(line) or _ADDRESS_ERROR.match(line):
            if block:
                yield block
            block = []
        elif not block:
            continue  # what the bot printed before
        block.append(line)
    if block:
        yield block


class _Block:
    """One fault as the sanitizers print it."""

    def __init__(self, lines: list[str], sources: Mapping[str, SourceFile]) -> None:
        self.sources = sources
        self.text = "\n".join(lines)
        self.runtime_error = _RUNTIME_ERROR.fullmatch(lines[0])
        self.what = (self.runtime_error or _ADDRESS_ERROR.fullmatch(lines[0]) or {"what": ""})[
            "what"
        ]
        # The first stack is that of the fault; others say where memory was allocated and freed.
        self.stacks: dict[str, list[_Frame]] = {"": []}
        name = ""
        for line in lines[1:]:
            if head := _STACK_HEAD.match(line):
                name = head[1]
                self.stacks[name] = []
            elif line.startswith("Address ") or "This frame has" in line:
                name = "frame"
                self.stacks.setdefault(name, [])
            elif frame := _FRAME.fullmatch(line):
                source = _source(frame["path"], sources)
                self.stacks[name].append(_Frame(frame["function"], source, int(frame["line"])))

    @property
    def frames(self) -> list[_Frame]:
        """The stack of the fault."""
        return self.stacks[""]

    def own_frame(self, stack: str = "") -> _Frame | None:
        """The innermost frame of *stack* in a file of the bot."""
        return next((frame for frame in self.stacks.get(stack, []) if frame.source), None)

    @property
    def place(self) -> tuple[str | None, int]:
        """File and line of the fault."""
        if (error := self.runtime_error) and (source := _source(error["path"], self.sources)):
            return source.name, int(error["line"])
        frame = self.own_frame()
        return (frame.source.name, frame.line) if frame and frame.source else (None, 0)

    def excerpt(self) -> str:
        """What the sanitizer calls it, the line of the bot, and the calls that led there."""
        access = _ACCESS.search(self.text)
        lines = [_ADDRESS.sub("", self.what)]
        lines[0] += f", {access[0]}" if access else ""
        for frame in [frame for frame in self.frames if frame.source][:4]:
            assert frame.source is not None  # noqa: S101  (filtered)
            code = frame.source.lines[frame.line - 1 : frame.line]
            where = f"{frame.place} {frame.short_function}"
            lines.append(f"{where}: {code[0].strip()[:120]}" if code else where)
        return "\n".join(dict.fromkeys(lines))


def _source(path: str, sources: Mapping[str, SourceFile]) -> SourceFile | None:
    """The file of the bot that was built under *path*.

    A relative path starts in the folder of the build, or is one of a library.
    """
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    for start in range(len(parts) if path.startswith("/") else 1):
        if found := sources.get("/".join(parts[start:])):
            return found
    return None


# What a fault means ---------------------------------------------------------------------------

_ACCESS = re.compile(r"^(WRITE|READ) of size (\d+)", re.MULTILINE)
_GLOBAL = re.compile(
    r"is located \d+ bytes (to the right of|to the left of|after|before|inside of) global variable"
    r" '(?P<name>[^']+)' defined in '(?P<path>[^']*?)(?::\d+)*' \([^)]*\) of size (\d+)"
)
_LOCAL = re.compile(
    r"\[(\d+), (\d+)\) '([^']+)'(?: \(line \d+\))? <== Memory access at offset \d+"
    r" (?:is )?(?:partially )?(overflows|underflows|inside)"
)
_HEAP = re.compile(
    r"is located \d+ bytes (to the right of|to the left of|after|before|inside of)"
    r" (\d+)-byte region"
)
_OUT_OF_BOUNDS = re.compile(r"index (-?\d+) out of bounds for type '(.*)'")
_NOT_A_VALUE = re.compile(r"load of value (\d+), which is not a valid value for type '(.*)'")
_ARRAY_TYPE = re.compile(r"([^\[\]]*[^\[\] ]) \[(\d+)\]")
_ARRAY_IN_SOURCE = re.compile(
    rb"[A-Za-z_]\w*(?:\s*\[[^\[\]]*\]|\s*(?:->|\.)\s*[A-Za-z_]\w*)*(?=\s*$)"
)
_AFTER = frozenset({"to the right of", "after", "overflows"})
_BEFORE = frozenset({"to the left of", "before", "underflows"})

# Whether it writes, and whether after the end.
_OUTSIDE_A_VARIABLE = {
    (True, True): "writes past the end of `{variable}` ({size})",
    (False, True): "reads past the end of `{variable}` ({size})",
    (True, False): "writes before the start of `{variable}` ({size})",
    (False, False): "reads before the start of `{variable}` ({size})",
}
_OUTSIDE_MEMORY = {
    (True, True): "writes past the end of allocated memory ({size})",
    (False, True): "reads past the end of allocated memory ({size})",
    (True, False): "writes before the start of allocated memory ({size})",
    (False, False): "reads before the start of allocated memory ({size})",
}

# Undefined behaviour as the sanitizer words it: our sentence, and whether it is serious.
_RUNTIME_ERRORS: tuple[tuple[str, str, bool], ...] = (
    ("division by zero", "divides by zero", True),
    ("(?:load of|store to) null pointer", "follows a null pointer", True),
    (
        "member (?:access|call) .*null pointer|reference binding to null",
        "follows a null pointer",
        True,
    ),
    ("variable length array bound", "makes an array of a size that is not positive", True),
    ("execution reached the end of a value-returning", "ends without returning a value", True),
    ("execution reached an unreachable", "comes to a place that it promises never to reach", True),
    ("signed integer overflow|negation of", "a number becomes too large for its type", False),
    (
        "shift exponent|left shift",
        "shifts by more bits than the type has, or a negative number",
        False,
    ),
    (".*misaligned", "uses an address that does not fit the type", False),
    ("null pointer passed", "passes a null pointer to a function that takes none", False),
    (".*(?:null pointer|pointer index|offset)", "computes a pointer outside of its array", False),
)
# Faults that end the program.
_ADDRESS_ERRORS: tuple[tuple[str, str], ...] = (
    ("FPE", "divides by zero"),
    ("BUS|ILL", "crashes"),
    ("attempting double-free", "frees the same memory twice"),
    ("attempting free", "frees memory that was not allocated with malloc or new"),
    ("alloc-dealloc-mismatch", "frees memory in another way than it was allocated"),
    (r"\w+-param-overlap", "copies memory onto itself"),
    ("negative-size-param", "copies a negative number of bytes"),
)
# No misuse of memory: the usual limits are for the usual build.
_NO_FAULT = re.compile(r"out-of-memory|allocator is out|requested allocation|calloc-overflow")


def _fault(block: _Block, blocks: Sequence[_Block]) -> MemoryFault | None:
    file, line = block.place
    if block.runtime_error is not None:
        what, serious = _of_runtime_error(block)
    elif _NO_FAULT.match(block.what):
        return None
    else:
        what, serious = _of_address_error(block, blocks), True
    frame = block.own_frame()
    function = frame.short_function if frame else None
    fatal = block.runtime_error is None
    return MemoryFault(file, line, what, serious, function, block.excerpt(), fatal)


def _of_runtime_error(block: _Block) -> tuple[Text, bool]:
    if found := _OUT_OF_BOUNDS.match(block.what):
        index, size = found[1], _array_size(found[2])
        if (variable := _array_name(block)) is None:
            return Text("index {index} is outside an array ({size})", index=index, size=size), True
        sentence = "index {index} is outside `{variable}` ({size})"
        return Text(sentence, index=index, variable=variable, size=size), True
    if found := _NOT_A_VALUE.match(block.what):
        kind = "bool" if found[2] == "_Bool" else found[2]
        sentence = "uses a {type} that was never set: its value is {value}"
        return Text(sentence, type=kind, value=found[1]), True
    for pattern, sentence, serious in _RUNTIME_ERRORS:
        if re.match(pattern, block.what):
            what = Text(sentence)
            return (what, True) if serious else (_with_words(what, block.what), False)
    return _with_words(Text("does what the language leaves undefined"), block.what), False


def _with_words(what: Text, words: str) -> Text:
    """*what*, and what the sanitizer says: the numbers in it help."""
    return Text("{what} ({words})", what=what, words=re.sub(" 0x[0-9a-f]+", "", words))


def _of_address_error(block: _Block, blocks: Sequence[_Block]) -> Text:
    kind = block.what.split(" ")[0]
    if "use-after" in kind:
        return _used_too_late(block, kind)
    if kind == "stack-overflow":
        return _stack_overflow(block)
    if kind == "ABRT":
        if any("__glibcxx_assert" in frame.function for frame in block.frames):
            return Text("uses an index outside a vector, string or other container")
        return Text("ends itself (abort, a failed assertion, an uncaught exception)")
    if kind == "SEGV":
        zero = "points to the zero page" in block.text
        return Text("follows a null pointer" if zero else "follows a pointer that leads nowhere")
    for pattern, sentence in _ADDRESS_ERRORS:
        if re.match(pattern, block.what):
            return Text(sentence)
    return _out_of_bounds(block, blocks) or Text("misuses memory: {kind}", kind=kind)


def _used_too_late(block: _Block, kind: str) -> Text:
    local = _LOCAL.search(block.text)
    if kind == "heap-use-after-free":
        frame = block.own_frame("freed")
        if frame is None or frame.source is None:
            return Text("uses memory that was freed before")
        return Text("uses memory that was freed in {where}", where=frame.place)
    if local is None:
        return Text("uses a local variable that no longer exists")
    if kind == "stack-use-after-return":
        sentence = "uses the local variable `{variable}` of a function that has returned"
    else:
        sentence = "uses the local variable `{variable}` after the end of its block"
    return Text(sentence, variable=local[3])


def _stack_overflow(block: _Block) -> Text:
    names = Counter(frame.short_function for frame in block.frames if frame.source)
    if names and names.most_common(1)[0][1] > 8:
        return Text("calls itself without end")
    return Text("needs more stack than there is: its local arrays are too large")


def _out_of_bounds(block: _Block, blocks: Sequence[_Block]) -> Text | None:
    """Access past the end of a variable, or before its start; None if neither is known."""
    # A runtime error in the same line knows the array and its type.
    same_line = [one for one in blocks if one.place == block.place]
    typed = [(one, known) for one in same_line if (known := _OUT_OF_BOUNDS.match(one.what))]
    found = (
        _LOCAL.search(block.text)
        or _global(block, [_array_name(one) for one, _ in typed])
        or _HEAP.search(block.text)
    )
    if found is None:
        return None
    if found.re is _LOCAL:
        side, variable, count = found[4], found[3], int(found[2]) - int(found[1])
    elif found.re is _GLOBAL:
        side, variable, count = found[1], found["name"].split("::")[-1], int(found[4])
    else:
        side, variable, count = found[1], None, int(found[2])
    if side not in _AFTER | _BEFORE:
        return None
    size: str | Text = Text("{count} bytes", count=count)
    if typed:
        size = _array_size(typed[0][1][2])
    access = _ACCESS.search(block.text)
    which = (access is not None and access[1] == "WRITE", side in _AFTER)
    if variable is not None:
        return Text(_OUTSIDE_A_VARIABLE[which], variable=variable, size=size)
    frame = block.own_frame("allocated")
    if frame is not None and frame.source is not None:
        size = Text("{size} from {where}", size=size, where=frame.place)
    return Text(_OUTSIDE_MEMORY[which], size=size)


def _global(block: _Block, likely: Sequence[str | None]) -> "re.Match[str] | None":
    """The global variable that is meant: several may be near, and some are ours."""
    near = list(_GLOBAL.finditer(block.text))
    near.sort(
        key=lambda one: (
            one["name"].split("::")[-1] not in likely,
            _source(one["path"], block.sources) is None,
            one[1] not in _AFTER,
        )
    )
    return near[0] if near else None


def _array_size(kind: str) -> str:
    """The size of an array of type *kind*: ``int [10]`` is 10 x int."""
    simple = _ARRAY_TYPE.fullmatch(kind)
    return kind if simple is None else f"{simple[2]} x {simple[1]}"


def _array_name(block: _Block) -> str | None:
    """The array in the source before the bracket at which the sanitizer points."""
    error = block.runtime_error
    source = _source(error["path"], block.sources) if error else None
    if error is None or source is None or not 0 < int(error["line"]) <= len(source.lines):
        return None
    # Columns count the bytes of the file that was compiled, which is UTF-8.
    before = source.lines[int(error["line"]) - 1].encode()[: int(error["column"]) - 1]
    names = _ARRAY_IN_SOURCE.findall(before[-200:])
    return names[-1].decode() if names else None
