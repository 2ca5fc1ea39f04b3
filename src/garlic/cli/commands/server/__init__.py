"""The commands about a course server: those that run there, and those that talk to one.

The parts of `course` are in `cli.courses`, how to talk to a server in `cli.remote`.
"""
