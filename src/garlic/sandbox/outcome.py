"""What comes back from a confined process: replies, faults, figures."""

from dataclasses import dataclass

from garlic.core import Text, Verdict


@dataclass(frozen=True, slots=True)
class Fault:
    """What a process did wrong (or the machine: see `kind`), as facts and as a sentence."""

    kind: Verdict
    text: Text
    signal: int | None = None  # that ended it
    status: int | None = None  # it exited with
    call: str | None = None  # forbidden system call
    path: str | None = None  # that the call was about

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class SandboxTurn:
    """One exchange with a confined process.

    `reply` is None where there is a fault; only an overload may come with the reply that
    arrived too late through no fault of the process.
    """

    reply: bytes | None
    fault: Fault | None
    wall_seconds: float
    cpu_seconds: float
    delay_seconds: float  # runnable, but waiting for a processor
    memory_bytes: int  # resident when the turn ended; the peak if the process ended
    stdout: bytes  # the beginning of what it printed beside its reply
    stderr: bytes
    stdout_total: int  # bytes printed, kept or not
    stderr_total: int
    alive: bool  # whether there can be another turn
    rolled_back: bool  # whether memory is as it was before this turn
    copied_bytes: int  # memory copied for the snapshot on this turn's clock, if it was looked at

    @property
    def verdict(self) -> Verdict:
        """`Verdict.OK`, or the fault's kind."""
        return self.fault.kind if self.fault else Verdict.OK


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process used from its start to its end."""

    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    processes: int = 0  # that were reaped: the program, and its snapshots
