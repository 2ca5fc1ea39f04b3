"""Games with human players on the page.

`games` holds all of them, `game` one with its commands, `run` the referee's thread behind it,
`people` the players that wait for a page, `opponents` the bots to choose from, `engine` hints and
analysis, `models` what the API returns. Games between bots are in `web.jobs`. Start with `game`.
"""
