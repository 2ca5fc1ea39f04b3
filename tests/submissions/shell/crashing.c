/* A shell that frees what is not its own. */
#include <stdlib.h>

int main(int count, char **arguments) {
    free(arguments + count);
    abort();
}
