from support.databases import database_option, postgres_server, postgres_url

__all__ = ["database_option", "postgres_server", "postgres_url"]
