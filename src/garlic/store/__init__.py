"""The database: bots, games and their records, ratings, matches, tournaments, leagues, grades.

SQLite in the user's data directory, or PostgreSQL by its URL. `Database.read` and `Database.write`
(in `connect`) run a function in one transaction; `bots`, `roster`, `ratings`, `games`, `matches`,
`tournaments`, `leagues`, `league_games`, `notifications`, `human_games` and `grades` hold such
functions. Nothing here plays games or computes standings. `schema` has the tables; they change only
by `migrations`. Start with `schema`.
"""

from garlic.store.connect import Database, StoreError, open_database

__all__ = ["Database", "StoreError", "open_database"]
