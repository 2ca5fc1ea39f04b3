# verdict: memory
input()
print(f"{1:1000000000d}", flush=True)
