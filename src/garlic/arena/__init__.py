"""Many matches: who meets whom, on which machines they are played, and what follows from it."""
