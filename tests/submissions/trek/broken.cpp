// Trek: does not compile.
int main() { return days }
