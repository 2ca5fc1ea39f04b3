"""Players behind which a sandboxed process runs.

`process` has the base class and the two usual kinds (course bots, and bots with a protocol),
`exchange` one request to a bot and its bounds,
`one_shot` programs that are started for every turn, `terminal` programs that expect a keyboard.
The text of protocols is in `garlic.wire`, confinement in `garlic.sandbox`; people play in
`garlic.cli.playing.humans` and `garlic.web.play.people`. Start with `process`.
"""
