"""Graded tasks: what is run, what earns points, and the reports for students and teachers.

A lab is a TOML file (`docs/teach/labs.md`), read by `lab` and found by `library`. `intake` finds
out what was handed in by whom and copies it, as it is not trusted; `candidates` builds it. A lab's
tests are `checks`: each lists the *steps* it needs (a game, a run of a program) and turns their
outcomes into points. `grading` has the steps run by `runners` and keeps the outcomes in a
`journal`, so that an interrupted run can be resumed; `report` is computed from the results, and
`returns` are the files for course systems. `policy` says what students see and what lateness costs,
`recipes` takes a lab to Gradescope and GitHub. Start with `lab`, then `grading`.

Rules of games are not here: checks use games through `GAMES`, only `checkers` and `authoring`
know particular ones.
"""
