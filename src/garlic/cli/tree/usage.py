"""Explains wrong usage in one sentence, in the user's language."""

import re
from collections.abc import Sequence
from typing import Any

from garlic.core import Text

# Messages of typer, and our templates, which the catalogue translates.
_SENTENCES = (
    (r"Missing (?:argument|parameter) '(?P<name>.+)'", "missing argument {name!r}"),
    (r"Missing option '(?P<name>.+)'", "missing option {name!r}"),
    (r"Missing command", "missing command"),
    (
        r"No such command '(?P<name>.*)'\. Did you mean (?P<near>[^?]+)\?",
        "no such command {name!r}; perhaps {near}",
    ),
    (r"No such command '(?P<name>.*)'", "no such command {name!r}"),
    (r"No such option: (?P<name>\S+)", "no such option: {name}"),
    (
        r"No such option: (?P<name>\S+) \(Possible options: (?P<near>.+)\)",
        "no such option: {name}; perhaps {near}",
    ),
    (r"Got unexpected extra argument\(s\) \((?P<words>.*)\)", "one argument too many: {words}"),
    (r"Option '(?P<name>.+)' requires an argument", "option {name!r} needs a value"),
    (r"Option '(?P<name>.+)' does not take a value", "option {name!r} takes no value"),
    (
        r"Invalid value for '(?P<name>.+)': (?:Input should be a valid integer|Unable to parse).*",
        "invalid value for {name!r}: expected a whole number",
    ),
    (
        r"Invalid value for '(?P<name>.+)': Input should be a valid number.*",
        "invalid value for {name!r}: expected a number",
    ),
    (
        r"Invalid value for '(?P<name>.+)': Input should be greater than or equal to (?P<low>\S+)",
        "invalid value for {name!r}: expected at least {low}",
    ),
    (
        r"Invalid value for '(?P<name>.+)': Input should be less than or equal to (?P<high>\S+)",
        "invalid value for {name!r}: expected at most {high}",
    ),
    (
        r"Invalid value for '(?P<name>.+)': Value error, '(?P<got>.*)' is not one of (?P<known>.+)",
        "invalid value for {name!r}: expected one of {known}, got {got!r}",
    ),
)


def explain_usage(fault: Any, root: Any, arguments: Sequence[str]) -> Text:
    """A sentence for *fault*, an error of typer for *arguments*, with a link to the help."""
    message = " ".join(str(fault.format_message()).split()).rstrip(".")
    path, node = "garlic", root
    for word in arguments:  # the fault itself does not always know its command
        if (node := getattr(node, "commands", {}).get(word)) is None:
            break
        path += f" {word}"
    return Text("{sentence}; see `{path} --help`", sentence=_translatable(message), path=path)


def _translatable(message: str) -> Text:
    for pattern, sentence in _SENTENCES:
        if found := re.fullmatch(pattern, message):
            return Text(sentence, **found.groupdict())
    return Text(message[:1].lower() + message[1:])
