"""Reports on graded submissions: HTML pages, CSV, JSON, JUnit, Gradescope.

`ranking` puts the class in order, `class_page` and `submission_page` are for people, `documents`
for programs, `writing` writes the files: start there. Points are computed in `garlic.labs.checks`.
"""
