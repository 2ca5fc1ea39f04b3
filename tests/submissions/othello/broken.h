/* Othello: does not compile. */
#include "../include/playerbase.h"

void init(struct Player *player) { (void)player; }

struct Point place(struct Player *player) { return somewhere(player) }
