# verdict: forbidden clone
input()
import os

os.fork()
print("survived", flush=True)
