"""The output of an interactive program as text: decoded, without escape sequences.

A program that moves the cursor about redraws parts of its screen: its text is then the whole
screen, whenever something has changed on it.
"""

import re
from codecs import getincrementaldecoder

from garlic.wire.console.cursor import CursorGrid
from garlic.wire.dialogue import ProtocolFault

MOST_SHOWN = 1 << 20  # bytes of output before the expected text
_LEAST_COUNTED = 64  # a piece counts as at least this many bytes: reading one costs time, too
_LOOK_BACK = 8192  # characters that are kept, more than any board or pattern

# Escape sequences: control sequences (cursor, colours), operating system commands (titles), short
# ones.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])")
_INCOMPLETE = re.compile(r"\x1b(?:\[[0-?]{0,40}[ -/]{0,9}|\][^\x07\x1b]{0,200}|[ -/]{0,9})?\Z")
_HOME = re.compile(r"\x1b\[(?:1?;?1?)[Hf]")  # what follows is not on the line before it


class ConsoleScreen:
    """Unread output of a program, as text without escape sequences."""

    def __init__(self) -> None:
        self.text = ""
        self._raw = b""  # an incomplete character at the end
        self._escape = ""  # an incomplete escape sequence at the end
        self._grid = CursorGrid()
        self._shown = 0
        self._encodings = ["utf-8", "gbk"]

    def show(self, piece: bytes) -> None:
        """Add output; raise `ProtocolFault` if it is more than `MOST_SHOWN`."""
        text = self._escape + self._decoded(self._raw + piece)
        incomplete = _INCOMPLETE.search(text)
        self._escape = incomplete[0] if incomplete else ""
        text = text[: len(text) - len(self._escape)]
        self._grid.write(text)
        if self._grid.addressed:
            self.text = self._grid.shown()
        else:
            self.text += _ESCAPES.sub("", _HOME.sub("\n", text))
        if len(self.text) > 2 * _LOOK_BACK:
            self.text = self.text[-_LOOK_BACK:]
        self._shown += max(len(piece), _LEAST_COUNTED)
        if self._shown > MOST_SHOWN:
            raise ProtocolFault(
                "showed more than {most} bytes, and not what is waited for", most=MOST_SHOWN
            )

    def find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first match of *pattern*, or None; output up to its end is then read."""
        found = pattern.search(self.text)
        if found is not None:
            self.read(found.end())
        return found

    def drop(self, pattern: re.Pattern[str]) -> bool:
        """Take the first match of *pattern* out of the text; whether there was one."""
        left, count = pattern.subn("", self.text, count=1)
        self.text = left
        return bool(count)

    def read(self, end: int | None = None) -> None:
        """The text up to *end*, or all of it, has been read."""
        self.text, self._shown = "" if end is None else self.text[end:], 0

    def _decoded(self, raw: bytes) -> str:
        """*raw* decoded as UTF-8, else GBK; bytes of an incomplete last character are kept."""
        for encoding in self._encodings:
            decoder = getincrementaldecoder(encoding)()
            try:
                text = decoder.decode(raw)
            except UnicodeDecodeError:
                continue
            self._raw = decoder.getstate()[0]
            if encoding == "gbk":  # a piece of GBK may look like UTF-8 by chance
                self._encodings = ["gbk", "utf-8"]
            return text
        self._raw = b""
        return raw.decode(self._encodings[0], errors="replace")
