# verdict: ok none
import ctypes

input()
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
sets = (ctypes.c_uint32 * 6)()
failed = ctypes.CDLL(None).capget(header, sets)
print("some" if failed or any(sets) else "none", flush=True)
input()
