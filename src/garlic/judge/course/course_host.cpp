// Host program of a bot in the courses' form: reads states and writes moves on its own descriptors.
//
// The bot is a unit of its own that this one is linked with: only the two functions and the
// structs of playerbase.h join them. Messages and replies are native 32-bit integers:
//   in   kind ('i' init, 't' turn), rows, columns, count of numbers, the numbers, the cells
//   out  X, Y (0, 0 for init)
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <iostream>

#include "host.h"
#include "playerbase.h"

namespace garlic_host {

// One state for the whole game: bots keep pointers into it. They may also modify it; every
// message overwrites it.
static struct Player state;

static int32_t read_number() {
    int32_t value;
    garlic_read(&value, sizeof value);
    return value;
}

static void allocate(int rows, int columns) {
    state.mat = static_cast<char **>(malloc(sizeof(char *) * static_cast<size_t>(rows)));
    for (int row = 0; row < rows; ++row) state.mat[row] = static_cast<char *>(malloc(static_cast<size_t>(columns) + 1));
}

static int32_t read_state(char **rows_of_cells) {
    const int32_t kind = read_number();
    const int32_t rows = read_number();
    const int32_t columns = read_number();
    const int32_t count = read_number();
    if (rows_of_cells == nullptr) allocate(rows, columns);
    else state.mat = rows_of_cells;
    state.row_cnt = rows;
    state.col_cnt = columns;
    int *const numbers = &state.col_cnt + 1;  // after mat the struct has only ints
    garlic_read(numbers, sizeof(int) * static_cast<size_t>(count));
    for (int row = 0; row < rows; ++row) {
        garlic_read(state.mat[row], static_cast<size_t>(columns));
        state.mat[row][columns] = '\0';
    }
    return kind;
}

}  // namespace garlic_host

// The course's library has this one. Weak: some bots bring their own.
__attribute__((weak)) struct Point initPoint(int x, int y) {
    struct Point point;
    point.X = x;
    point.Y = y;
    return point;
}

int main() {
    char **rows_of_cells = nullptr;
    for (;;) {
        garlic_next_turn();
        const int32_t kind = garlic_host::read_state(rows_of_cells);
        rows_of_cells = garlic_host::state.mat;
        int32_t answer[2] = {0, 0};
        if (kind == 'i') {
            init(&garlic_host::state);
        } else {
            const struct Point point = GARLIC_FUNCTION(&garlic_host::state);
            answer[0] = point.X;
            answer[1] = point.Y;
        }
        // Attribute what the bot printed to this turn.
        std::cout.flush();
        fflush(nullptr);
        garlic_write(answer, sizeof answer);
    }
}
