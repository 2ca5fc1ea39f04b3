/* A menu that accepts nothing. */
#include <stdio.h>

int main(void) {
    char line[80];
    do printf("1. play against the computer\n2. two players\nPlease choose: ");
    while (fgets(line, sizeof line, stdin));
    return 0;
}
