/* What students use of <conio.h>: a key is a character of standard input, and the end of a line
   that follows it belongs to it. */
#ifndef GARLIC_STANDIN_CONIO_H
#define GARLIC_STANDIN_CONIO_H

#include <poll.h>
#include <stdio.h>

static inline __attribute__((unused)) int getch(void) {
    fflush(stdout);
    int key = getchar();
    if (key == '\n') return '\r'; /* the Enter key */
    if (key != EOF) {
        int next = getchar();
        if (next != '\n' && next != EOF) ungetc(next, stdin);
    }
    return key;
}
static inline __attribute__((unused)) int getche(void) { return getch(); }
static inline __attribute__((unused)) int kbhit(void) {
    struct pollfd input = {0, POLLIN, 0};
    fflush(stdout);
    return poll(&input, 1, 0) > 0;
}
static inline __attribute__((unused)) int putch(int character) { return putchar(character); }
#define _getch getch
#define _getche getche
#define _kbhit kbhit
#define _putch putch

#endif
