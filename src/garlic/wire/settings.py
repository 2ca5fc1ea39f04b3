"""What a bot's name may set behind its ``?``: ``uci:./engine?Hash=64&files=./net.bin``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from garlic.core import UsageError
from garlic.core.reading.scan import whole_number

FILES = "files"  # what the program may read besides itself; the judge sees to it


def parse_settings(name: str, query: str) -> dict[str, str]:
    """The pairs in *query*, ``a=1&b=2``; raise `UsageError` that names the bot.

    A sign that has a meaning here is written as in a web address: ``%26`` for ``&``.
    """
    found: dict[str, str] = {}
    for pair in filter(None, query.split("&")):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(
                "expected a setting like key=value in {name!r}, got {pair!r}", name=name, pair=pair
            )
        found[unquote(key)] = unquote(value)
    return found


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What was set for one bot; *lenient* is the match's wish about lines nobody asked for."""

    values: Mapping[str, str] = field(default_factory=dict)
    lenient: bool = False

    def number(self, key: str, low: int, high: int, usual: int) -> int:
        """The number set as *key*; raise `UsageError` where it is none from *low* to *high*."""
        if (text := self.values.get(key)) is None:
            return usual
        if (number := whole_number(text, low, high)) is None:
            raise UsageError(
                "expected {key} from {low} to {high}, got {got!r}",
                key=key,
                low=low,
                high=high,
                got=text,
            )
        return number

    def one_of(self, key: str, known: tuple[str, ...], usual: str) -> str:
        """The word set as *key*; raise `UsageError` where it is not *known*."""
        text = self.values.get(key, usual)
        if text not in known:
            raise UsageError(
                "expected one of {known} for {key}, got {got!r}",
                known=", ".join(known),
                key=key,
                got=text,
            )
        return text

    def others(self, *known: str) -> dict[str, str]:
        """What was set besides *known*: options of the program's own."""
        ours = (*known, FILES)
        return {key: value for key, value in self.values.items() if key not in ours}

    def options(self, *known: str) -> dict[str, str]:
        """The same, to be told in a line; raise `UsageError` where one does not fit into it."""
        found = self.others(*known)
        for word in (*found.keys(), *found.values()):
            if not word.isprintable():
                raise UsageError("expected an option in plain text, got {word!r}", word=word)
        return found

    def check(self, *known: str) -> None:
        """Raise `UsageError` if anything but *known* was set."""
        for key in self.others(*known):
            raise UsageError(
                "there is no setting {key!r}; there are: {known}",
                key=key,
                known=", ".join((*known, FILES)),
            )
