"""Tournaments, leagues, the database, and a course server under load."""
