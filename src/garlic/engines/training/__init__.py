"""Scripts that fit evaluations on self-play games, and make books, openings and puzzles.

One module per game (start with `tiaojia`, the shortest), with `shared` for what they have in
common. All are seeded and repeatable, and need nothing that garlic itself does not. The native
evaluations that use the weights are in C++; weight files are in `garlic.engines.weights`.
"""
