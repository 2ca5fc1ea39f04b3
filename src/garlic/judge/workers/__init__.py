"""Worker processes that referee games side by side.

`pool` is a `concurrent.futures.Executor`, `steward` the process that forks and replaces workers,
`channel` the frames between them, `run` plays a list of games on a pool. Clusters are in
`garlic.arena.remote`. Start with `pool`.
"""
