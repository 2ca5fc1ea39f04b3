"""The pieces that every build is made of; `garlic.judge.build` and `build_tree` put them together.

`sources` reads what students wrote, `compiler` runs a compiler in its fence, `makefile` runs a
Makefile, `cache` keeps what was built, `explain` turns a compiler's output into a sentence. What
is built, and with which flags, is decided elsewhere.
"""
