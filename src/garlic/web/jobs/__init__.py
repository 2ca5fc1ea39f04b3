"""Work in the background: matches, tournaments, gradings, checks of bots, puzzles.

`workers` is the pool that runs it all, `services` creates the parts and starts and stops them with
the server. `bots` and `uploads` take in what people send. Games with human players are in
`web.play`. Start with `services`.
"""
