/* A program with threads that follows orders, for the tests of clocks. Each line is an order and
 * a number. The first thread reads; another one works and replies. As some engines do, the first
 * ignores what it reads until the other has said that it is no longer thinking. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kMost = 28 };

static long milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void work_until(long end) {
    while (milliseconds(CLOCK_PROCESS_CPUTIME_ID) < end) {
    }
}

/* By the clock of the thread: with a limit on processor time, that of a process goes in ticks. */
static void linger(long count) {
    const long end = milliseconds(CLOCK_THREAD_CPUTIME_ID) + count;
    while (milliseconds(CLOCK_THREAD_CPUTIME_ID) < end) {
    }
}

static char order[16];
static long number;
static atomic_int thinking;
static sem_t asked;

static void *work(void *end) {
    work_until(*(long *)end);
    return NULL;
}

static void *spin(void *nothing) {
    for (;;) __asm__ volatile("");
    return nothing;
}

/* Waits for a processor again and again, and computes next to nothing. */
static void *doze(void *nothing) {
    for (;;) usleep(1000);
    return nothing;
}

static void start(void *(*task)(void *), void *argument, long count, pthread_t *threads) {
    for (long each = 0; each < count && each < kMost; ++each) {
        pthread_attr_t small;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 1 << 16);
        pthread_create(&threads[each], &small, task, argument);
    }
}

static void reply(const char *text) {
    puts(text);
    fflush(stdout);
}

static void *obey(void *nothing) {
    pthread_t threads[kMost];
    for (;;) {
        sem_wait(&asked);
        long end = milliseconds(CLOCK_PROCESS_CPUTIME_ID) + number;
        if (!strcmp(order, "work")) { /* four threads share it, and end */
            start(work, &end, 4, threads);
            for (int each = 0; each < 4; ++each) pthread_join(threads[each], NULL);
            reply("done");
        } else if (!strcmp(order, "spin")) {
            start(spin, NULL, number, threads);
        } else if (!strcmp(order, "doze")) {
            start(doze, NULL, number, threads);
        } else if (!strcmp(order, "linger")) { /* is not ready at once after its reply */
            reply("done");
            linger(number + 1);
        } else if (!strcmp(order, "ponder")) { /* goes on computing, but listens */
            thinking = 0;
            reply("done");
            for (long round = 0; !thinking; ++round) __asm__ volatile("");
        }
        thinking = 0;
    }
    return nothing;
}

int main(void) {
    char line[100];
    pthread_t thread;
    sem_init(&asked, 0, 0);
    start(obey, NULL, 1, &thread);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (thinking) continue;
        sscanf(line, "%15s %ld", order, &number);
        thinking = 1;
        sem_post(&asked);
    }
    return 0;
}
