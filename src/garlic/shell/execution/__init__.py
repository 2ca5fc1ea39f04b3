"""Running a parsed line: expansion, built-ins, redirections, processes and jobs.

Start with `evaluator`.
"""
