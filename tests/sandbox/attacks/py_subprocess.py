# verdict: forbidden vfork|clone
input()
import subprocess

subprocess.run(["id"])
print("survived", flush=True)
