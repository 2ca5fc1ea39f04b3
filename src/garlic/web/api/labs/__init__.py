"""Labs and what they are about: grading a submission at once, and the path-finding puzzles.

Labs with dates are in `web.api.assignments`. Start with `labs`.
"""
