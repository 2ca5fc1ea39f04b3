/* The main program of a driver: runs one test and reports it; and an allocator that checks.
 *
 * Standard input holds a secret word and the name of the test. Every report is a line that begins
 * with the word, so that nothing a student's function prints is mistaken for one. */
#define _GNU_SOURCE
#include "garlic_driver.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#undef main

static char word[64], test[64];
static const char* input = "";

static void report(const char* kind, const char* text) {
    static char line[2048];
    fflush(stdout);
    const int length = snprintf(line, sizeof line - 1, "%s %s %s: %s", word, kind, test, text);
    const size_t most = sizeof line - 2;
    const size_t used = length < 0 ? 0 : (size_t)length < most ? (size_t)length : most;
    line[used] = '\n';
    /* The new line in front ends whatever the student's code has printed. */
    if (write(STDOUT_FILENO, "\n", 1) < 0 || write(STDOUT_FILENO, line, used + 1) < 0) _exit(3);
}

void garlic_fail(const char* call, const char* expected, const char* got) {
    static char text[1024];
    snprintf(text, sizeof text, "%s\t%s\t%s", call, expected, got);
    report("failed", text);
    _exit(0);
}

void garlic_answer(long long number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", number);
    report("answer", text);
}

const char* garlic_input(void) { return input; }

/* ---- Memory: every block is recorded, and kept for a while after it was freed. ---- */

extern void* __libc_malloc(size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void* address);

enum state { EMPTY, LIVE, FREED, RELEASED };
struct block {
    char* address;
    size_t size;
    enum state state;
    int counted; /* allocated after garlic_count_memory */
};

enum { GUARD = 16, GUARD_BYTE = 0xFD, FREED_BYTE = 0xDD };
static const size_t most_kept = 64u << 20; /* bytes of freed blocks that are not reused */

static struct block* table;
static size_t table_size, table_used, kept;
static int counting, lock;

static void enter(void) {
    while (__sync_lock_test_and_set(&lock, 1)) {}
}
static void leave(void) { __sync_lock_release(&lock); }

static void misuse(const char* what, size_t size) {
    char text[64];
    lock = 0;
    snprintf(text, sizeof text, "%s %zu", what, size);
    report("memory", text);
    _exit(0);
}

static struct block* slot(const struct block* blocks, size_t size, const char* address) {
    size_t place = ((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15u >> 20;
    for (;; place++) {
        const struct block* block = &blocks[place & (size - 1)];
        if (block->state == EMPTY || block->address == address) return (struct block*)block;
    }
}

static void grow(void) {
    const size_t size = table_size ? 2 * table_size : 1u << 16;
    struct block* larger =
        (struct block*)mmap(NULL, size * sizeof *larger, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (larger == MAP_FAILED) _exit(4);
    for (size_t place = 0; place < table_size; place++)
        if (table[place].state != EMPTY) *slot(larger, size, table[place].address) = table[place];
    if (table) munmap(table, table_size * sizeof *table);
    table = larger;
    table_size = size;
}

static void* recorded(char* address, size_t size) {
    if (!address) {
        errno = ENOMEM;
        return NULL;
    }
    memset(address + size, GUARD_BYTE, GUARD);
    enter();
    if (2 * table_used >= table_size) grow();
    struct block* block = slot(table, table_size, address);
    table_used += block->state == EMPTY;
    block->address = address;
    block->size = size;
    block->state = LIVE;
    block->counted = counting;
    leave();
    return address;
}

static void check_end(const struct block* block) {
    for (int place = 0; place < GUARD; place++)
        if ((unsigned char)block->address[block->size + place] != GUARD_BYTE) misuse("overrun", block->size);
}

void* malloc(size_t size) { return size > PTRDIFF_MAX ? NULL : recorded(__libc_malloc(size + GUARD), size); }

void* calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) return NULL;
    void* address = malloc(total);
    return address ? memset(address, 0, total) : NULL;
}

void free(void* address) {
    if (!address) return;
    const int error = errno;
    enter();
    struct block* block = table_size ? slot(table, table_size, address) : NULL;
    if (!block || block->state == EMPTY) misuse("not-allocated", 0);
    if (block->state != LIVE) misuse("double-free", block->size);
    check_end(block);
    if (kept + block->size > most_kept) {
        block->state = RELEASED;
        __libc_free(address);
    } else {
        block->state = FREED;
        kept += block->size;
        memset(address, FREED_BYTE, block->size);
    }
    leave();
    errno = error;
}

void* realloc(void* address, size_t size) {
    if (!address) return malloc(size);
    if (size == 0) {
        free(address);
        return NULL;
    }
    enter();
    struct block* block = table_size ? slot(table, table_size, address) : NULL;
    if (!block || block->state == EMPTY) misuse("not-allocated", 0);
    if (block->state != LIVE) misuse("used-after-free", block->size);
    const size_t before = block->size;
    leave();
    void* larger = malloc(size);
    if (!larger) return NULL;
    memcpy(larger, address, before < size ? before : size);
    free(address);
    return larger;
}

void* memalign(size_t alignment, size_t size) { return recorded(__libc_memalign(alignment, size + GUARD), size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** address, size_t alignment, size_t size) {
    *address = memalign(alignment, size);
    return *address ? 0 : ENOMEM;
}

void garlic_count_memory(void) { counting = 1; }

void garlic_expect_all_freed(void) {
    size_t count = 0, bytes = 0;
    counting = 0;
    for (size_t place = 0; place < table_size; place++) {
        if (table[place].state == LIVE && table[place].counted) {
            count++;
            bytes += table[place].size;
        }
    }
    if (count) misuse("leak", bytes);
}

static void check_all_ends(void) {
    for (size_t place = 0; place < table_size; place++)
        if (table[place].state == LIVE) check_end(&table[place]);
}

int main(int argc, char** argv) {
    static char buffer[1 << 16]; /* so that the first printf of a student allocates nothing */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (scanf("%63s %63s", word, test) != 2) return 2;
    if (argc > 1) input = argv[1];
    for (const struct garlic_test* each = garlic_tests; each->name; each++) {
        if (strcmp(each->name, test) == 0) {
            each->run();
            check_all_ends();
            report("ok", "");
            return 0;
        }
    }
    report("unknown", "");
    return 0;
}
