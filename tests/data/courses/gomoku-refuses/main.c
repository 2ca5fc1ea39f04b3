/* Takes no move at all. */
#include <stdio.h>

int main(void) {
    char line[80];
    do printf("Your move (like H8): ");
    while (fgets(line, sizeof line, stdin) && printf("Illegal move!\n"));
    return 0;
}
