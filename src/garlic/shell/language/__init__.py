"""The command language: `lexer` and `parser` build the tree defined in `syntax`.

Running it is up to `execution`. Start with `syntax`.
"""
