# verdict: memory
input()
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
print("survived", flush=True)
