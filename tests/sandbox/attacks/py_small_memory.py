# verdict: memory
input()
hoard = []
while True:
    hoard.append(object())
print("survived", flush=True)
