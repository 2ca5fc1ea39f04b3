r"""Confinement: run one program that nobody trusts, measure it, name what it tries.

::

    with start(["./bot"], Confinement(memory_bytes=256 << 20)) as bot:
        turn = bot.turn(b"your move\n", wall_seconds=0.1)
        turn.reply or turn.fault

This package knows no game. `start` gives a process that is held before it runs; each `turn`
sends it a message and gives its reply, or its fault as data; `close` leaves nothing.

Theory of operation
===================

**Processes.** For each bot there is one *keeper*, a small native program with one thread and
one loop (`cpp/sandbox/`). It is started by the judge, closes every inherited descriptor, and
becomes the parent of all that follows: the bot; its snapshots, if it is a host program that
can be rolled back; and, where namespaces are used, their pid 1, which does nothing but wait.
The judge holds one socket to the keeper and never sees a process number or a pipe. If the
judge ends, the socket ends, and the keeper ends everything; if the keeper ends, the kernel
does (`PR_SET_PDEATHSIG`, and a pipe on which pid 1 waits). The keeper leaves only when the
kernel says that it has no child.

**Privileges.** Started by root, the bot *and* its keeper change to a user that exists nowhere
else, one for each bot; if that user could not reach the program (an interpreter in root's
home), both stay root and the bot loses all capabilities. Then, before exec: new session,
no descriptor but its own, fixed environment, an empty private directory, resource limits,
`no_new_privs`, Landlock (reading the program and its run-time is all that is allowed), and a
seccomp filter. The filter lets harmless calls through and stops at every other one, known or
unknown, 64-bit or not: the caller sleeps until the keeper answers. The keeper lets the call
go on (paths under the run-time; Landlock still decides), refuses it quietly (what run-times
ask for and do without), or ends the bot and names the call and the path. So what enforces is
the kernel; what the keeper reads from the bot's memory is used for naming.

**Pipes.** A message goes down one pipe, the reply comes up another; what the bot prints
beside that (stderr; for a host program stdout too) is drained by the keeper, kept up to a
bound and counted. A plain bot has the pipes as stdin and stdout. A host program has them as
descriptors 30 and 31, out of the bot's way, and the filter keeps the bot from closing them.

A program that expects a person gets a terminal instead of both pipes: one without echo, that
controls nothing and sends no signals. What it prints is then read as it comes (`SOME`).

**Holding.** A program is held before its first turn by leaving the question about its exec
unanswered. Between turns a plain bot is stopped with SIGSTOP. A host program says "ready" by
a system call that does not exist, and is held by not answering it; its turn ends there, not
with the reply, so that bot code that writes the reply itself gains nothing.

**Time.** The keeper counts wall time from the message to the last byte of the reply, and
processor time of all threads. The scheduler tells how long the bot was runnable but waiting
for a processor, and how long the keeper was; what is left of the wall time is the bot's own.
Its own time or its processor time over the limit is `TOO_LATE`. Wall time alone over the limit
is `OVERLOAD`: nobody's fault, even if the reply did arrive.

**Memory.** Limits on the address space (on the data segment for just-in-time compilers) make
large requests fail; requests of a megabyte or more are shown to the keeper, so that the crash
that follows is called `MEMORY`. At the end of a turn what is resident is compared too.

**Rolling back.** Between turns a host program copies itself with clone; the copy, the
*snapshot*, parks in an unanswered call. A turn that fails ends the worker, the snapshot is
answered, and goes on as the worker with memory as before the turn. The keeper lets the clone
happen once a turn, after the reply, from one instruction of the host, with exact flags, and
only while there is one thread and all signals are held off. What follows that instruction
leads parent and child to held calls, and a stricter filter keeps code from being changed, so
bot code can never fork. See `Snapshots` and `host/host.h`.

**Rings.** 0: what every system gives (limits, clocks, reaping). 1: Landlock and seccomp;
required for anything that counts. 2: namespaces. 3: a delegated control group. Rings 2 and 3
are used where they exist and never needed. `rings` says what holds here and why not; each
process says what holds for it.
"""

from garlic.sandbox.cgroup import remove_cgroups_of
from garlic.sandbox.confinement import Confinement, Profile
from garlic.sandbox.errors import SandboxError
from garlic.sandbox.outcome import Fault, SandboxTurn, Usage
from garlic.sandbox.process import ALL, LINE, SOME, Ahead, Confined, Reply, start
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
    "Profile",
    "Reply",
    "Ring",
    "Rings",
    "SandboxError",
    "SandboxTurn",
    "Snapshots",
    "Usage",
    "host_sources",
    "remove_cgroups_of",
    "rings",
    "start",
]
