"""Background jobs: matches, tournaments, leagues, gradings, checks and ratings of bots, puzzles.

`workers` is the pool that runs them; `services` creates one object for each kind of job and starts
and stops them with the server. `bots` finds and stores bots, `uploads` checks uploaded files,
`retries` continues what a busy machine has left unfinished, `events` are the events they publish.
The routes are in `web.api`, games with human players in `web.play`. Start with `services`.
"""
