/* A correct bot that follows orders, for the tests of turns and clocks. Each line is an order
 * and a number; each reply is a line. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *spin(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void work(long number) {
    const long end = milliseconds(CLOCK_PROCESS_CPUTIME_ID) + number;
    while (milliseconds(CLOCK_PROCESS_CPUTIME_ID) < end) {
    }
}

static void eat(long megabytes) {
    static char *volatile food; /* so that the compiler does not leave it out */
    food = malloc((size_t)megabytes << 20);
    memset(food, 1, (size_t)megabytes << 20);
}

/* Keeps working without a request until something can be read. */
static void ponder(void) {
    struct pollfd input = {0, POLLIN, 0};
    fflush(stdout);
    while (poll(&input, 1, 0) == 0) {
    }
}

int main(void) {
    const long born = milliseconds(CLOCK_MONOTONIC);
    char line[1 << 16], order[16] = "";
    setvbuf(stdin, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        long number = 0;
        sscanf(line, "%15s %ld", order, &number);
        if (!strcmp(order, "echo")) {
            fputs(line, stdout);
        } else if (!strcmp(order, "born")) {
            printf("%ld\n", born);
        } else if (!strcmp(order, "work")) {
            work(number);
            puts("done");
        } else if (!strcmp(order, "sleep")) {
            usleep((useconds_t)number * 1000);
            puts("done");
        } else if (!strcmp(order, "eat")) {
            eat(number);
            puts("done");
        } else if (!strcmp(order, "gorge")) { /* a lot at once, then a little now and then */
            for (eat(61);; eat(1)) work(number);
        } else if (!strcmp(order, "complain")) {
            while (number-- > 0) fputc('!', stderr);
            puts("done");
        } else if (!strcmp(order, "lines")) {
            while (number-- > 0) puts("info thinking");
            puts("best move");
        } else if (!strcmp(order, "ponder")) {
            puts("pondering");
            ponder();
        } else if (!strcmp(order, "used")) {
            printf("%ld\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID));
        } else if (!strcmp(order, "threads")) {
            pthread_attr_t small;
            pthread_t thread;
            pthread_attr_init(&small);
            pthread_attr_setstacksize(&small, 1 << 16);
            while (number-- > 0) pthread_create(&thread, &small, spin, NULL);
            puts("done");
        } else if (!strcmp(order, "record")) {
            fwrite("\0\n\0\n\0\n\0\n", 1, 8, stdout);
        }
        fflush(stdout);
    }
    return 0;
}
