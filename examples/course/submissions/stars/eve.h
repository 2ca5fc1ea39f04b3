// An endless loop.
#include "../include/playerbase.h"

void init(Player *) {}

Point walk(Player *player) {
    while (player->your_score < 1000000) player->your_score ^= 1;
    return initPoint(player->your_posx, player->your_posy);
}
