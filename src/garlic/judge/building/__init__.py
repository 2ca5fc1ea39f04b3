"""The pieces that every build is made of; `garlic.judge.build` and `build_tree` put them together.

`sources` reads what students wrote, `compiler` confines and runs a compiler, `makefile` runs a
Makefile, `explain` turns a compiler's output into a sentence. What was built is kept: `cache` is
the folder (`trust` tells whether it is ours alone), `entries` makes what is in it, `upkeep` bounds
it. What is built, and with which flags, is decided elsewhere.
"""
