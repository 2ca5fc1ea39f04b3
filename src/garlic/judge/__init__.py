"""Builds two untrusted bots, referees one game between them and writes its record.

`bots` finds the bot for a name, `build` compiles it, `players` talk to its sandboxed process,
`referee` applies the rules of judging and knows no process; `game_run` combines them into a
`Record` (`record`), which `replay` verifies and `notations` exports. `workers` referees many
games in parallel; `patience` plays again, once the machine is `quiet`, what it has delayed. Rules
of games are in `garlic.games`, protocols in `garlic.wire`, tournaments in `garlic.arena`. Start
with `game_run`.
"""
