"""The command language: `lexer` to `parser` to the tree in `syntax`. Runs nothing."""
