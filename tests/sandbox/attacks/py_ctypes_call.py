# verdict: forbidden openat2 /etc/passwd
input()
import ctypes

ctypes.CDLL(None).syscall(437, -100, b"/etc/passwd", bytes(24), 24)
print("survived", flush=True)
