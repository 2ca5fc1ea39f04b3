# verdict: too late
input()
print(7**7**9, flush=True)
