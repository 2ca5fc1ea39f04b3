/* A shell that only repeats what it reads. */
#include <stdio.h>

int main(int count, char **arguments) {
    char line[4096];
    FILE *script = fopen(arguments[count - 1], "r");
    while (script && fgets(line, sizeof line, script)) printf("> %s", line);
}
