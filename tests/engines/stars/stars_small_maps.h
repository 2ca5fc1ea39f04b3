// Mazes small enough to enumerate all random moves.
#pragma once

#include <cstdio>

// Runs `check(position, flag)` on each of them, without and with the flag; it returns the number of
// errors. Prints ok if there were none; returns the exit code of the program.
template <typename Check>
int check_small_maps(Check check) {
    int wrong = 0;
    for (const char* text : {
             "..#./..../#... d0=0,0@0,0 d1=0,3@0,3 red=1,1:0:0 blue=1,2:0:0 round=0",
             "....#/.##../..... d0=0,0@0,0 d1=0,1@0,1 red=1,0:0:0 blue=2,2:0:0 round=0",
             "...#. d0=0,0@0,0 d1=0,4@0,4 red=0,1:0:0 blue=0,2:0:0 round=0",
         })
        for (const bool flag : {false, true}) wrong += check(text, flag);
    if (wrong == 0) std::puts("ok");
    return wrong != 0;
}
