"""Crashes: reads one number beyond the end."""

numbers = list(map(int, input().split()))
best = here = numbers[0]
for place in range(1, len(numbers) + 1):
    here = max(here, 0) + numbers[place]
    best = max(best, here)
print(best)
