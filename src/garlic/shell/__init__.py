"""The shell: a small command language, its processes and jobs, and the loop that reads lines.

A line goes through `lexer` (characters to tokens), `parser` (tokens to the tree in `syntax`),
`evaluator` (runs the tree; `expansion` turns its words into arguments, `lookup` finds
programs, `processes` starts children, `jobs` waits for them). `session` is the loop around
it with the log, `reader` reads lines where there is no terminal, `prompt` where there is one.

Nothing here knows a command of `garlic`: the caller hands them in as `host.HostCommands`.
What is imported when a script starts is counted in milliseconds: prompt_toolkit is imported
by `prompt` alone, and only on a terminal.
"""
