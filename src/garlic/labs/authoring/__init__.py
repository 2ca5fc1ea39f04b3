"""Scripts that made the labs' cases; run one again to get the same file.

They search by chance, from a seed, and prove what they found with the rules.
"""
