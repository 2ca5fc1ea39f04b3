"""Interactive programs at a terminal: what they show, and how to tell what they want.

`screen` collects the output as text, `cursor` follows programs that draw all over the screen,
`drawn_board` finds boards in the text, `menus` answers questions before the game, `prompts` finds
the prompt for a move, `recognised` plays without a description of the program. The dialogue with a
description is `garlic.wire.protocols.console`.
"""
