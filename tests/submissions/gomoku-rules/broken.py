"""Renju: Python cannot read it."""

print("legal"
