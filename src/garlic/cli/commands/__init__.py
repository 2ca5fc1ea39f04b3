"""The commands, one module each, named after the command, in the groups of `garlic --help`.

Importing a module registers its command. A command parses its arguments, calls the layers below and
prints. What several commands share (parameters, tables, progress, boards) is in `garlic.cli` and
its folders. A new command also needs its name in `garlic.cli.tree.names`. Commands about one game
alone are in `garlic.cli.games`. Start with `bots.match`.
"""
