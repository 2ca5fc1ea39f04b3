"""Settings behind the ``?`` of a bot's name: ``uci:./engine?Hash=64&files=./net.bin``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from garlic.core import UsageError
from garlic.core.reading.scan import whole_number

_LARGEST = 10**15
FILES = "files"  # files that the program may read; handled by the judge


def parse_settings(name: str, query: str) -> dict[str, str]:
    """The pairs in *query*, ``a=1&b=2``; raise `UsageError` that names the bot.

    Special characters are percent-encoded as in a URL: ``%26`` for ``&``.
    """
    settings: dict[str, str] = {}
    for pair in filter(None, query.split("&")):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(
                "expected a setting like key=value in {name!r}, got {pair!r}", name=name, pair=pair
            )
        settings[unquote(key)] = unquote(value)
    return settings


def whole_setting(key: str, text: str, low: int = 0) -> int:
    """The whole number *text*, set as *key*; raise `UsageError` if it is none from *low* up."""
    number = whole_number(text, low, _LARGEST)
    if number is None:
        raise UsageError("expected a number for {key}, got {text!r}", key=key, text=text)
    return number


@dataclass(frozen=True, slots=True)
class BotSettings:
    """The settings of one bot; *lenient* comes from the game run: skip unrequested lines."""

    values: Mapping[str, str] = field(default_factory=dict)
    lenient: bool = False

    def number(self, key: str, low: int, high: int, usual: int) -> int:
        """The number set as *key*, or *usual*; raise `UsageError` if not from *low* to *high*."""
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
        """The word set as *key*, or *usual*; raise `UsageError` if it is not in *known*."""
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
        """All settings except *known*: options of the program itself."""
        ours = (*known, FILES)
        return {key: value for key, value in self.values.items() if key not in ours}

    def options(self, *known: str) -> dict[str, str]:
        """Like `others`; raise `UsageError` if one cannot be sent in a line of text."""
        options = self.others(*known)
        for word in (*options.keys(), *options.values()):
            if not word.isprintable():
                raise UsageError("expected an option in plain text, got {word!r}", word=word)
        return options

    def check(self, *known: str) -> None:
        """Raise `UsageError` for any setting that is not in *known*."""
        for key in self.others(*known):
            raise UsageError(
                "there is no setting {key!r}; there are: {known}",
                key=key,
                known=", ".join((*known, FILES)),
            )
