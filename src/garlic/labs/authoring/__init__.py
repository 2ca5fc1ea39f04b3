"""Scripts that make the cases of the bundled labs, and made-up classes to try a lab with.

The same arguments give the same file. The cases are searched for at random, from a seed, and
verified with the rules: start with `mates`. `classes` makes a class of students, with programs
by `sample_bots` and `sample_programs`, for `garlic lab make-class`. Nothing imports them when a lab
is graded.
"""
