"""Games with human players on the page.

`games` holds all of them, `game` one game with its commands, `run` the referee's thread behind it,
`people` the players that wait for moves from a page, `opponents` resolves the bots in the seats,
`seats` decides who may play which side, `offers` holds what one person offers the other, `clocks`
and `counting` compute from the turns, `engine` gives hints and analysis, `models` has what the API
returns. Games between bots are in `web.jobs`. Start with `game`.
"""
