"""Write the seccomp filters that ship with `garlic.sandbox`, and the names of system calls.

    python cpp/sandbox/confining/make_filters.py

The filter answers three questions and leaves the rest to the keeper. Calls that can do no
harm are allowed; so are some calls with harmless arguments; everything else, known or not,
of this machine's call table or of another's, stops and is shown to the keeper, which
answers it (`policy.cpp`). So one filter serves every profile, and a stricter one the hosts.

Compilers, and what `garlic.sandbox.guard` runs, have to start processes and write files. Nobody
answers for them: they get a filter of their own, in which every call that is not listed fails as
if the kernel did not have it.

Needs libseccomp by way of `pyseccomp`; the result does not.
"""

import errno
import json
from pathlib import Path
from tempfile import TemporaryFile

import pyseccomp
from pyseccomp import (
    ALLOW,
    EQ,
    ERRNO,
    LT,
    MASKED_EQ,
    NOTIFY,
    Arch,
    Arg,
    Attr,
    SyscallFilter,
)

TARGET = Path(__file__).parents[3] / "src/garlic/sandbox/filters"
ARCHITECTURES = {"x86_64": Arch.X86_64, "aarch64": Arch.AARCH64}
# Calls of these tables are named too: a 64-bit program can make them.
FOREIGN = {"i386": Arch.X86, "arm": Arch.ARM}

# Shared with the native side (`shared.h`): the keeper's hand-over socket, and a host
# program's own channel, which its bot may neither close nor replace.
HANDOVER_FD = 500
CHANNEL_FDS = (30, 31)
# Larger requests for memory are shown to the keeper, which can then tell "out of memory"
# from an ordinary crash. Smaller ones are bounded by the limits all the same.
LARGE_MEMORY = 1 << 20

_HARMLESS = """
    read write readv writev pread64 pwrite64 lseek fstat fsync fadvise64 getdents getdents64
    poll ppoll select pselect6 pause nanosleep clock_nanosleep restart_syscall epoll_create
    epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd eventfd2 pipe pipe2 dup
    timerfd_create timerfd_settime timerfd_gettime signalfd4 munmap brk msync mincore
    get_mempolicy membarrier rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending
    rt_sigsuspend rt_sigtimedwait sigaltstack alarm setitimer getitimer timer_settime
    timer_gettime timer_delete timer_getoverrun getpid getppid gettid getpgrp getpgid getsid
    getuid geteuid getgid getegid getresuid getresgid getgroups getrlimit getrusage
    getpriority times time gettimeofday clock_gettime clock_getres uname sysinfo getcpu getcwd
    umask getrandom capget futex set_tid_address set_robust_list get_robust_list rseq
    arch_prctl sched_yield sched_getaffinity sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min exit exit_group
"""

_PRIVATE = (3, MASKED_EQ, 0x0F, 0x02)  # flags & MAP_TYPE == MAP_PRIVATE

# Allowed when all conditions (argument, comparison, value) of one line hold.
CONDITIONAL: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    *(
        (call, (descriptor,))
        for call, argument in (("close", 0), ("dup2", 1), ("dup3", 1))
        for descriptor in (
            (argument, LT, CHANNEL_FDS[0]),
            # No process may have more than 256. The kernel takes the lower half of the argument,
            # so a plain comparison would let a large number pass that means the channel.
            *((argument, MASKED_EQ, 0xFFFFFFE0, first) for first in range(32, 256, 32)),
        )
    ),
    ("timer_create", ((1, EQ, 0),)),  # with the usual signal
    ("sendmsg", ((0, EQ, HANDOVER_FD),)),
    ("prlimit64", ((0, EQ, 0), (2, EQ, 0))),  # reading one's own limits
    ("personality", ((0, MASKED_EQ, 0xFFFFFFFF, 0xFFFFFFFF),)),  # reading it
    # die with the keeper; a snapshot has to say so again
    ("prctl", ((0, EQ, 1), (1, EQ, 9))),
    # dumpable?, name, name?, capability?, tid address, name a mapping
    *(("prctl", ((0, EQ, option),)) for option in (3, 15, 16, 23, 40, 0x53564D41)),
    # duplicate, close-on-exec, flags, pipe size
    *(("fcntl", ((1, EQ, command),)) for command in (0, 1, 2, 3, 4, 1030, 1032)),
    # terminal?, window?, bytes waiting, blocking, close-on-exec
    *(
        ("ioctl", ((1, MASKED_EQ, 0xFFFFFFFF, request),))
        for request in (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
    ),
    # all advice but what changes how a snapshot is made, or shares pages
    *(("madvise", ((2, EQ, advice),)) for advice in (0, 1, 2, 3, 4, 8, 11, 14, 15, 16, 17, 20, 21)),
]


