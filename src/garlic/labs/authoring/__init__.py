"""Scripts that make the cases of the bundled labs; the same arguments give the same file.

They search at random, from a seed, and verify each case with the rules. Nothing imports them when
a lab is graded. Start with `mates`.
"""
