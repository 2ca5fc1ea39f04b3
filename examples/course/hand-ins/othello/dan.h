// Remembers its turns in a table that is too small, and reads where nothing is.
#include "../include/playerbase.h"

static int turn = 0;
static int *plan = nullptr;

void init(Player *) {}

Point place(Player *) {
    ++turn;
    return initPoint(plan[turn] / 8, plan[turn] % 8);
}
