# verdict: memory
input()
hoard = []
while True:
    hoard.append(bytes(2000))
print("survived", flush=True)
