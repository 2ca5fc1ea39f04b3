"""The commands to begin with: a tour, the arena in the browser, a game against an engine."""
