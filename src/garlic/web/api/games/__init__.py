"""Games: which there are, games against people and engines, the position editor, records.

Games between bots are in `web.api.arena`. Start with `games`.
"""
