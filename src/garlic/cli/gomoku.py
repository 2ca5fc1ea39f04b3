"""Commands about Gomoku and Renju alone."""
