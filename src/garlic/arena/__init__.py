"""Tournaments, ratings and SPRT: who plays whom, the results, and how certain they are.

Nothing here knows a particular game: a new one needs no line in this folder. Games go to the
judge through `executors`; a result is in the store before it is counted. Refereeing one game is
in `garlic.judge`. Start with `definition`, then `tournament` and `runner`.
"""
