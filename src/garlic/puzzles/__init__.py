"""The path-finding puzzles: `highway` (roads across a picture) and `trek` (a walk with rations).

Each package has the puzzle and its solver (start there), a `generator` of new maps and a
`drawing`; `canvas` and `noise` are what they share. Only this package imports the native module
`garlic._paths`. Nothing here prints; long functions report their progress to a callback, which
may raise to stop them. The lab checks are in `garlic.labs`.
"""
