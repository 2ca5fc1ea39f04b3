"""What belongs to no topic: the files of the pages, the event stream, the book, the API reference.

The state of the server, for its staff, is here, too. Start with `events`.
"""
