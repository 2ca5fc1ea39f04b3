"""Snapshots of a host program, so that a failed turn can be undone.

A host is our program, linked together with a bot (`host/host.h`). Between turns it makes a copy
of itself, which is held; if a turn fails the worker is ended, and the copy continues in its
place. The keeper allows the copy only from one machine instruction of the host, whose address is
read here from the program's symbol table.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import garlic.sandbox
from garlic.sandbox.errors import SandboxError

# The label behind the instruction; see `host/host.c`.
SYMBOL = b"garlic_snapshot_return"

_ELF = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_ENTRY = struct.Struct("<IBBHQQ")
_EXECUTABLE, _SYMBOL_TABLE = 2, 2


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The address of the instruction at which a host program makes its snapshots."""

    instruction: int

    # Lets the C library use huge pages; it must be able to read their size. A snapshot of 60 MB
    # then takes a fifth of the time.
    environment: ClassVar[dict[str, str]] = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    readable: ClassVar[list[str]] = ["/sys/kernel/mm/transparent_hugepage"]

    @classmethod
    def of(cls, program: Path) -> "Snapshots":
        """Those of *program*; raise `SandboxError` if it is not a host with a fixed address."""
        try:
            address = _find_symbol(program.read_bytes(), SYMBOL)
        except (OSError, struct.error, IndexError) as fault:
            raise SandboxError(
                "cannot read {path} as a host program: {why}", path=str(program), why=str(fault)
            ) from fault
        if address is None:
            raise SandboxError(
                "{path} is not a host program: link it with host.c, -static and -no-pie",
                path=str(program),
            )
        return cls(address)


def host_sources() -> Path:
    """The directory of `host.c` and `host.h`; raise `SandboxError` if there is none."""
    for folder in garlic.sandbox.__path__:
        sources = Path(folder) / "host"
        if (sources / "host.c").is_file():
            return sources
    raise SandboxError("this installation has no sources of host programs")


def _find_symbol(content: bytes, name: bytes) -> int | None:
    """The address of symbol *name* in a program with a fixed address, or None."""
    header = _ELF.unpack_from(content)
    if not header[0].startswith(b"\x7fELF\x02\x01") or header[1] != _EXECUTABLE:
        return None
    section_table, section_size, section_count = header[6], header[11], header[12]
    sections = [
        _SECTION.unpack_from(content, section_table + index * section_size)
        for index in range(section_count)
    ]
    for _, kind, _, _, offset, size, link, *_ in sections:
        if kind != _SYMBOL_TABLE:
            continue
        strings = sections[link][4]
        for entry in range(offset, offset + size, _ENTRY.size):
            label, _, _, _, value, _ = _ENTRY.unpack_from(content, entry)
            start = strings + label
            if content[start : start + len(name) + 1] == name + b"\0":
                return int(value)
    return None
