#ifndef COUNT_H
#define COUNT_H
int count_pairs(int people); /* no extern "C": the course compiles everything as C++ */
#endif
