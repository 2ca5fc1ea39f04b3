/* Prints and never asks. */
#include <stdio.h>

int main(void) {
    for (;;) puts("loading ...");
}
