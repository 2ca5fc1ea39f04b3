/* Stars: follows a null pointer. */
#include "../include/playerbase.h"

void init(struct Player *player) { (void)player; }

struct Point walk(struct Player *player) {
    volatile int *nowhere = NULL;
    return initPoint(*nowhere, player->row_cnt);
}
