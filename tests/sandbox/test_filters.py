"""The shipped filters are what the generator writes, and do what they should."""

import importlib.util
import json
import struct
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

import garlic.sandbox.keeper
from garlic.sandbox.calls import call_name

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src/garlic/sandbox/filters"
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, NOTIFY = 0x7FFF0000, 0x7FC00000
DANGEROUS = """
    openat clone clone3 execve execveat socket connect ptrace kill tgkill mount unshare bpf
    io_uring_setup memfd_create keyctl shmget setns process_vm_writev pidfd_getfd setuid
"""


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_filters", ROOT / "cpp/sandbox/confining/make_filters.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except RuntimeError as fault:  # pyseccomp without the library
        pytest.skip(f"libseccomp is not installed: {fault}")
    return module


def answer(program: bytes, architecture: int, number: int, arguments: Sequence[int] = ()) -> int:
    """Run a filter as the kernel does: the few instructions that libseccomp writes."""
    padded = [*arguments, *([0] * (6 - len(arguments)))]
    data = struct.pack("<IIQ6Q", number, architecture, 0, *padded)
    instructions: list[tuple[int, int, int, int]] = list(struct.iter_unpack("<HBBI", program))
    accumulator, place = 0, 0
    while True:
        code, yes, no, k = instructions[place]
        place += 1
        match code:
            case 0x20:  # load a word
                (accumulator,) = struct.unpack_from("<I", data, k)
            case 0x54:
                accumulator &= k
            case 0x05:
                place += k
            case 0x15:
                place += yes if accumulator == k else no
            case 0x25:
                place += yes if accumulator > k else no
            case 0x35:
                place += yes if accumulator >= k else no
            case 0x06:
                return k
            case _:
                raise AssertionError(f"unexpected instruction 0x{code:x}")


def numbers(architecture: str) -> dict[str, int]:
    tables = json.loads((SHIPPED / "calls.json").read_text())
    return {name: int(number) for number, name in tables[architecture].items()}


@pytest.mark.parametrize("kind", ["", "-host", "-tools"])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_shipped_filter_is_up_to_date(
    generator: ModuleType, architecture: str, kind: str
) -> None:
    fresh = generator.program(architecture, kind)
    shipped = (SHIPPED / f"{architecture}{kind}.bpf").read_bytes()
    if fresh == shipped:
        return
    # Another version of libseccomp may order the same rules differently.
    arch = ARCHITECTURES[architecture]
    values = (0, 1, 2, 3, 9, 15, 29, 30, 31, 32, 500, 0x5401, 1 << 20, (1 << 20) - 1, 1 << 33)
    for number in range(600):
        for place in range(4):
            for value in values:
                arguments = [0] * place + [value]
                assert answer(fresh, arch, number, arguments) == answer(
                    shipped, arch, number, arguments
                )


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_harmless_calls_pass_and_all_others_notify(architecture: str) -> None:
    program = (SHIPPED / f"{architecture}.bpf").read_bytes()
    known, arch = numbers(architecture), ARCHITECTURES[architecture]
    for name in ("read", "write", "brk", "futex", "exit_group", "clock_gettime", "getrandom"):
        assert answer(program, arch, known[name]) == ALLOW
    for name in DANGEROUS.split():
        assert answer(program, arch, known[name]) == NOTIFY, name
    for number in (450, 1000, 5000, 10000, 0x7FFFFFFF):
        assert answer(program, arch, number) == NOTIFY


