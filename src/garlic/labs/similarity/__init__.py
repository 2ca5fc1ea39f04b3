"""Similarity of submissions: evidence for a person to judge, never a verdict.

By source: `tokens` and `sources` turn files into rows of tokens, `comparison` finds pairs and
groups, `matches` the lines that two of them share. By behaviour: `probes` asks the bots for their
moves in the same positions, `behaviour` computes whether two agree beyond chance. `aids` knows
what was handed out and what must not be copied. `findings` runs all of it: start there. `pages`
and `documents` are the reports.
"""
