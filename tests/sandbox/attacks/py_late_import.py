# verdict: ok found
input()
import colorsys

print("found" if colorsys else "", flush=True)
input()
print("survived", flush=True)
