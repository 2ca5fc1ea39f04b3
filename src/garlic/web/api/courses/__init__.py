"""Courses: which there are, their home page, their people and their maps.

What a course hands out is in `web.api.assignments`, its leagues in `web.api.leagues`. Start with
`courses`.
"""
