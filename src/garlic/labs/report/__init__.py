"""Reports on graded submissions: HTML pages, CSV, JSON, JUnit, Gradescope.

`ranking` puts the class in order, `statistics` counts, `class_page` and `submission_page` are for
people, `documents` and `statistics_tables` for programs; `students` leaves out what students do not
see; `writing` writes the files: start there. Points are computed in `garlic.labs.checks`.
"""
