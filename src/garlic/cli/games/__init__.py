"""The commands about one game alone, one module per game.

They are found by entry points in the group ``garlic.commands``, in `pyproject.toml`, exactly as
those of games from elsewhere: a function or a `typer.Typer` by its name. Start with `gomoku`.
"""
