"""Gomoku: divides by zero."""


def play(position):
    """Never returns."""
    return 1 // 0
