"""A submission as it is compared: the texts of its files, and one row of tokens over all of them.

Files are not trusted: what is binary is skipped, what is huge is cut, and the report says so.
"""

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path, PurePosixPath

from garlic.core.limits import MEGABYTE
from garlic.judge.building.sources import encoding_of
from garlic.labs.similarity.tokens import DIALECTS, OPERAND, tokens

LARGEST_TEXT = 4 * MEGABYTE  # of one submission; what is beyond is not compared
MOST_TOKENS = 100_000  # of one submission: some 15,000 lines
_BINARY_SAMPLE = 4096


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """A file of a submission: its name below the folder and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class SubmittedSource:
    """The sources of one submission. Tokens of all files follow each other in the arrays."""

    name: str
    files: tuple[SubmittedFile, ...]
    kinds: "array[int]"  # a number for what each token is
    file_of: "array[int]"  # which file each token is in
    starts: "array[int]"  # where it begins and ends in the text of its file
    ends: "array[int]"
    names: "array[int]"  # whether it is a name
    is_cut: bool = False  # it is so large that the rest was not compared

    def __len__(self) -> int:
        return len(self.kinds)

    def word(self, token: int) -> str:
        """A token as it was written."""
        text = self.files[self.file_of[token]].text
        return text[self.starts[token] : self.ends[token]]

    def words(self) -> "array[int]":
        """A number for each token as it was written; `kinds` is without names and literals."""
        operand = _number(OPERAND)
        return array(
            "Q",
            (
                _number(f"{OPERAND} {self.word(at)}") if kind == operand else kind
                for at, kind in enumerate(self.kinds)
            ),
        )


@lru_cache(1 << 16)
def _number(kind: str) -> int:
    """A number for a kind of token that is the same in every run."""
    return int.from_bytes(blake2b(kind.encode(errors="replace"), digest_size=8).digest(), "big")


def read_source(name: str, folder: Path, paths: Iterable[Path]) -> SubmittedSource:
    """The sources among *paths*, which are in *folder*; a file that cannot be read is left out."""
    contents = {}
    left = LARGEST_TEXT + 1
    for path in paths:
        if path.suffix.lower() in DIALECTS and left > 0:
            try:
                with path.open("rb") as file:
                    content = file.read(left)
            except OSError:
                continue
            left -= len(content)
            contents[path.relative_to(folder).as_posix()] = content
    return source_of(name, contents)


def source_of(name: str, contents: Mapping[str, bytes]) -> SubmittedSource:
    """The source with these files; those in languages that are not compared are left out."""
    files: list[SubmittedFile] = []
    rows: list[tuple[int, int, int, int, bool]] = []
    left = LARGEST_TEXT
    is_cut = False
    for path, content in contents.items():
        dialect = DIALECTS.get(PurePosixPath(path).suffix.lower())
        if dialect is None or _is_binary(content):
            continue
        is_cut = is_cut or len(content) > left
        text = _decoded(content[:left])
        left -= min(left, len(content))
        number = len(files)
        files.append(SubmittedFile(path, text))
        room = MOST_TOKENS - len(rows)
        found = list(islice(tokens(text, dialect), room + 1))
        is_cut = is_cut or len(found) > room
        rows += [
            (_number(token.kind), number, token.start, token.end, token.is_name)
            for token in found[:room]
        ]
    kinds, file_of, starts, ends, names = zip(*rows, strict=True) if rows else ((),) * 5
    return SubmittedSource(
        name,
        tuple(files),
        array("Q", kinds),
        array("q", file_of),
        array("q", starts),
        array("q", ends),
        array("b", names),
        is_cut,
    )


def _is_binary(content: bytes) -> bool:
    head = content[:_BINARY_SAMPLE]
    return b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff"))


def _decoded(content: bytes) -> str:
    """The text with line feeds as line ends, in whatever encoding it is; never raises."""
    encoding = encoding_of(content) or "utf-8"
    text = content.decode(encoding, "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")
