from support.databases import database_wish, postgres_server, postgres_url

__all__ = ["database_wish", "postgres_server", "postgres_url"]
