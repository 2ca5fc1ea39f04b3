# verdict: forbidden openat
input()
import tempfile

tempfile.TemporaryFile()
print("survived", flush=True)
