"""Bots and what they compete in: matches, tournaments, ladders.

Leagues belong to courses and are in `web.api.leagues`. Start with `matches`.
"""
