#include "state.h"

#include <stdlib.h>

enum { FAR = 1 << 30 };

void init_State(struct State *s) {
    s->rows = s->columns = 0;
    s->cost = s->best = NULL;
}

void delete_State(struct State *s) {
    free(s->cost);
    free(s->best);
    init_State(s);
}

void parse(struct State *s, struct PNG *p) {
    s->columns = p->width / 8;
    s->rows = p->height / 8;
    const int places = s->rows * s->columns;
    s->cost = (int *)calloc(places, sizeof(int));
    s->best = (int *)calloc(places, sizeof(int));
    for (int at = 0; at < places; at++) {
        const int row = at / s->columns, column = at % s->columns;
        if (row % 2 && column == s->columns - 1) continue; /* odd rows are shorter */
        const struct PXL *c = get_PXL(p, 8 * column + 6, 8 * row + 6);
        s->cost[at] = 3 * 255 * 255 - c->red * c->red - c->green * c->green - c->blue * c->blue;
    }
}

/* The place in direction 0 to 5, or -1. */
static int beside(const struct State *s, int at, int direction) {
    static const int down[6] = {0, 0, -1, -1, 1, 1}, even[6] = {-1, 1, -1, 0, -1, 0};
    const int row = at / s->columns, shifted = row % 2 && down[direction] ? 1 : 0;
    const int to = row + down[direction], column = at % s->columns + even[direction] + shifted;
    if (to < 0 || to >= s->rows || column < 0 || column >= s->columns) return -1;
    return s->cost[to * s->columns + column] ? to * s->columns + column : -1;
}

static int last(const struct State *s) {
    int at = s->rows * s->columns - 1;
    while (!s->cost[at]) at--;
    return at;
}

/* The cheapest road without the step from `from` to `to`. */
static int cheapest(struct State *s, int from, int to) {
    int changed = 1;
    for (int at = 0; at < s->rows * s->columns; at++) s->best[at] = at ? FAR : 0;
    while (changed) {
        changed = 0;
        for (int at = 0; at < s->rows * s->columns; at++) {
            for (int d = 0; d < 6 && s->best[at] < FAR; d++) {
                const int next = beside(s, at, d);
                if (next < 0 || (at == from && next == to)) continue;
                if (s->best[at] + s->cost[next] < s->best[next]) {
                    s->best[next] = s->best[at] + s->cost[next];
                    changed = 1;
                }
            }
        }
    }
    return s->best[last(s)];
}

int solve1(struct State *s) { return cheapest(s, -1, -1); }

int solve2(struct State *s) {
    const int first = solve1(s), places = s->rows * s->columns;
    int *before = (int *)malloc(places * sizeof(int));
    int second = FAR;
    for (int at = 1; at < places; at++)
        for (int d = 0; s->cost[at] && d < 6; d++) {
            const int from = beside(s, at, d);
            if (from >= 0 && s->best[from] + s->cost[at] == s->best[at]) before[at] = from;
        }
    for (int at = last(s); at; at = before[at]) {
        const int without = cheapest(s, before[at], at);
        if (without > first && without < second) second = without;
    }
    free(before);
    return second;
}
