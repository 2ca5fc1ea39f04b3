"""How fast commands start, and the shell."""
