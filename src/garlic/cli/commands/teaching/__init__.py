"""The commands about labs and the puzzles of two labs.

What they share is in `cli.teaching`. Start with `grade`.
"""
