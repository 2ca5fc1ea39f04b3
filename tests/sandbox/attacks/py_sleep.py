# verdict: too late
input()
import time

time.sleep(100)
print("survived", flush=True)
