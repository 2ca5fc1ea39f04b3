"""Fitting evaluations on games of our own: seeded, re-runnable scripts, one for each game.

They need numpy (``pip install --group train``); nothing else in the package does.
"""
