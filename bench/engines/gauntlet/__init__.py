"""Our engines against other people's programs, at equal time per move.

``python -m bench gauntlet GAME --against NAME --time 0.3 --games 60``: `command` reads the options,
`opponents` the file ``bench/opponents.toml``, `run` plays and keeps the results in one JSON file.
`docs/engines/measuring.md` says how to read them.
"""
