"""Results of a confined process: turns, faults, usage."""

from dataclasses import dataclass

from garlic.core import Text, Verdict


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a process (or of the machine: see `kind`), as values and as a sentence."""

    kind: Verdict
    text: Text
    signal: int | None = None  # that killed it
    status: int | None = None  # of its exit
    call: str | None = None  # forbidden system call
    path: str | None = None  # argument of the call

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class SandboxTurn:
    """One exchange with a confined process. `reply` is None if there is a fault."""

    reply: bytes | None = None
    fault: Fault | None = None
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    delay_seconds: float = 0.0  # runnable, but waiting for a processor
    credit_seconds: float = 0.0  # forgiven for copied pages, if it was over a limit without
    memory_bytes: int = 0  # resident when the turn ended; the peak if the process ended
    stdout: bytes = b""  # the beginning of its output besides the reply
    stderr: bytes = b""
    stdout_total: int = 0  # bytes printed, kept or not
    stderr_total: int = 0
    alive: bool = True  # whether there can be another turn
    rolled_back: bool = False  # whether memory is as it was before this turn
    copied_bytes: int = 0  # copied for the snapshot on this turn's clock, if it was over a limit
    rest_cpu_seconds: float = 0.0  # processor time used before the message, while it came to rest

    @property
    def own_seconds(self) -> float:
        """The wall time without delay and credit, which must be within the limit."""
        return max(self.wall_seconds - self.delay_seconds - self.credit_seconds, 0.0)

    @property
    def verdict(self) -> Verdict:
        """`Verdict.OK`, or the fault's kind."""
        return self.fault.kind if self.fault else Verdict.OK


@dataclass(frozen=True, slots=True)
class Usage:
    """Resources that a process used from start to end."""

    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    processes: int = 0  # reaped: the program and its snapshots
