r"""Runs one untrusted program, measures it, and names forbidden calls.

::

    with start(["./bot"], Confinement(memory_bytes=256 << 20)) as bot:
        turn = bot.turn(b"your move\n", wall_seconds=0.1)
        turn.reply or turn.fault

This package knows no game. `start` gives a process that is held before it runs; each `turn`
sends it a message and gives its reply, or its fault as data; `close` removes everything.

`process` is the interface, `confinement` what a process may use, `view` which files it sees,
`outcome` what comes back, `keeper` the connection to the keeper, `faults` the sentences about
faults, `rings` what the machine supports (`cgroup` for ring 3), `snapshots` rolling back. What has
to start processes and write files is confined by `restrictions` (with `landlock` and `users`):
compilers, and what `guard` runs (a shell, a Makefile).
The native part is in `cpp/sandbox`. Start with `process`.

Theory of operation
===================

**Processes.** For each bot there is one *keeper*, a small native program with one thread and
one loop (`cpp/sandbox/`). It is started by the judge, closes every inherited descriptor, and is
the parent of the bot; of its snapshots, if it is a host program that can be rolled back; and,
where namespaces are used, of their pid 1, which does nothing but wait.
Many programs that run one after the other have keepers that are copies of one *source*, which
saves most of their start (`KeeperSource`). It never sees a program. Its copies hold nothing of it
and share only its network: that is empty, filters let no program open a socket in it, and one
program at a time is there; where that does not hold, each has its own.
The judge holds one socket to the keeper and never sees a process number or a pipe. If the
judge ends, the socket is closed, and the keeper ends everything; if the keeper ends, the kernel
does (`PR_SET_PDEATHSIG`, and a pipe on which pid 1 waits). The keeper exits only when it has no
child left.

**Privileges.** Started by root, the bot *and* its keeper change to a user that exists nowhere
else, one for each bot; if that user could not reach the program (an interpreter in root's
home), both stay root and the bot loses all capabilities. Then, before exec: new session,
only its own descriptors, fixed environment, an empty private directory, resource limits,
`no_new_privs`, Landlock (only the program and its runtime can be read), and a seccomp filter.
The filter allows harmless calls and stops at every other one, known or unknown, 64-bit or not:
the caller sleeps until the keeper answers. The keeper allows the call (paths under the runtime;
Landlock still decides), refuses it without a fault (what runtimes try and can do without), or
ends the bot and names the call and the path. Our own package is hidden, wherever it is
installed, except what a `Confinement` names (see `view`). So the kernel enforces the rules; what
the keeper reads from the bot's memory is only used for naming.

**Pipes.** A message goes through one pipe, the reply through another; other output of the bot
(stderr; for a host program stdout too) is read by the keeper, kept up to a limit and counted. A
plain bot has the pipes as stdin and stdout. A host program has them as descriptors 30 and 31, and
the filter keeps the bot from closing them.

A program that expects a person gets a terminal instead of both pipes: without echo, not a
controlling terminal, without signals. Its output is then read as it arrives (`SOME`).

**Holding.** A program is held before its first turn by not answering the notification about its
exec. Between turns a plain bot is stopped with SIGSTOP. One with threads (node, Java, foreign
engines) may not be ready for a message when its reply stops it; so before the next message, off
the clock, it runs until all its threads sleep, for at most 5 ms of processor time and 200 ms of
its own; `rest_cpu_seconds` says how much it used. A host program reports "ready" by a
system call that does not exist, and is held by not answering it; its turn ends there, not with
the reply, so that bot code that writes the reply itself gains nothing.

**Time.** The keeper counts wall time from the message to the last byte of the reply, and
processor time of all threads. The scheduler reports how long each thread of the bot, and the
keeper, were runnable but waiting for a processor; the rest of the wall time is the bot's own
time, which is at least its processor time divided by the processors it can use: so threads that
only delay each other gain nothing. Own time or processor time over the limit is `TOO_LATE`. A
turn within both is on time, however busy the machine was. `OVERLOAD` is a turn that is not late
but got so little of a processor that the judge stopped waiting. Where the system allows it, bots
and keepers have a higher priority than other programs.

**Memory.** Limits on the address space (on the data segment for just-in-time compilers) make
large requests fail; requests of a megabyte or more notify the keeper, so that the crash that
follows is called `MEMORY`. At the end of a turn the resident memory is compared, too.

**Rolling back.** Between turns a host program copies itself with clone; the copy, the
*snapshot*, waits in an unanswered call. If a turn fails the worker is ended and the snapshot's
call is answered: it continues as the worker, with memory as before the turn. The keeper allows
the clone once per turn, after the reply, from one instruction of the host, with exact flags,
and only with one thread and all signals blocked. The code after that instruction leads parent
and child to held calls, and a stricter filter keeps code from being changed, so bot code can
never fork. See `Snapshots` and `host/host.h`.

Pages that the worker writes are copied on its clock. If that makes a turn late, it gets credit:
2.8 µs for each page of which worker and snapshot have their own, but no more than it spent in the
kernel (so that no trick with memory buys time to think; the kernel samples this, every 1 to 10
ms), and no more than half of the limit.

**Rings.** 0: what every system supports (limits, clocks, reaping). 1: Landlock and seccomp;
required for results that count. 2: namespaces. 3: a delegated control group. Rings 2 and 3 are
used where they exist and never required. `rings` reports what holds on this machine and why
not; `Confined.rings` what holds for a process.
"""

from garlic.sandbox.cgroup import remove_cgroups_of
from garlic.sandbox.confinement import Confinement, Profile
from garlic.sandbox.errors import SandboxError
from garlic.sandbox.keeper import KeeperSource
from garlic.sandbox.outcome import Fault, SandboxTurn, Usage
from garlic.sandbox.process import ALL, LINE, SOME, Ahead, Confined, Reply, patience, start
from garlic.sandbox.rings import Ring, Rings, rings
from garlic.sandbox.snapshots import Snapshots, host_sources

__all__ = [
    "ALL",
    "LINE",
    "SOME",
    "Ahead",
    "Confined",
    "Confinement",
    "Fault",
    "KeeperSource",
    "Profile",
    "Reply",
    "Ring",
    "Rings",
    "SandboxError",
    "SandboxTurn",
    "Snapshots",
    "Usage",
    "host_sources",
    "patience",
    "remove_cgroups_of",
    "rings",
    "start",
]
