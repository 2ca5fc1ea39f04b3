"""The parts of `garlic.judge.check`: trial games, and what they say about a bot.

`report` holds the results, `trials` plays the first turns of several games, `aspects` sums them
up, `memory` plays them again with a bot built with sanitizers, `sanitizer` reads the reports that
those print. How a turn is judged is decided elsewhere: in `judge.referee`.
"""
