"""The database: bots, matches and their records, tournaments. It loses nothing.

SQLite in the user's data directory, or PostgreSQL by its URL. `Database.read` and `Database.write`
run a function in one transaction; `bots`, `matches` and `tournaments` hold such functions. The
schema changes only by `migrations`.
"""

from garlic.store.connect import Database, StoreError, open_database

__all__ = ["Database", "StoreError", "open_database"]
