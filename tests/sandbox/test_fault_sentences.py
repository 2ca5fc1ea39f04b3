"""The sentences about forbidden calls say what the author wrote, as far as the call shows it."""

from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.core.language.text import catalogue
from garlic.sandbox import Confinement, Profile, Snapshots, host_sources, start
from sandbox.harness import MEGABYTE, compile_c
from support.present import present

PROGRAM = 'tried to start another program, as system("pause") and popen do'
THREAD = "tried to start a thread, as std::thread and pthread_create do"
PROCESS = "tried to start another process, as fork does"

CASES = {
    'system("pause")': PROGRAM,
    'system("cls")': PROGRAM,
    'popen("ls", "r")': PROGRAM,
    "vfork()": PROGRAM,
    "fork()": PROCESS,
    "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)": PROCESS,
    "{ pthread_t other; pthread_create(&other, 0, run, 0); }": THREAD,
    'execl("/bin/ls", "ls", (char *)0)': "tried to run another program: /bin/ls",
    "socket(AF_INET, SOCK_STREAM, 0)": "tried something forbidden: socket",
}
HEAD = """#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *run(void *nothing) { return nothing; }
"""
PROGRAM_MAIN = """int main(void) {
    char line[80];
    (void)run;
    while (fgets(line, sizeof line, stdin)) { ACTION; puts("survived"); fflush(stdout); }
}
"""
HOST_MAIN = """#include "host.h"
int main(void) {
    int32_t message;
    (void)run;
    for (;;) {
        garlic_next_turn();
        garlic_read(&message, sizeof message);
        ACTION;
        garlic_write(&message, sizeof message);
    }
}
"""


@pytest.mark.usefixtures("ring_1")
@pytest.mark.parametrize("action", CASES)
def test_a_program(workshop: Path, action: str) -> None:
    source, program = workshop / "caller.c", workshop / "caller"
    source.write_text(HEAD + PROGRAM_MAIN.replace("ACTION", action))
    compile_c(source, program, "-pthread")
    with start([program], Confinement(64 * MEGABYTE)) as process:
        turn = process.turn(b"go\n", 30)
    assert turn.verdict is Verdict.FORBIDDEN
    assert str(turn.fault) == CASES[action]
    assert present(turn.fault).text.template in catalogue("zh")


@pytest.mark.usefixtures("ring_1")
@pytest.mark.parametrize("action", CASES)
def test_a_host_program(workshop: Path, action: str) -> None:
    sources = host_sources()
    source, program = workshop / "hosted.c", workshop / "hosted"
    source.write_text(HEAD + HOST_MAIN.replace("ACTION", action))
    options = ("-pthread", f"-I{sources}", "-static", "-no-pie")
    compile_c(source, program, sources / "host.c", *options)
    with start([program], Confinement(64 * MEGABYTE), snapshots=Snapshots.of(program)) as process:
        turn = process.turn(b"goto", 30)
    assert str(turn.fault) == CASES[action]


@pytest.mark.usefixtures("ring_1")
def test_an_engine_with_too_many_threads(workshop: Path) -> None:
    source, program = workshop / "threads.c", workshop / "threads"
    forever = "for (;;) { pthread_t other; if (pthread_create(&other, 0, wait, 0)) break; }"
    wait = "static void *wait(void *nothing) { for (;;) pause(); return nothing; }\n"
    source.write_text(HEAD + wait + PROGRAM_MAIN.replace("ACTION", forever))
    compile_c(source, program, "-pthread")
    limits = Confinement(256 * MEGABYTE, Profile.FOREIGN)
    with start([program], limits) as process:
        turn = process.turn(b"go\n", 30)
    assert str(turn.fault) == "tried to start more than 32 threads"
