"""What a lab's file says about deadlines, attempts and what students may see.

`lateness` has the due date and the reduction for late submissions, `attempts` which of several
submissions counts, `counting` applies both to results, `visibility` says which checks a student's
report shows. All of it is computed from values; nothing here reads a clock or a file. Where a
submission's time comes from is in `garlic.labs.submissions`, and points are computed in
`garlic.labs.checks`.
"""
