"""Accounts: signing in, one's own account, and all people of a server for administrators.

Who is in a course is in `web.api.courses`. Start with `session`.
"""
