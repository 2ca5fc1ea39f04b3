"""The commands, one module for each; importing a module registers its command.

A command parses its arguments, calls the layers below and prints. What several commands share
(tables, progress, boards, completion) lives above, in `garlic.cli`. `garlic.cli.app` lists the
modules and `garlic.cli.names` the groups of the help page. Start with `match`.
"""
