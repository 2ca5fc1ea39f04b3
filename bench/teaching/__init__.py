"""Grading a class, comparing its sources, and the puzzles of the labs."""
