// Trek: reads through a null pointer before it has read its map.
int main() {
    volatile int* nowhere = nullptr;
    return *nowhere;
}
