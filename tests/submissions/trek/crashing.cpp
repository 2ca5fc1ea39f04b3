// Trek: divides by a map that it never read.
#include <cstdlib>

int main(int count, char**) { return 1 / (count - 2); }
