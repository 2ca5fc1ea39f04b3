"""The commands about recorded games."""
