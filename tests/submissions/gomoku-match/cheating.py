"""Gomoku: asks another machine."""

import socket


def play(position):
    """Never gets an answer."""
    socket.create_connection(("192.0.2.1", 80), timeout=1)
    return "h8"
