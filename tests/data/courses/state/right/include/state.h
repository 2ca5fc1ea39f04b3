#ifndef STATE_H_
#define STATE_H_

#include "pxl.h"
#include "suan_png.h"

struct State {
    int rows, columns;
    int *cost;
    int *best;
};

void init_State(struct State *s);
void delete_State(struct State *s);
void parse(struct State *s, struct PNG *p);
int solve1(struct State *s);
int solve2(struct State *s);

#endif
