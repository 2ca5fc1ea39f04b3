/* Valid as C and as C++, so that a host can be compiled with its bot in one go. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
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

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* Makes a snapshot and waits for the next turn: clone(flags, no stack, ..., child_tid), after
 * which the parent reports that it is ready and the child parks, to start over when it is
 * answered. The label marks the only instruction from which the keeper allows a clone. The code
 * after it uses neither memory nor stack, so that even if bot code jumps to it, parent and child
 * get no further than a call that the keeper holds. */
#ifdef __cplusplus
extern "C" {
#endif
void garlic_snapshot(unsigned long flags, void* child_tid);
#ifdef __cplusplus
}
#endif
#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl garlic_snapshot, garlic_snapshot_return\n"
    ".type garlic_snapshot, @function\n"
    "garlic_snapshot:\n"
    "  mov %rdi, %r8\n"
    "  mov %rsi, %r9\n"
    "1: mov %r8, %rdi\n"
    "  xor %esi, %esi\n"
    "  xor %edx, %edx\n"
    "  mov %r9, %r10\n"
    "  mov $56, %eax\n" /* clone */
    "  syscall\n"
    "garlic_snapshot_return:\n"
    "  test %rax, %rax\n"
    "  jz 2f\n"
    "  js 3f\n"
    "  mov $" TEXT(GARLIC_READY) ", %edi\n"
    "  mov $" TEXT(GARLIC_HOST_CALL) ", %eax\n"
    "  syscall\n"
    "  ret\n"
    "2: mov $1, %edi\n" /* prctl: die with the keeper; clone forgets it */
    "  mov $9, %esi\n"
    "  mov $157, %eax\n"
    "  syscall\n"
    "  mov $" TEXT(GARLIC_PARK) ", %edi\n"
    "  mov $" TEXT(GARLIC_HOST_CALL) ", %eax\n"
    "  syscall\n"
    "  jmp 1b\n"
    "3: mov $" TEXT(GARLIC_NO_SNAPSHOT) ", %edi\n"
    "  mov $231, %eax\n" /* exit_group */
    "  syscall\n"
    "  jmp 3b\n"
    ".size garlic_snapshot, . - garlic_snapshot\n");
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl garlic_snapshot, garlic_snapshot_return\n"
    ".type garlic_snapshot, %function\n"
    "garlic_snapshot:\n"
    "  mov x9, x0\n"
    "  mov x10, x1\n"
    "1: mov x0, x9\n"
    "  mov x1, #0\n"
    "  mov x2, #0\n"
    "  mov x3, #0\n"
    "  mov x4, x10\n"
    "  mov x8, #220\n" /* clone */
    "  svc #0\n"
    "garlic_snapshot_return:\n"
    "  cbz x0, 2f\n"
    "  tbnz x0, #63, 3f\n"
    "  mov x0, #" TEXT(GARLIC_READY) "\n"
    "  mov x8, #" TEXT(GARLIC_HOST_CALL) "\n"
    "  svc #0\n"
    "  ret\n"
    "2: mov x0, #1\n" /* prctl: die with the keeper; clone forgets it */
    "  mov x1, #9\n"
    "  mov x8, #167\n"
    "  svc #0\n"
    "  mov x0, #" TEXT(GARLIC_PARK) "\n"
    "  mov x8, #" TEXT(GARLIC_HOST_CALL) "\n"
    "  svc #0\n"
    "  b 1b\n"
    "3: mov x0, #" TEXT(GARLIC_NO_SNAPSHOT) "\n"
    "  mov x8, #94\n" /* exit_group */
    "  svc #0\n"
    "  b 3b\n"
    ".size garlic_snapshot, . - garlic_snapshot\n");
#else
#error "hosts know x86_64 and aarch64"
#endif

static long host_call(long what) { return syscall(GARLIC_HOST_CALL, what); }

/* Where the C library keeps the thread's number: the kernel writes the snapshot's own there,
 * or abort() in a snapshot would signal its parent. NULL if it cannot be found. */
static void* thread_id_address(void) {
    int* address = NULL;
    if (prctl(PR_GET_TID_ADDRESS, &address) == 0 && address != NULL && *address == gettid()) return address;
#if defined(__GLIBC__)
    /* For kernels built without that prctl: the offset has been the same for many years. */
#if defined(__x86_64__)
    address = (int*)((char*)pthread_self() + 720);
#else
    address = (int*)((char*)pthread_self() + 208);
#endif
    if (*address == gettid()) return address;
#endif
    return NULL;
}

/* Large tables in large pages make snapshots many times as fast. */
static void prefer_large_pages(void) {
    extern char __bss_start, _end;
    const uintptr_t large = (uintptr_t)2 << 20;
    const uintptr_t first = ((uintptr_t)&__bss_start + large - 1) & ~(large - 1);
    const uintptr_t last = (uintptr_t)&_end & ~(large - 1);
    if (first < last) madvise((void*)first, last - first, MADV_HUGEPAGE);
}

/* All signals, including those that the C library reserves: no bot code may run while a
 * snapshot is made. */
static uint64_t set_signal_mask(uint64_t mask) {
    uint64_t before = 0;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &before, sizeof mask);
    return before;
}

void garlic_next_turn(void) {
    static int snapshots = -1;
    static void* thread_id;
    const uint64_t before = set_signal_mask(~(uint64_t)0);
    if (snapshots < 0) {
        prefer_large_pages();
        thread_id = thread_id_address();
        snapshots = host_call(GARLIC_HELLO) == 1 && thread_id != NULL;
    }
    if (snapshots) garlic_snapshot(SNAPSHOT_FLAGS, thread_id);
    else host_call(GARLIC_READY);
    set_signal_mask(before);
}

/* The bot may have made the channel non-blocking. */
static void wait_for(int fd, short events) {
    struct pollfd channel = {fd, events, 0};
    if (errno != EAGAIN && errno != EINTR) _exit(GARLIC_NO_CHANNEL);
    poll(&channel, 1, -1);
}

void garlic_read(void* into, size_t size) {
    char* place = (char*)into;
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

void garlic_write(const void* from, size_t size) {
    const char* place = (const char*)from;
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
