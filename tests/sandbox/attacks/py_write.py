# verdict: forbidden openat /tmp/garlic-attack
input()
open("/tmp/garlic-attack", "w")
print("survived", flush=True)
