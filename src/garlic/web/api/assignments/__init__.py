"""Assignments: what students do with them, and what the staff does.

`common` is what both share. The grading of a lab without a course is in `web.api.labs`. Start with
`students`.
"""
