"""Many matches: who plays whom, in which order, what came of it and how sure that is.

Nothing here knows a particular game: a new one needs no line in this folder. What is played
goes to the judge through `executors`; what came of it lies in the store before it is counted.
"""
