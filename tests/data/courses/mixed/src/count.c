#include "count.h"

int count_pairs(int people) { return people * (people - 1) / 2; }
