#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#if __has_include("shared.h")
#include "shared.h"
#else
#include "../shared.h"
#endif

#define SNAPSHOT_FLAGS (CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD)

/* clone(flags, no stack, ..., child_tid): the child goes on from here on a copy of the stack.
 * The label marks the only place in a program from which the keeper allows it. */
long garlic_snapshot(unsigned long flags, void *child_tid);
#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl garlic_snapshot, garlic_snapshot_return\n"
    ".type garlic_snapshot, @function\n"
    "garlic_snapshot:\n"
    "  mov %rsi, %r10\n"
    "  xor %esi, %esi\n"
    "  xor %edx, %edx\n"
    "  xor %r8d, %r8d\n"
    "  mov $56, %eax\n"
    "  syscall\n"
    "garlic_snapshot_return:\n"
    "  ret\n"
    ".size garlic_snapshot, . - garlic_snapshot\n");
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl garlic_snapshot, garlic_snapshot_return\n"
    ".type garlic_snapshot, %function\n"
    "garlic_snapshot:\n"
    "  mov x4, x1\n"
    "  mov x1, #0\n"
    "  mov x2, #0\n"
    "  mov x3, #0\n"
    "  mov x8, #220\n"
    "  svc #0\n"
    "garlic_snapshot_return:\n"
    "  ret\n"
    ".size garlic_snapshot, . - garlic_snapshot\n");
#else
#error "hosts know x86_64 and aarch64"
#endif

static long host_call(long what) { return syscall(GARLIC_HOST_CALL, what); }

/* Where the C library keeps the thread's number: the kernel writes the snapshot's own there,
 * or abort() in a snapshot would signal its parent. NULL if it cannot be found. */
static void *thread_id_address(void) {
    int *address = NULL;
    if (prctl(PR_GET_TID_ADDRESS, &address) == 0 && address != NULL && *address == gettid()) return address;
#if defined(__GLIBC__)
    /* Kernels built without that question: the place has been the same for many years. */
#if defined(__x86_64__)
    address = (int *)((char *)pthread_self() + 720);
#else
    address = (int *)((char *)pthread_self() + 208);
#endif
    if (*address == gettid()) return address;
#endif
    return NULL;
}

/* Large tables in large pages: a snapshot of them is then made many times as fast. */
static void prefer_large_pages(void) {
    extern char __bss_start, _end;
    const uintptr_t large = (uintptr_t)2 << 20;
    const uintptr_t first = ((uintptr_t)&__bss_start + large - 1) & ~(large - 1);
    const uintptr_t last = (uintptr_t)&_end & ~(large - 1);
    if (first < last) madvise((void *)first, last - first, MADV_HUGEPAGE);
}

void garlic_next_turn(void) {
    static int snapshots = -1;
    static void *thread_id;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    if (snapshots < 0) {
        prefer_large_pages();
        thread_id = thread_id_address();
        snapshots = host_call(GARLIC_HELLO) == 1 && thread_id != NULL;
    }
    while (snapshots) {
        const long child = garlic_snapshot(SNAPSHOT_FLAGS, thread_id);
        if (child > 0) break;
        if (child < 0) _exit(GARLIC_NO_SNAPSHOT);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* fork forgets it */
        host_call(GARLIC_PARK);
        /* Answered: this is the worker now, and needs a snapshot of its own. */
    }
    host_call(GARLIC_READY);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* The bot may have made the channel non-blocking. */
static void wait_for(int fd, short events) {
    struct pollfd channel = {fd, events, 0};
    if (errno != EAGAIN && errno != EINTR) _exit(GARLIC_NO_CHANNEL);
    poll(&channel, 1, -1);
}

void garlic_read(void *into, size_t size) {
    char *place = into;
    while (size > 0) {
        const ssize_t got = read(GARLIC_CHANNEL_IN, place, size);
        if (got == 0) _exit(0);
        if (got < 0) {
            wait_for(GARLIC_CHANNEL_IN, POLLIN);
            continue;
        }
        place += got;
        size -= (size_t)got;
    }
}

void garlic_write(const void *from, size_t size) {
    const char *place = from;
    while (size > 0) {
        const ssize_t sent = write(GARLIC_CHANNEL_OUT, place, size);
        if (sent < 0) {
            wait_for(GARLIC_CHANNEL_OUT, POLLOUT);
            continue;
        }
        place += sent;
        size -= (size_t)sent;
    }
}
