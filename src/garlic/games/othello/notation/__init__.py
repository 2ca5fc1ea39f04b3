"""Othello games in files: GGF, WTHOR and transcripts.

`reader` and `replay` are what these formats share. Maps are in `garlic.games.othello.map_files`.
Start with `transcript`.
"""
