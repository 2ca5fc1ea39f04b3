/* A shell that does not compile. */
int main(void) { return execute(line) }
