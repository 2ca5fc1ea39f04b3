"""The path-finding labs: `highway` (roads across a picture) and `trek` (a walk with rations).

The only door to the native module `garlic._paths`. Nothing here prints; what takes long calls
back with its progress, and the callback may raise to stop it.
"""
