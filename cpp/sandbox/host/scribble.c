/* A host for the tests of the sandbox: instead of a bot, commands that change memory, crash,
 * stall or break rules. A message is a command and a number; the reply is a fingerprint of
 * the whole state and the number of commands executed. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

extern void garlic_snapshot(unsigned long flags, void* child_tid);

struct order {
    int32_t what, number;
};
struct report {
    uint64_t fingerprint, obeyed;
};

enum { kCells = 4096 };
static uint64_t cells[kCells], obeyed;
static unsigned char* heap;  /* a little, as most bots have */
static unsigned char* table; /* as large as the last `grow` made it */
static size_t table_size;

static uint64_t mix(uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdULL;
    return value ^ value >> 29;
}

static uint64_t fingerprint(void) {
    uint64_t sum = obeyed;
    for (int place = 0; place < kCells; ++place) sum = mix(sum + cells[place] + heap[place]);
    for (size_t place = 0; place < table_size; place += 4096) sum = mix(sum + table[place]);
    return sum;
}

/* Changes some of everything that a bot can change: globals, heap, stack. */
static void scribble(int32_t number) {
    volatile uint64_t stack[64];
    for (int step = 0; step < 64; ++step) {
        const uint64_t value = mix((uint64_t)(uint32_t)number * 64 + (uint64_t)step);
        stack[step] = value;
        cells[value % kCells] = stack[step];
        heap[value % kCells] ^= (unsigned char)value;
    }
    if (table_size > 0) table[mix((uint64_t)(uint32_t)number) % (table_size / 4096) * 4096] = (unsigned char)number;
}

static void grow(int32_t megabytes) {
    table_size = (size_t)megabytes << 20;
    table = realloc(table, table_size);
    if (table == NULL) abort();
    memset(table, 7, table_size);
}

static void give_back(void) {
    const uintptr_t first = ((uintptr_t)table + 4095) & ~4095UL;
    if (madvise((void*)first, table_size - 4096, MADV_DONTNEED) != 0) abort();
}

static long cpu_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Asks for the time seldom, because that is work of the kernel. */
static void work_until(long end) {
    while (cpu_milliseconds() < end)
        for (int step = 0; step < 100000; ++step) __asm__ volatile("");
}

static void on_alarm(int signal) {
    (void)signal;
    garlic_snapshot(0x8000 | 0x01000000 | 0x00200000 | SIGCHLD, NULL);
}

static void obey(const struct order* order) {
    const long start = cpu_milliseconds();
    switch (order->what) {
        case 'w': break; /* only scribble */
        case 'g': grow(order->number); break;
        case 'r': memset(table, order->number, table_size); break;
        case 'R': /* rewrites its table, then works */
            memset(table, order->number, table_size);
            work_until(start + order->number);
            break;
        case 'y': /* gives its table back, so that only the snapshot has it, then works */
            give_back();
            work_until(cpu_milliseconds() + order->number);
            break;
        case 'Y': /* fills it again, which is cheaper than copying it */
            give_back();
            memset(table, 1, table_size);
            work_until(cpu_milliseconds() + order->number);
            break;
        case 'c': abort();
        case 'v': *(volatile int*)8 = 1; break;
        case 'e': exit(order->number);
        case 's': sleep(100); break;
        case 'b':
            for (;;) __asm__ volatile("");
        case 'p': printf("printed %d\n", order->number), fflush(stdout); break;
        case 'f': fork(); break;
        case 'x': garlic_snapshot(0x8000 | 0x01000000 | 0x00200000 | SIGCHLD, NULL); break;
        case 'o': (void)!write(31, "0123456789abcdef", 16); break;
        case 'N': prctl(PR_SET_NAME, "SigBlk:\t-40101"); break; /* as if it held all signals */
        case 'q': /* a forged reply, then its own snapshot, then work on the opponent's time */
            (void)!write(31, "0123456789abcdef", 16);
            garlic_snapshot(0x8000 | 0x01000000 | 0x00200000 | SIGCHLD, NULL);
            for (;;) __asm__ volatile("");
        case 'z': /* a forged reply, then work on the opponent's time */
            (void)!write(31, "0123456789abcdef", 16);
            for (;;) __asm__ volatile("");
        case 't': mprotect((void*)((uintptr_t)&garlic_snapshot & ~4095UL), 4096, 7); break;
        case 'k': kill(getpid() + order->number, SIGKILL); break;
        case 'm': mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); break;
        case 'd': madvise(cells, 4096, MADV_DONTFORK); break;
        case 'l': close(30); break;
        case 'L': syscall(SYS_close, 1UL << 32 | 30); break; /* the kernel takes the lower half */
        case 'n': (void)!nice(1); break;
        case 'a': {
            /* a signal handler that tries to run while the host makes its snapshot */
            const struct itimerval soon = {{0, 0}, {0, order->number}};
            signal(SIGALRM, on_alarm);
            setitimer(ITIMER_REAL, &soon, NULL);
            break;
        }
        default: abort();
    }
}

int main(void) {
    struct order order;
    heap = calloc(kCells, 1);
    for (;;) {
        garlic_next_turn();
        garlic_read(&order, sizeof order);
        scribble(order.number);
        obey(&order);
        ++obeyed;
        const struct report report = {fingerprint(), obeyed};
        garlic_write(&report, sizeof report);
    }
}
