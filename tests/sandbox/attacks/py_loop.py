# verdict: too late
input()
while True:
    pass
print("survived", flush=True)
