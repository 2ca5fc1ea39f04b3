/* Othello: follows a null pointer. */
#include "../include/playerbase.h"

void init(struct Player *player) { (void)player; }

struct Point place(struct Player *player) {
    volatile int *nowhere = NULL;
    return initPoint(*nowhere, player->row_cnt);
}
