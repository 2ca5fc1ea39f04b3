"""What `garlic league` consists of, besides the commands about a whole league.

`bots` are the commands about one bot, `common` what all of them share, `report` what they print.
The others are in `cli.commands.bots.league`.
"""
