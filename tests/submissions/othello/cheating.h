/* Othello: looks for secrets in the judge's files. */
#include "../include/playerbase.h"

void init(struct Player *player) { (void)player; }

struct Point place(struct Player *player) {
    (void)player;
    FILE *file = fopen("/etc/passwd", "r");
    return initPoint(file ? 0 : -1, -1);
}
