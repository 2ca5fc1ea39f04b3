"""Gomoku: Python cannot read it."""


def play(position:
    return "h8"
