"""Garlic Arena: exact rules of five games, engines that play them, and a judge for your bots."""

__version__ = "0.1.0"
