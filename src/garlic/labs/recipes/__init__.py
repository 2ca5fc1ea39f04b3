"""Recipes: what Gradescope and GitHub need to grade a lab on their machines.

`gradescope` makes the zip file of an autograder, `github` the files of a workflow; `package` says
how this package is installed there, `lab_files` which files of a lab go along. The scripts
themselves are in `templates`. Grading is the same command as everywhere: `garlic grade`.
"""
