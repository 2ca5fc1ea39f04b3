"""Two forms of one of our engines against each other, in this process, until SPRT decides.

``python -m bench duel tiaojia --net FILE --nodes 100000`` compares the engine that evaluates with a
net with the one without; ``--ours a=1&b=2`` compares parameters of a search with the usual ones.
`docs/engines/measuring.md` explains when to use it instead of `garlic sprt`.
"""
