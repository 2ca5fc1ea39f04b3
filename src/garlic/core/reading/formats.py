"""JSON and TOML as plain values, from bytes that nobody has checked.

Whatever is wrong with the text itself is an `InvalidFileError` with its place: broken syntax, too
deep nesting, numbers that nothing can keep, characters that cannot be written again. What the
values should be is checked by `garlic.core.reading.fields`.
"""

import json
import re
import tomllib
from typing import Any, NoReturn

from garlic.core.errors import InvalidFileError
from garlic.core.language.text import Text
from garlic.core.reading.scan import TOO_LONG_NUMBER, decode

_WHOLE = 1 << 63
_MANY_DIGITS = re.compile(r"[0-9_]{1000,}")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)

# What Python's reader of TOML says, and the sentence for it; the last group is {what}.
TOML_FAULTS = tuple(
    (re.compile(said, re.DOTALL), sentence)
    for said, sentence in (
        ("Invalid statement", "expected a line like: key = value"),
        ("Invalid initial character for a key part", "expected a key"),
        ("Expected '=' after a key in a key/value pair", "expected '=' after a key"),
        ("Expected newline or end of document after a statement", "expected the end of the line"),
        ("Invalid value", "expected a value; a text needs quotes"),
        ("Cannot overwrite a value", "a key is given twice"),
        ("Cannot (?:declare|redefine namespace) (.*?)(?: twice)?", "{what} is given twice"),
        ("Cannot mutate immutable namespace (.*)", "{what} is complete, nothing can be added"),
        ("Duplicate inline table key (.*)", "{what} is given twice"),
        (r"Expected (']'|']]') at the end of an? (?:table|array) declaration", "expected {what}"),
        ("Unclosed array", "the list has no ']'"),
        ("Unclosed inline table", "the table has no '}}'"),
        ("Unterminated string|Illegal character '\\\\n'", "the text has no closing quote"),
        (r"Expected \"(?:'+|\\?\"+)\"", "the text has no closing quote"),
        (
            r"Unescaped '\\' in a string",
            r"expected \\ for a backslash, or the text in single quotes",
        ),
        ("Invalid hex value|Escaped character is not.*", "no character has this number"),
        ("(?:Illegal|Found invalid) character (.*)", "{what} cannot be here"),
        ("Invalid date or datetime", "no such date or time"),
    )
)


def json_value(content: bytes) -> Any:
    """The value in a JSON file; raise `InvalidFileError` with line and column."""
    try:
        value = json.loads(decode(content), parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded
    except json.JSONDecodeError as fault:
        raise InvalidFileError(
            "expected JSON, got something else: {why}",
            line=fault.lineno,
            column=fault.colno,
            why=Text(fault.msg),
        ) from fault
    except RecursionError as fault:
        raise InvalidFileError("expected JSON, nested less deeply", line=1) from fault
    except InvalidFileError:
        raise
    except ValueError as fault:  # a number of thousands of digits, NaN, a lone surrogate
        if "digits" in str(fault):
            raise InvalidFileError(TOO_LONG_NUMBER, line=1) from fault
        raise InvalidFileError(
            "expected JSON, got something else: {why}", line=1, why=str(fault)
        ) from fault
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def toml_values(content: bytes) -> dict[str, Any]:
    """The values in a TOML file; raise `InvalidFileError` with line and column."""
    text = decode(content)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise _toml_fault(str(fault), text) from fault
    except RecursionError as fault:
        raise InvalidFileError("expected TOML, nested less deeply") from fault
    except ValueError as fault:  # Python does not read numbers of thousands of digits
        digits = _MANY_DIGITS.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise InvalidFileError(TOO_LONG_NUMBER, line=line) from fault
    _check_numbers(values, "")
    return values


def _toml_fault(message: str, text: str) -> InvalidFileError:
    """What Python says about a *text* that is not TOML, as our error with its place."""
    found = _PLACE.fullmatch(message)
    said = found[1] if found else message
    line, column = None, None
    if found and found[2]:
        line, column = int(found[2]), int(found[3])
    elif found:  # at the end
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    why = Text(said[:1].lower() + said[1:])
    for pattern, sentence in TOML_FAULTS:
        if match := pattern.fullmatch(said):
            why = Text(sentence, what=_dotted(match[1]) if pattern.groups else "")
            break
    return InvalidFileError("not valid TOML: {why}", line=line, column=column, why=why)


def _dotted(shown: str) -> str:
    """A key as in the file: Python shows ``('a', 'b')``."""
    return ".".join(re.findall(r"'([^']*)'", shown)) if shown.startswith("(") else shown


def _check_numbers(value: Any, where: str) -> None:
    """Raise for a whole number that databases and native code cannot keep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_numbers(inner, f"{where}.{name}" if where else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            _check_numbers(inner, f"{where}[{number}]")
    elif isinstance(value, int) and not -_WHOLE <= value < _WHOLE:
        raise InvalidFileError("{where}: {sentence}", where=where, sentence=Text(TOO_LONG_NUMBER))
