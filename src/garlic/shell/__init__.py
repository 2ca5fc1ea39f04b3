"""The shell: a small command language, its processes and jobs, and the loop that reads lines.

`language` turns a line into a tree, `execution` runs the tree, `interface` reads lines from a
script or a terminal. Start with `interface.session`.

Nothing here knows a command of `garlic`: the caller passes them in as `host.HostCommands`.
Scripts must start within milliseconds: only `interface.prompt` imports prompt_toolkit, and only
on a terminal.
"""
