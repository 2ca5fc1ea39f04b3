"""The commands about bots and what they compete in.

What `match`, `tournament` and `league` share with others is in `cli.playing`, `cli.tournaments` and
`cli.leagues`. Start with `match`.
"""
