from support.databases import database_location, postgres_server, postgres_url

__all__ = ["database_location", "postgres_server", "postgres_url"]
