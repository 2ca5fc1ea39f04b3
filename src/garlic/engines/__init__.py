"""Our players, and the only door to the native core `garlic._core`.

What the native half offers reaches the rest of the package through here; games, judge and
arena never import it.
"""
