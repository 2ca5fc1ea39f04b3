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
_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)


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
        found = _PLACE.fullmatch(str(fault))
        why = found[1] if found else str(fault)
        raise InvalidFileError(
            "expected TOML, got something else: {why}",
            line=int(found[2]) if found else None,
            column=int(found[3]) if found else None,
            why=why[:1].lower() + why[1:],
        ) from fault
    except RecursionError as fault:
        raise InvalidFileError("expected TOML, nested less deeply") from fault
    except ValueError as fault:  # Python does not read numbers of thousands of digits
        digits = _MANY_DIGITS.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise InvalidFileError(TOO_LONG_NUMBER, line=line) from fault
    _check_numbers(values, "")
    return values


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
