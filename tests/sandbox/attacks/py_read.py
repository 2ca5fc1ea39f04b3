# verdict: forbidden openat /etc/passwd
input()
open("/etc/passwd")
print("survived", flush=True)
