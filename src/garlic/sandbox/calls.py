"""Names of system calls, for messages about forbidden ones."""

import json
from functools import cache
from importlib.resources import files

# The kernel's numbers of the call tables that a bot can reach.
_TABLES = {0xC000003E: "x86_64", 0xC00000B7: "aarch64", 0x40000003: "i386", 0x40000028: "arm"}
_X32_BIT = 0x40000000


def call_name(number: int, architecture: int) -> str:
    """The name of call *number* in the table of *architecture*, which is added if foreign."""
    table = _TABLES.get(architecture, f"0x{architecture:x}")
    if table == "x86_64" and number & _X32_BIT:
        return f"{_names('x86_64', number & ~_X32_BIT)} (x32)"
    name = _names(table, number)
    return name if table in {"x86_64", "aarch64"} else f"{name} ({table})"


def _names(table: str, number: int) -> str:
    return _tables().get(table, {}).get(str(number), f"call {number}")


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = (files("garlic.sandbox") / "filters" / "calls.json").read_text(encoding="ascii")
    tables: dict[str, dict[str, str]] = json.loads(text)
    return tables