def test_calls_of_other_tables_notify() -> None:
    program = (SHIPPED / "x86_64.bpf").read_bytes()
    for number in range(500):
        assert answer(program, 0x40000003, number) == NOTIFY  # int 0x80
        assert answer(program, ARCHITECTURES["x86_64"], 0x40000000 | number) == NOTIFY  # x32


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_some_calls_depend_on_their_arguments(architecture: str) -> None:
    program = (SHIPPED / f"{architecture}.bpf").read_bytes()
    known, arch = numbers(architecture), ARCHITECTURES[architecture]

    def verdict(name: str, *arguments: int) -> int:
        return answer(program, arch, known[name], arguments)

    private, shared = 0x22, 0x21
    assert verdict("mmap", 0, 4096, 3, private) == ALLOW
    assert verdict("mmap", 0, 1 << 20, 3, private) == NOTIFY
    assert verdict("mmap", 0, 1 << 40, 3, private) == NOTIFY
    assert verdict("mmap", 0, 4096, 3, shared) == NOTIFY
    assert [verdict("close", fd) for fd in (0, 29, 30, 31, 32)] == [
        ALLOW, ALLOW, NOTIFY, NOTIFY, ALLOW
    ]  # fmt: skip
    assert verdict("dup3", 1, 31) == NOTIFY
    assert verdict("close", 255) == ALLOW
    assert verdict("close", 1 << 32 | 30) == NOTIFY  # the kernel takes the lower half
    assert verdict("dup3", 1, 1 << 40 | 31) == NOTIFY
    assert verdict("timer_create", 1, 0) == ALLOW
    assert verdict("timer_create", 1, 0x7000) == NOTIFY  # any signal
    assert verdict("sendmsg", 500) == ALLOW
    assert verdict("sendmsg", 3) == NOTIFY
    assert verdict("prctl", 1, 9) == ALLOW
    assert verdict("prctl", 1, 0) == NOTIFY
    assert verdict("prlimit64", 0, 7, 0) == ALLOW
    assert verdict("prlimit64", 0, 7, 4096) == NOTIFY
    assert verdict("prlimit64", 1, 7, 0) == NOTIFY
    assert verdict("madvise", 0, 4096, 10) == NOTIFY  # not in the snapshot
    assert verdict("ioctl", 0, 0x5412) == NOTIFY  # typing into a terminal


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_hosts_cannot_change_code(architecture: str) -> None:
    known, arch = numbers(architecture), ARCHITECTURES[architecture]
    general, host = ((SHIPPED / f"{architecture}{kind}.bpf").read_bytes() for kind in ("", "-host"))
    for name, arguments in (
        ("mprotect", (0, 4096, 5)),
        ("mmap", (0, 4096, 5, 0x22)),
        ("mremap", (0, 4096, 4096, 3)),
    ):
        assert answer(general, arch, known[name], arguments) == ALLOW
        assert answer(host, arch, known[name], arguments) == NOTIFY
    assert answer(host, arch, known["mprotect"], (0, 4096, 3)) == ALLOW
    assert answer(host, arch, known["mmap"], (0, 4096, 3, 0x22)) == ALLOW


NOT_FOR_TOOLS = """
    socket connect bind ptrace process_vm_readv process_vm_writev mount umount2 pivot_root chroot
    unshare setns bpf keyctl add_key request_key io_uring_setup io_uring_enter userfaultfd
    perf_event_open memfd_create shmget msgget semget mq_open kexec_load kexec_file_load init_module
    finit_module reboot swapon open_by_handle_at name_to_handle_at fanotify_init pidfd_getfd
    move_mount fsopen fsmount open_tree clone3 acct quotactl sethostname settimeofday
    clock_settime capset setgroups
"""
NOT_THERE = 0x00050000 | 38  # ENOSYS


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_tools_start_processes_and_write_files_and_no_more(architecture: str) -> None:
    program = (SHIPPED / f"{architecture}-tools.bpf").read_bytes()
    known, arch = numbers(architecture), ARCHITECTURES[architecture]
    for name in ("read", "openat", "execve", "wait4", "renameat2", "mmap", "unlinkat", "kill"):
        assert answer(program, arch, known[name]) == ALLOW, name
    for name in NOT_FOR_TOOLS.split():
        assert answer(program, arch, known[name]) == NOT_THERE, name
    for number in (450, 1000, 5000, 0x7FFFFFFF):
        assert answer(program, arch, number) == NOT_THERE
    child, user_namespace, network = 0x11, 0x10000000, 0x40000000
    assert answer(program, arch, known["clone"], (child,)) == ALLOW
    for space in (user_namespace, network, 0x20000):
        assert answer(program, arch, known["clone"], (child | space,)) == NOT_THERE
    assert answer(program, arch, known["socketpair"], (1,)) == ALLOW
    assert answer(program, arch, known["socketpair"], (2,)) == NOT_THERE
    foreign = 0x40000003 if architecture == "x86_64" else 0x40000028
    assert answer(program, foreign, 1) == NOT_THERE


def test_names_of_calls() -> None:
    assert call_name(257, 0xC000003E) == "openat"
    assert call_name(20, 0x40000003) == "getpid (i386)"
    assert call_name(0x40000000 | 39, 0xC000003E) == "getpid (x32)"
    assert call_name(99999, 0xC000003E) == "call 99999"
    assert call_name(1, 7) == "call 1 (0x7)"


def test_this_machine_has_a_filter() -> None:
    assert garlic.sandbox.keeper.filter_program()
