"""Renju: looks at a board that it never read."""

print([][15])
