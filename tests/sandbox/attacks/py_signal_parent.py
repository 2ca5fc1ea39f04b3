# verdict: forbidden kill
input()
import os
import signal

os.kill(os.getppid() or 1, signal.SIGKILL)
print("survived", flush=True)
