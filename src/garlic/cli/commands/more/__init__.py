"""The commands about this installation and its data, and the shell."""
