"""The shell as users and scripts see it: reading lines, prompt, completion, the log.

`start` opens the shell; what a line does is in `execution`. Start with `session`.
"""
