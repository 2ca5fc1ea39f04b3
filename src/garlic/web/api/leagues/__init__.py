"""Leagues: tables, seasons and finals, the bots in them, and what people are told of their bots.

`common` is what the routes share. Start with `leagues`.
"""
