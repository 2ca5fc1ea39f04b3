"""The commands about one position, and about rules."""
