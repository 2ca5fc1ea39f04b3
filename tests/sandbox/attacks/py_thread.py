# verdict: forbidden clone
input()
import threading

threading.Thread(target=print).start()
print("survived", flush=True)