# Memory, for programs in general and for host programs, whose code may not be changed: the
# sandbox relies on what it does around a snapshot.
_NOT_EXECUTABLE = (2, MASKED_EQ, 0x04, 0)
_MEMORY: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    ("mprotect", ()),
    ("mmap", ((1, LT, LARGE_MEMORY), _PRIVATE)),
    ("mremap", ((2, LT, LARGE_MEMORY),)),
]
_HOST_MEMORY: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    ("mprotect", (_NOT_EXECUTABLE,)),
    ("mmap", ((1, LT, LARGE_MEMORY), _NOT_EXECUTABLE, _PRIVATE)),
    ("mremap", ((2, LT, LARGE_MEMORY), (3, LT, 2))),
]

# For programs that start processes and write files, besides what is harmless. Which files they
# reach is up to Landlock and to their user, who has no privileges.
_TOOLS = """
    open openat openat2 creat close close_range dup2 dup3 fcntl ioctl flock preadv pwritev preadv2
    pwritev2 sendfile copy_file_range splice tee vmsplice readahead fdatasync sync_file_range
    stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat statfs fstatfs
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr chdir fchdir mkdir mkdirat rmdir
    unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mknod mknodat chmod
    fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat
    truncate ftruncate fallocate inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
    mmap mprotect mremap madvise mlock munlock mlock2 fork vfork execve execveat wait4 waitid
    setpgid setsid kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open
    pidfd_send_signal prctl prlimit64 setrlimit setpriority sched_setaffinity sched_setscheduler
    sched_setparam sched_getattr sched_setattr epoll_pwait2 signalfd timer_create setuid setgid
    setreuid setregid setresuid setresgid setfsuid setfsgid sendmsg recvmsg sendto recvfrom
    shutdown
"""
_NEW_NAMESPACES = 0x7E020000  # in the flags of `clone`; `clone3`, which hides them, is missing
_READ_PERSONALITY, _FIXED_ADDRESSES = 0xFFFFFFFF, 0x0040000
TOOL_CONDITIONS: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    ("clone", ((0, MASKED_EQ, _NEW_NAMESPACES, 0),)),
    ("socketpair", ((0, EQ, 1),)),  # AF_UNIX: a pipe with two directions
    *(
        ("personality", ((0, MASKED_EQ, 0xFFFFFFFF, value),))
        for value in (0, _FIXED_ADDRESSES, _READ_PERSONALITY)
    ),
]

# By kind: what is answered to a call that is not listed, the calls, and those with conditions.
KINDS = {
    "": (NOTIFY, _HARMLESS, _MEMORY + CONDITIONAL),
    "-host": (NOTIFY, _HARMLESS, _HOST_MEMORY + CONDITIONAL),
    "-tools": (ERRNO(errno.ENOSYS), _HARMLESS + _TOOLS, TOOL_CONDITIONS),
}


def program(architecture: str, kind: str = "") -> bytes:
    """The filter for *architecture* as the kernel takes it: 8 bytes an instruction."""
    otherwise, harmless, conditional = KINDS[kind]
    rules = SyscallFilter(otherwise)
    wanted = ARCHITECTURES[architecture]
    if wanted != pyseccomp.system_arch():
        rules.add_arch(wanted)
        rules.remove_arch(pyseccomp.system_arch())
    rules.set_attr(Attr.ACT_BADARCH, otherwise)
    rules.set_attr(Attr.CTL_OPTIMIZE, 2)
    for name in dict.fromkeys(harmless.split()):
        if pyseccomp.resolve_syscall(wanted, name) >= 0:
            rules.add_rule(ALLOW, name)
    for name, conditions in conditional:
        if pyseccomp.resolve_syscall(wanted, name) >= 0:
            rules.add_rule(ALLOW, name, *(Arg(*condition) for condition in conditions))
    with TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def names(architecture: int) -> dict[str, str]:
    """The names of *architecture*'s calls, by number."""
    found = {}
    for number in range(600):
        try:
            found[str(number)] = pyseccomp.resolve_syscall(architecture, number).decode()
        except ValueError:
            continue
    return found


def main() -> None:
    """Write everything."""
    TARGET.mkdir(exist_ok=True)
    for architecture in ARCHITECTURES:
        for kind in KINDS:
            (TARGET / f"{architecture}{kind}.bpf").write_bytes(program(architecture, kind))
    tables = {name: names(number) for name, number in (ARCHITECTURES | FOREIGN).items()}
    text = json.dumps(tables, indent=0, sort_keys=True) + "\n"
    (TARGET / "calls.json").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
