// Highway: does not compile.
int main() { return road; }
