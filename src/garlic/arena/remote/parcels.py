"""Parcels: bots in a form that can be sent, with name, hash, and the file if there is one."""

import base64
import binascii
import re
import zlib
from dataclasses import dataclass
from typing import Any

from garlic.core import UsageError
from garlic.core.reading.fields import Fields
from garlic.judge.bots import LARGEST_BOT, Bot, BotKind, find_bot_at
from garlic.judge.build import keep_file

_FILE_NAME = re.compile(r"[^/\x00-\x1f\x7f.][^/\x00-\x1f\x7f]{0,119}")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A bot to be sent to another machine, where `open` makes it a `Bot` again."""

    name: str  # the string it was named by
    digest: str
    file: str | None = None  # the file's own name: its suffix gives the programming language
    content: bytes = b""

    @classmethod
    def of(cls, bot: Bot) -> "Parcel":
        """*bot*, packed; raise `UsageError` if its file cannot be read, or its name be sent."""
        content = bot.content()
        if bot.path is None or content is None:
            return cls(bot.name, bot.digest())
        if _FILE_NAME.fullmatch(bot.path.name) is None:
            raise UsageError("the name of the file {name!r} cannot travel", name=bot.path.name)
        return cls(bot.name, bot.digest(), bot.path.name, content)

    def open(self) -> Bot:
        """The bot, its file in our cache; raise `UsageError` if this machine has another one."""
        path = None if self.file is None else keep_file(self.file, self.content)
        bot = find_bot_at(self.name, path)
        if bot.digest() != self.digest:
            raise UsageError(
                "the bot {name!r} is another one on this machine; install the same version of"
                " Garlic Arena on all of them",
                name=self.name,
            )
        return bot

    def to_json(self) -> dict[str, Any]:
        """The parcel as plain JSON values."""
        if self.file is None:
            return {"name": self.name, "digest": self.digest}
        packed = base64.b64encode(zlib.compress(self.content)).decode()
        return {"name": self.name, "digest": self.digest, "file": self.file, "content": packed}

    @classmethod
    def from_json(cls, document: Fields) -> "Parcel":
        """The inverse of `to_json`; raise `InvalidFileError` that names the field."""
        name, digest = document.take("name", str), document.take("digest", str)
        file = document.maybe("file", str)
        if file is None:
            return cls(name, digest)
        if _FILE_NAME.fullmatch(file) is None:
            raise document.wrong("file", "the name of a file")
        reader = zlib.decompressobj()
        try:
            packed = base64.b64decode(document.take("content", str), validate=True)
            content = reader.decompress(packed, LARGEST_BOT)
        except (binascii.Error, ValueError, zlib.error) as fault:
            raise document.wrong("content", "a packed file") from fault
        if not reader.eof:
            raise document.wrong("content", "a packed file")
        return cls(name, digest, file, content)


def is_portable(bot: Bot) -> bool:
    """Whether *bot* can play on another machine; a human cannot."""
    return bot.kind is not BotKind.HUMAN
