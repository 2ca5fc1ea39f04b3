"""Games played on other machines.

`plan` is a file of games to play elsewhere, `parcels` carry their bots, `shards` play a part of a
plan and append results to a file, `merging` stores the results of such files, `cluster` plays on
Dask (the only importer of it). Local workers are in `garlic.judge.workers`. Start with `plan`.
"""
