"""Graded tasks: what is run, what earns points, and what the student is told.

A lab is a TOML file (`docs/labs.md`), read by `lab` and found by `library`. What is handed in
comes through `submissions`, which trusts nothing. A lab's tests are `checks`; each says which
*steps* it needs (a match, a run of a program) and, from what came of them, how many points
there are. `grading` runs the steps and keeps what came of each in a `journal`, so that a run
that was stopped goes on; everything told afterwards is computed from there, in `report`.

No game is known here: checks speak of games through `GAMES`.
"""
