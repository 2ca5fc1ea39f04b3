"""Running a parsed line: expansion, built-ins, redirections, processes and jobs.

Parsing is in `language`, reading lines in `interface`. Start with `evaluator`: it expands words
(`expansion`, `patterns`), finds programs (`lookup`), opens files (`streams`), starts children
(`processes`) and waits for them (`jobs`).
"""
