# verdict: crash status 0
input()
raise SystemExit
print("survived", flush=True)
