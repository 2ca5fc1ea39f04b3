#include <stdio.h>

int main(void) {
    printf("answer %d\n", ANSWER);
    return 1; /* the Makefile's own run fails; what it made is there */
}
