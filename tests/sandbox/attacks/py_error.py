# verdict: crash status 1
input()
raise ValueError("nonsense")
print("survived", flush=True)
