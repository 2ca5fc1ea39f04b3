"""Which protections this machine supports, ring by ring, and why one is missing."""

import os
from dataclasses import dataclass

from garlic.core import Text
from garlic.sandbox import cgroup
from garlic.sandbox import keeper as wire
from garlic.sandbox.errors import SandboxError
from garlic.sandbox.restrictions import no_filter, no_landlock, no_seccomp


@dataclass(frozen=True, slots=True)
class Ring:
    """One ring: its number, title, whether it holds, and if not, why."""

    number: int
    title: str
    holds: bool
    why: Text | None = None  # what is missing
    gives: str = ""  # what the ring protects


@dataclass(frozen=True, slots=True)
class Rings:
    """The rings that hold for one process."""

    numbers: tuple[int, ...]

    @classmethod
    def held(cls, flags: int) -> "Rings":
        """The rings in the flags that the keeper reports."""
        restricted = wire.HELD_SECCOMP | wire.HELD_LANDLOCK
        numbers = [0]
        if flags & restricted == restricted:
            numbers.append(1)
        if flags & wire.HELD_NAMESPACES:
            numbers.append(2)
        if flags & wire.HELD_CGROUP:
            numbers.append(3)
        return cls(tuple(numbers))

    def __contains__(self, number: int) -> bool:
        return number in self.numbers


def rings() -> tuple[Ring, ...]:
    """Every ring, and whether it holds on this machine for this user."""
    return (_limits(), _restrictions(), _namespaces(), _groups())


def _limits() -> Ring:
    why = None
    try:
        wire.keeper_program()
    except SandboxError as fault:
        why = fault.text
    return Ring(
        0,
        "limits",
        why is None,
        why,
        "time, memory and output are limited; everything is stopped between turns and reaped",
    )


def _restrictions() -> Ring:
    return Ring(
        1,
        "restrictions",
        (why := _missing_restriction()) is None,
        why,
        "no files, no network, no other processes; forbidden calls are reported",
    )


def _missing_restriction() -> Text | None:
    if not _limits().holds:
        return Text("ring 0 does not hold")
    if not wire.filter_program():
        return no_filter()
    offers = wire.probe()
    if offers["landlock"] < 1:
        return no_landlock(-offers["landlock"])
    return no_seccomp(offers["seccomp"]) if offers["seccomp"] else None


def _namespaces() -> Ring:
    why = None
    if not _limits().holds:
        why = Text("ring 0 does not hold")
    elif error := wire.probe()["namespaces"]:
        why = Text(
            "new namespaces are refused ({why}): containers and some distributions forbid them",
            why=Text(os.strerror(error)),
        )
    return Ring(
        2,
        "namespaces",
        why is None,
        why,
        "a bot sees no process, network or queue but its own, and no file can be written",
    )


def _groups() -> Ring:
    why = cgroup.missing()
    return Ring(
        3,
        "control group",
        why is None,
        why,
        "memory is measured exactly, and a whole group of processes is ended at once",
    )
