"""Players with a confined process behind them.

`process` has the base and the two usual kinds (course bots and bots that speak a protocol),
`one_shot` programs started anew for every turn, `terminal` programs that expect a keyboard. How
protocols read is in `garlic.wire`, confinement in `garlic.sandbox`. Start with `process`.
"""
