"""The shell as a person or a script meets it: reading lines, prompt, completion, the log.

Start with `session`.
"""
