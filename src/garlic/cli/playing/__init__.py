"""What the commands about positions and games share.

`positions` reads start positions from options, `board` and `report` draw them and every turn,
`matches` plays the games of a match, `humans` seats somebody at the terminal, `records` writes the
files, `search_results` and `plans` show what an engine thinks. Start with `report`.
"""
