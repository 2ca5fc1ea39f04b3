"""How the command line itself works: names, help, completion, wrong usage, the shell's commands.

`names` lists the commands by group, `groups` are our classes for typer, `help` prints the pages,
`usage` explains what was typed wrongly, `completion` offers values, and `console` gives the shell
all commands without importing typer first. Nothing here plays or prints a game.
"""
