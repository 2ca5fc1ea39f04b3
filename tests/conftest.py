"""What holds for all tests."""

import signal

from hypothesis import settings

# Tests tell an answer from a hang; how fast it is depends on what else the machine does.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

# A shell that starts the tests in the background lets them ignore Ctrl-C, and their children too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
