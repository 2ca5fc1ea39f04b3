/* Stands for a compiler that a source has taken over: tries what no compiler needs, and prints each
   attempt that succeeds. The first argument is a process, the second a file of somebody else. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(const char *what, long done) {
    if (done >= 0) printf("%s\n", what);
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int other = atoi(arguments[1]);
    const char *secret = arguments[2];
    tell("read a secret", open(secret, O_RDONLY));
    tell("wrote a secret", open(secret, O_WRONLY));
    tell("truncated a secret", truncate(secret, 0));
    tell("read /etc/passwd", open("/etc/passwd", O_RDONLY));
    tell("read /proc/cmdline", open("/proc/cmdline", O_RDONLY));
    tell("read /proc/self/environ", open("/proc/self/environ", O_RDONLY));
    tell("read /proc/1/cmdline", open("/proc/1/cmdline", O_RDONLY));
    tell("listed /", open("/", O_RDONLY | O_DIRECTORY));
    tell("wrote to /tmp", open("/tmp/garlic-attack", O_WRONLY | O_CREAT, 0600));
    tell("wrote to /dev/shm", open("/dev/shm/garlic-attack", O_WRONLY | O_CREAT, 0600));
    tell("network", socket(AF_INET, SOCK_STREAM, 0));
    tell("packets", socket(AF_PACKET, SOCK_RAW, 0));
    tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    tell("unix sockets", socket(AF_UNIX, SOCK_STREAM, 0));
    if (fork() == 0) { /* a traced process would stop */
        tell("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
        _exit(0);
    }
    wait(NULL);
    tell("attach", ptrace(PTRACE_ATTACH, other, 0, 0));
    tell("mount", mount("none", "/mnt", "tmpfs", 0, 0));
    tell("unshare", unshare(CLONE_NEWUSER));
    const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    tell("clone into a namespace", child);
    tell("chroot", chroot("."));
    tell("bpf", syscall(SYS_bpf, 0, 0, 0));
    tell("keyctl", syscall(SYS_keyctl, 0, -3, 1, 0, 0));
    tell("perf", syscall(SYS_perf_event_open, 0, 0, -1, -1, 0));
    tell("userfaultfd", syscall(SYS_userfaultfd, 1));
    tell("io_uring", syscall(SYS_io_uring_setup, 1, calloc(1, 4096)));
    tell("memfd", syscall(SYS_memfd_create, "x", 0));
    tell("shared memory", syscall(SYS_shmget, 0, 4096, 01600));
    tell("message queue", syscall(SYS_msgget, 0, 01600));
    tell("kexec", syscall(SYS_kexec_load, 0, 0, 0, 0));
    tell("handles", syscall(SYS_open_by_handle_at, AT_FDCWD, calloc(1, 64), 0));
    tell("became root", setuid(0));
    for (int number = 3; number < 64; ++number) tell("a descriptor was left open", fcntl(number, F_GETFD));
    if (count > 3) { /* without a user of its own it has the rights of its user */
        tell("changed the mode of a secret", chmod(secret, 0777));
        tell("was root", getuid() == 0 ? 0 : -1);
        tell("signal", kill(other, 0));
    }
    /* What it must be able to do. */
    FILE *file = fopen("made.o", "w");
    printf(file && fputs("x", file) >= 0 && fclose(file) == 0 ? "works\n" : "cannot write\n");
    if (fork() == 0) execlp("gcc", "gcc", "--version", (char *)0);
    while (wait(NULL) > 0) continue;
    return 1;
}
