"""Worker processes that referee games in parallel.

`pool` is a `concurrent.futures.Executor`, `steward` the process that forks and replaces workers,
`channel` the messages between these processes, `run` plays a list of games on a pool. Clusters
are in `garlic.arena.remote`. Start with `pool`.
"""
